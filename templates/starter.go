package templates

import (
	"bytes"
	_ "embed"
	"text/template"
)

//go:embed starter.fsm.yaml.tmpl
var starterSpec string

//go:embed starter.go.tmpl
var starterGo string

// Starter returns the initial spec and Go file of a new machine. machine is the name of the
// machine in the spec, pkg is the Go package and the base name of the files, and command is
// the command in the go:generate line. The names must be valid.
func Starter(machine, pkg, command string) (spec, code []byte) {
	names := struct{ Machine, Package, Command string }{machine, pkg, command}
	return fill(starterSpec, names), fill(starterGo, names)
}

// fill executes a template of this package, which cannot fail, because tests execute all of
// them.
func fill(text string, names any) []byte {
	var b bytes.Buffer
	if err := template.Must(template.New("").Parse(text)).Execute(&b, names); err != nil {
		panic("unreachable: " + err.Error())
	}
	return b.Bytes()
}
