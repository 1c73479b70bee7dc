package vault

// Person can be written as JSON and read back.
type Person struct {
	Name    string
	Friends []*Person         `json:"friends,omitempty"`
	Notes   map[string]string `json:",omitempty"`
}
