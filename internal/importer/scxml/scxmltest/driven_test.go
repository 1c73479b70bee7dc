package scxmltest

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// driven is the prefix of the name under which a run is found in which the generated Run drove the machine.
const driven = "Run: "

// drives reports whether the function Run applies: the script alone says what happens, without timers, and one handler waits
// at a time, without regions.
func (d *document) drives() bool {
	waits := false
	for _, s := range d.machine.States {
		if len(s.Regions) > 0 {
			return false
		}
		waits = waits || s.Outcome < 0
	}
	return waits && len(d.machine.Timers) == 0 && len(d.machine.Events) > 0
}

// driver is a function in the package of a generated machine in which Run drives the machine: the method of each state sends the
// events of the script to the typed state, as far as it has methods for them. The others are ignored or illegal there.
func driver(d *document, names *ident.Names, pkg string) string {
	m := d.machine
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"context\"\n\t\"errors\"\n)\n\nvar script = []string{\n", pkg)
	for _, e := range d.script.Events {
		fmt.Fprintf(&b, "\t%q,\n", e.Event.Name)
	}
	b.WriteString(`}

var errDone = errors.New("the script is done")

type driving struct {
	*host
	run []map[string]any
}

// event returns the next event of the script.
func (d *driving) event(m *Machine) (string, error) {
	if len(d.run) == 0 {
		d.run = append(d.run, d.see(m))
	}
	if len(d.run) > len(script) {
		return "", errDone
	}
	return script[len(d.run)-1], nil
}
`)
	for i, method := range names.Run.Methods {
		if method == "" {
			continue
		}
		fmt.Fprintf(&b, `
func (d *driving) %s(_ context.Context, s %s) (%s, error) {
	m := s.Machine()
	for {
		name, err := d.event(m)
		if err != nil {
			return nil, err
		}
		switch name {
`, method, names.Typed.In[i], names.Typed.After[i])
		seen := map[string]bool{}
		for _, e := range d.script.Events {
			k := d.event(e.Event.Name)
			if k < 0 || seen[e.Event.Name] || !takes(m, i, k) {
				continue
			}
			seen[e.Event.Name] = true
			fmt.Fprintf(&b, "\t\tcase %q:\n\t\t\t_, _ = s.%s() // the conditions can refuse it\n", e.Event.Name, names.Events[k].Method)
		}
		fmt.Fprintf(&b, `		}
		d.run = append(d.run, d.see(m))
		if now := m.In(); now != AnyState(s) {
			return now.(%s), nil
		}
	}
}
`, names.Typed.After[i])
	}
	host := ""
	if names.Run.Host != "" {
		host = "d.host, "
	}
	results, begin := "ended, err", "\t\tif len(d.run) == 0 {\n\t\t\td.run = append(d.run, d.see(ended.Machine()))\n\t\t}\n"
	if names.Typed.Ended == "" {
		results, begin = "err", ""
	}
	fmt.Fprintf(&b, `
func Drive() []map[string]any {
	d := &driving{host: new(host)}
	%s := %s(context.Background(), Params{}, %sd)
	var stopped *%s
	switch {
	case err == nil:
		// The machine has ended, and nothing more happens.
%s		for len(d.run) <= len(script) {
			d.run = append(d.run, map[string]any{"States": d.run[len(d.run)-1]["States"], "Outputs": []string(nil)})
		}
	case !errors.Is(err, errDone) || !errors.As(err, &stopped):
		panic(err)
	}
	return d.run
}
`, results, names.Run.Run, host, names.Run.Error, begin)
	return b.String()
}

// takes reports whether an event can make a transition in a state.
func takes(m *core.Machine, state, event int) bool {
	for _, t := range m.On(state, event) {
		if t.Effect == core.Take {
			return true
		}
	}
	return false
}
