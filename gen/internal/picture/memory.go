package picture

import (
	"slices"
	"strings"
)

// Memory returns "history of Composite" or "deep history of Composite" if that decides where all transitions of the label lead, and ""
// otherwise.
func (l Label) Memory() (text string) {
	list := l.Full
	if len(list) == 0 {
		list = []Label{l}
	}
	for i, full := range list {
		at := slices.IndexFunc(full.Implied, isMemory)
		if at < 0 {
			return ""
		}
		found := strings.TrimPrefix(full.Implied[at], "to ")
		if i > 0 && found != text {
			return ""
		}
		text = found
	}
	return text
}

func isMemory(implied string) bool {
	return strings.HasPrefix(implied, "to history of ") || strings.HasPrefix(implied, "to deep history of ")
}

// WithoutMemory returns the label without what [Label.Memory] says.
func (l Label) WithoutMemory() Label {
	l.Implied = slices.DeleteFunc(slices.Clone(l.Implied), isMemory)
	l.Full = slices.Clone(l.Full)
	for i := range l.Full {
		l.Full[i] = l.Full[i].WithoutMemory()
	}
	return l
}
