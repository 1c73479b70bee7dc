package oracle

// Stored returns the text that is stored for a value, and the others that mean it.
func (e Enum) Stored(i int) (text string, others []string) {
	if e.Texts != nil && e.Texts[i] != "" {
		return e.Texts[i], append([]string{e.Names[i]}, e.was(i)...)
	}
	return e.Names[i], e.was(i)
}

// Stored returns the text that is stored for a state, and the others that mean it.
func (s State) Stored() (text string, others []string) {
	if s.Text != "" {
		return s.Text, append([]string{s.Name}, s.Was...)
	}
	return s.Name, s.Was
}

// was returns the old names of a value.
func (e Enum) was(i int) []string {
	if e.Was == nil {
		return nil
	}
	return e.Was[i]
}
