package proptest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// id is a package-level name of the test file.
func (p *subject) id(name string) string { return p.prefix + "Test" + name }

// comment adds a comment of some lines before the next declaration.
func (p *printer) comment(text string) {
	p.file.Line()
	for line := range strings.SplitSeq(text, "\n") {
		p.file.Comment(strings.TrimRight("// "+line, " "))
	}
}

// tests prints the test functions.
func (p *printer) tests() {
	name := ident.Export(p.subject.m.Name)
	p.comment("This file needs the version of fsmtest that the name says. If it does not compile, run\n\"fsmgen generate\" with the fsmgen of this module.")
	p.file.Add(statement("const _ = fsmtest.Version1"))
	arguments := p.subject.id("Spec") + "(), " + p.subject.id("Machine") + "()) }"
	p.comment("Test" + name + "Spec compares the machine with its spec. Each kind of check is a subtest.")
	p.file.Add(statement("func Test" + name + "Spec(t *testing.T) { fsmtest.Test(t, " + arguments))
	if len(p.subject.m.Events) > 0 && p.subject.m.Tests.Property {
		p.comment("Test" + name + "Properties makes random runs, and shrinks one that fails.")
		p.file.Add(statement("func Test" + name + "Properties(t *testing.T) { property.Test(t, " + arguments))
	}
	if len(p.subject.m.Events) > 0 && p.subject.m.Tests.Fuzz {
		p.comment("Fuzz" + name + " makes runs of the fuzzer's input.")
		p.file.Add(statement("func Fuzz" + name + "(f *testing.F) { fsmtest.Fuzz(f, " + arguments))
	}
}

// configuration prints the type of a configuration.
func (p *printer) configuration() {
	p.comment(p.subject.id("Config") + " is a configuration of the machine, but for its state.")
	p.file.Type().Id(p.subject.id("Config")).StructFunc(func(g *jen.Group) {
		g.Id("Params").Id(p.subject.names.Params)
		for _, i := range p.subject.slots() {
			field := p.field(g, p.subject.names.Vars[i].Getter, p.subject.m.Vars[i].Type)
			if homes := p.subject.homes(i); homes != nil {
				field.Comment("// in " + strings.Join(homes, ", "))
			}
		}
	})
}

// field prints a field. A tag tells a duration from a value of the Go type time.Duration, which the spec does not look into.
func (p *printer) field(g *jen.Group, name string, t expr.Type) *jen.Statement {
	field := g.Id(name).Add(p.subject.goType(t))
	if t.Duration {
		field.Tag(map[string]string{"fsm": "duration"})
	}
	return field
}

// payload prints the type of what events carry.
func (p *printer) payload() {
	p.comment(p.subject.id("Event") + " is what events carry.")
	p.file.Type().Id(p.subject.id("Event")).StructFunc(func(g *jen.Group) {
		seen := map[string]bool{}
		for i, e := range p.subject.m.Events {
			for j, f := range e.Fields {
				if name := p.subject.fields[i][j]; !seen[name] {
					seen[name] = true
					p.field(g, name, f.Type)
				}
			}
		}
		if len(p.subject.m.Asks) > 0 {
			g.Id("Answers").Index(jen.Lit(len(p.subject.m.Asks))).Bool().Comment("// of the host, by the number of the question")
		}
	})
}

// slots returns the variables whose fields a configuration has: each once, though
// the data of several states can share a field.
func (p *subject) slots() []int {
	seen := map[string]bool{}
	var out []int
	for i := range p.m.Vars {
		if field := p.names.Vars[i].Field; !seen[field] {
			seen[field] = true
			out = append(out, i)
		}
	}
	return out
}

// homes returns the states that have the datum in a slot, in order, or nil
// for a variable of the machine.
func (p *subject) homes(slot int) []string {
	var out []string
	for i, v := range p.m.Vars {
		if v.State >= 0 && p.names.Vars[i].Field == p.names.Vars[slot].Field {
			out = append(out, p.m.States[v.State].Name)
		}
	}
	return out
}

// list writes a composite literal with an element a line, or nothing when there are none.
func list(field, typ string, elements []string) string {
	if len(elements) == 0 {
		return ""
	}
	return field + ": []" + typ + "{\n" + strings.Join(elements, ",\n") + ",\n},\n"
}

// quoted writes strings as Go.
func quoted(all []string) string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = strconv.Quote(s)
	}
	return strings.Join(out, ", ")
}

// named writes "field: text, ", or nothing for an empty text.
func named(field, text string) string {
	if text == "" {
		return ""
	}
	return field + ": " + strconv.Quote(text) + ", "
}

// states returns the names of some states.
func (p *subject) states(which []int) (names []string) {
	for _, s := range which {
		names = append(names, p.m.States[s].Name)
	}
	return names
}

// questions returns the numbers of the questions that the guard of a
// transition may ask the host, each once, in order.
func questions(t *core.Transition) []int {
	var out []int
	if t.Guard == nil {
		return nil
	}
	expr.Walk(t.Guard, func(e expr.Expr) {
		if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.External && !slices.Contains(out, r.Symbol.Index) {
			out = append(out, r.Symbol.Index)
		}
	})
	return out
}

// readsAny reports whether any of some expressions refers to the configuration
// and whether any refers to the payload.
func readsAny(all []expr.Expr) (m, payload bool) {
	for _, x := range all {
		inM, inPayload := reads(x)
		m, payload = m || inM, payload || inPayload
	}
	return m, payload
}
