package values

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// Write adds events and outputs as values, and what works with them.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.inputs()
	g.apply()
	g.outputs()
	g.recorder()
	g.dryRun()
	g.kind()
}

// function adds a function given as Go text in which $-names stand for those of the machine.
func (g printer) function(doc, text string, names ...string) {
	n := g.m.Names
	names = append(names, "$Input", n.Values.Input, "$Output", n.Values.Output, "$ReadInput", n.Values.ReadInput,
		"$ReadOutput", n.Values.ReadOutput, "$Recorder", n.Values.Recorder, "$Questions", n.Values.Questions, "$Kind", n.Values.Kind,
		"$textsOfEvent", n.Texts[n.Event], "$textsOfTimer", n.Texts[n.Timer], "$textsOfCall", n.Texts[n.Call],
		"$Event", n.Event, "$Timer", n.Timer, "$Params", n.Params, "$New", n.New, "$Restore", n.Record.Restore)
	var lines []string
	if doc != "" {
		lines = comment.Wrap(strings.NewReplacer(names...).Replace(doc))
	}
	g.f.Function(lines, text, names...)
}

// payload is an event or an output as a value.
type payload struct {
	ident.Payload
	recv, of string // of is as in "event Pay"
	fields   []core.Field
}

// declare emits the type, and its methods: those given as Go text, and its JSON unless there are no fields.
func (g printer) declare(p payload, doc string, methods ...string) {
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(p.Type).StructFunc(func(fields *jen.Group) {
		for i, f := range p.fields {
			fields.Id(p.Fields[i]).Add(code.Type(g.m, f.Type)).Tag(map[string]string{"json": f.Name})
		}
	})
	if len(p.fields) == 0 {
		g.f.Line()
		g.f.Function(nil, strings.Join(methods, "\n"), "$Type", p.Type)
		return
	}
	// Of other fields, package json reports what it cannot represent.
	own := slices.ContainsFunc(p.fields, func(f core.Field) bool { return f.Type.Kind == expr.Opaque || f.Type.Kind == expr.String })
	list := "return " + p.list(g.f.Package)
	if own {
		methods = append(methods, "func ($recv *$Type) UnmarshalJSON(b []byte) error { return $recv.payload().Read(b) }",
			"func ($recv $Type) MarshalJSON() ([]byte, error) { return $recv.payload().Write() }",
			"func ($recv *$Type) payload() codec.Payload {\n"+list+"\n}")
	} else {
		methods = append(methods, "func ($recv *$Type) UnmarshalJSON(b []byte) error {\n"+list+".Read(b)\n}")
	}
	g.f.Line()
	g.f.Function(nil, strings.Join(methods, "\n"), "$recv", p.recv, "$Type", p.Type)
}

// list lists the fields for package codec.
func (p payload) list(pkg string) string {
	list := make([]code.Field, len(p.fields))
	for i, f := range p.fields {
		list[i] = code.Field{Name: f.Name, Type: f.Type, Var: p.recv + "." + p.Fields[i]}
	}
	return code.PayloadFields("codec.PayloadOf("+strconv.Quote(pkg)+", "+strconv.Quote(p.of), list) + ")"
}

// arguments lists the fields as arguments of a method.
func (p payload) arguments() string {
	args := make([]string, len(p.Fields))
	for i, f := range p.Fields {
		args[i] = p.recv + "." + f
	}
	return strings.Join(args, ", ")
}

// read returns a statement that returns what a payload is of, as a value of an interface type.
func (g printer) read(p payload, result string) string {
	if len(p.fields) == 0 {
		return "return codec.Empty[" + result + "](" + p.Type + "{}, \"" + g.f.Package + "\", " + strconv.Quote(p.of) + ", payload)\n"
	}
	return "return codec.Read[" + result + ", " + p.Type + "](payload)\n"
}

// readFunc emits the function that reads an event or an output, given the cases of a switch.
func (g printer) readFunc(name, what, arg, typ, result, verb, cases string) {
	unknown := "fmt.Errorf(\"$pkg: unknown " + what + " " + verb + "\", " + arg + ")"
	var not []string
	if internal := g.m.Internal(); len(internal) > 0 {
		not = append(not, "or internal: only "+g.m.Raisers(internal...)+" it")
	}
	if g.m.Core.Eventless() >= 0 {
		not = append(not, "or names the transitions without an event")
	}
	if what == "event" && len(not) > 0 {
		unknown = "fmt.Errorf(\"$pkg: event " + verb + " is unknown, " + strings.Join(not, ", ") + "\", " + arg + ")"
	}
	doc := name + " reads the payload of an " + what + ": a JSON object with each field, once, and no others. Names are those of the spec, and their case is significant. "
	if cases == "" {
		g.function(name+" always returns an error, because the machine has no "+what+"s.", "func "+name+"("+arg+" "+typ+", payload []byte) ("+result+", error) {\nreturn nil, "+unknown+"\n}")
		return
	}
	g.function(doc+"No value is null, except for nil values of Go types. The payload of an "+what+" without fields may be empty.", `
func `+name+"("+arg+" "+typ+", payload []byte) ("+result+`, error) {
	switch `+arg+` {
	`+cases+`default:
		return nil, `+unknown+`
	}
}`)
}

// json documents how a payload is written and read.
func (g printer) json(reader string) string {
	return "json.Marshal writes its payload alone, and [" + reader + "] reads it. As in snapshots, errors are written as their text, and a value that JSON cannot restore " +
		"completely is an error."
}
