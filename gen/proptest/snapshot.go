package proptest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// opaqueSlots returns the variables that have a Go type.
func (p *printer) opaqueSlots() []int {
	return slices.DeleteFunc(p.slots(), func(i int) bool { return p.m.Vars[i].Type.Kind != expr.Opaque })
}

// isError reports whether a variable is an error, which a snapshot has as text.
func (p *printer) isError(i int) bool {
	return p.m.Vars[i].Type.Kind == expr.Opaque && p.m.Vars[i].Type.Go.Text == "error"
}

// keeps reports whether the program's types say what a snapshot can hold.
func (p *printer) keeps() bool {
	return slices.ContainsFunc(p.opaqueSlots(), func(i int) bool { return !p.isError(i) })
}

// snapshots prints what the oracle knows of snapshots.
func (p *printer) snapshots() {
	p.restored()
	p.unsaved()
	p.forgeries()
	p.shared()
	if p.hasText() {
		p.spoilt()
	}
	if p.keeps() {
		p.bare()
	}
}

// hasText reports whether a snapshot holds text, or may hold floats.
func (p *printer) hasText() bool {
	return p.keeps() || slices.ContainsFunc(p.m.Params, func(q core.Param) bool { return q.Type.Kind == expr.String }) ||
		slices.ContainsFunc(p.m.Vars, func(v core.Var) bool { return v.Type.Kind == expr.String })
}

// bare prints the machine without values of Go types, of which the zero values
// may be all that JSON holds.
func (p *printer) bare() {
	var body strings.Builder
	for _, i := range p.opaqueSlots() {
		field := p.names.Vars[i].Field
		fmt.Fprintf(&body, "r.machine.%s, r.oracle.%s = none.%s, none.%s\n", field, field, field, field)
	}
	p.comment("bare takes the values of Go types away.")
	p.file.Func().Params(jen.Id("r").Op("*").Add(p.id("TestRun"))).Id("bare").Params().Block(
		source("var none " + p.prefix + "Oracle\n" + strings.TrimSuffix(body.String(), "\n")))
}

// spoilt prints the machines that have another text, also within a value of a Go
// type, or a float that is no number.
func (p *printer) spoilt() {
	var body strings.Builder
	spoil := func(field string) string {
		return "bad = of\nbad." + field + " = text\nall = append(all, bad)\n"
	}
	for i, q := range p.m.Params {
		if q.Type.Kind == expr.String {
			body.WriteString(spoil("params." + p.names.Fields[i]))
		}
	}
	for i, v := range p.m.Vars {
		text := spoil(p.names.Vars[i].Field)
		if v.Type.Kind == expr.Opaque && !p.isError(i) {
			text = "bad = of\nif " + p.prefix + "TestSpoil(reflect.ValueOf(&bad." + p.names.Vars[i].Field + ").Elem(), text) {\nall = append(all, bad)\n}\n"
		} else if v.Type.Kind != expr.String {
			continue
		}
		switch {
		case v.State < 0:
			body.WriteString(text)
		default:
			fmt.Fprintf(&body, "if m.State == %q {\n%s}\n", p.m.States[v.State].Name, text)
		}
	}
	p.comment("Spoilt returns the machine with each of its texts in turn another one. For one\nthat JSON cannot hold, its floats are no numbers, too.")
	p.method("Spoilt").Params(jen.Id("of").Id(p.names.Machine), jen.Id("text").String()).Params(jen.Id("all").Index().Id(p.names.Machine)).Block(
		source("var bad " + p.names.Machine + "\n" + body.String() + "return all"))
}

// restored prints how a configuration has the values of a restored machine
// that are equal and not the same.
func (p *printer) restored() {
	var body strings.Builder
	for _, i := range p.opaqueSlots() {
		v, field := p.m.Vars[i], p.names.Vars[i].Field
		fmt.Fprintf(&body, "if %s {\n%s\n}\nm.%s = got.%s\n", p.altered(i), fmt.Sprintf("return m, errors.New(%q)", v.Name+" is not what was saved"), field, field)
	}
	name := "got"
	if body.Len() == 0 {
		name = "_"
	}
	p.comment("Restored returns the configuration of a machine that is restored from a\nsnapshot of one with configuration m: what Go types refer to is another value,\nand an equal one.")
	p.method("Restored").Params(jen.Id(name).Op("*").Id(p.names.Machine)).Params(p.id("Oracle"), jen.Error()).Block(
		source(body.String() + "return m, nil"))
}

// shared prints whether two machines restored from one snapshot have a value in common.
func (p *printer) shared() {
	var body strings.Builder
	for _, i := range p.opaqueSlots() {
		if field := p.names.Vars[i].Field; !p.isError(i) {
			fmt.Fprintf(&body, "if %sTestShared(reflect.ValueOf(&m.%s).Elem(), reflect.ValueOf(&other.%s).Elem()) {\nreturn fmt.Errorf(%q)\n}\n",
				p.prefix, field, field, "two machines share "+p.m.Vars[i].Name)
		}
	}
	p.comment(p.prefix + "TestApart says what two machines, each restored from the same snapshot, share.")
	p.file.Func().Add(p.id("TestApart")).Params(jen.List(jen.Id("m"), jen.Id("other")).Op("*").Id(p.names.Machine)).Error().Block(
		source("if m == other {\nreturn errors.New(\"they are one machine\")\n}\n" + strings.ReplaceAll(body.String(), "fmt.Errorf", "errors.New") + "return nil"))
}

// altered writes that a variable of a Go type is not that of the machine got.
func (p *printer) altered(i int) string {
	old, now := "m."+p.names.Vars[i].Field, "got."+p.names.Vars[i].Field
	if p.isError(i) {
		return fmt.Sprintf("(%s == nil) != (%s == nil) || %s != nil && %s.Error() != %s.Error()", old, now, old, old, now)
	}
	if p.m.Vars[i].Type.Go.Text == "time.Time" {
		return "!" + old + ".Equal(" + now + ")" // another location is the same time
	}
	return "!reflect.DeepEqual(" + old + ", " + now + ")"
}

// unsaved prints when a machine may refuse to be saved.
func (p *printer) unsaved() {
	var body strings.Builder
	for _, i := range p.slots() {
		v, field := p.m.Vars[i], "m."+p.names.Vars[i].Field
		condition := "!utf8.ValidString(" + field + ") && strings.Contains(err.Error(), " + strconv.Quote(v.Name+" is not valid UTF-8") + ")"
		switch {
		case v.Type.Kind == expr.Opaque && !p.isError(i):
			condition = fmt.Sprintf("strings.Contains(err.Error(), %q) && !%sTestKept(reflect.TypeOf(&%s).Elem(), 0)", v.Name+", of type ", p.prefix, field)
		case v.Type.Kind != expr.String:
			continue
		}
		if homes := p.homes(i); homes != nil {
			condition = "(" + within(homes, true) + ") && " + condition
		}
		fmt.Fprintf(&body, "if %s {\nreturn nil\n}\n", condition)
	}
	p.comment("Unsaved says what is wrong with the error of a machine that cannot be saved,\nif anything is: JSON does not hold all texts and Go types.")
	p.method("Unsaved").Params(jen.Err().Error()).Error().Block(source(body.String() + "return fmt.Errorf(\"no snapshot: %w\", err)"))
}

// forgeries prints the values that a forged snapshot can have.
func (p *printer) forgeries() {
	var body strings.Builder
	body.WriteString("add := func(object, name, value string, want " + p.prefix + "Oracle) {\n" +
		"all = append(all, " + p.prefix + "TestForgery{object: object, name: name, value: value, want: want})\n}\n" +
		"never := func(object, name string, values ...string) {\nfor _, value := range values {\n" +
		"all = append(all, " + p.prefix + "TestForgery{object: object, name: name, value: value, never: true})\n}\n}\n" +
		"next := m\n")
	for i, q := range p.m.Params {
		body.WriteString(p.forge("params", q.Name, "Params."+p.names.Fields[i], q.Type, q.Min, q.Max))
	}
	for i, v := range p.m.Vars {
		switch text := p.forge("vars", v.Name, p.names.Vars[i].Field, v.Type, v.Min, v.Max); {
		case v.State < 0:
			body.WriteString(text)
		case text != "":
			fmt.Fprintf(&body, "if m.State == %q {\n%s}\n", p.m.States[v.State].Name, strings.ReplaceAll(text, `("vars", `, `("data", `))
		}
	}
	body.WriteString(p.forgeState())
	body.WriteString("return all")
	p.comment("Forgeries returns other values for a snapshot of m.")
	p.method("Forgeries").Params().Params(jen.Id("all").Index().Add(p.id("TestForgery"))).Block(source(body.String()))
}

// forge writes the other values of one name: those beside the present one, and
// those at the ends of its range.
func (p *printer) forge(object, name, field string, t expr.Type, lo, hi expr.Expr) string {
	add := func(value string) string { return fmt.Sprintf("add(%q, %q, %s, next)\n", object, name, value) }
	loop := func(list, value string) string {
		return "for _, value := range " + list + " {\nnext.Field = value\n" + add(value) + "}\nnext.Field = m.Field\n"
	}
	out := fmt.Sprintf("never(%q, %q, ", object, name)
	switch t.Kind {
	case expr.Int:
		values := "m.Field - 1, m.Field + 1, m.Field - 100, m.Field + 100"
		if lo != nil {
			values += ", " + p.code(lo, inOracle) + ", " + p.code(sum(lo, -1), inOracle)
		}
		if hi != nil {
			values += ", " + p.code(hi, inOracle) + ", " + p.code(sum(hi, 1), inOracle) + ", " + p.code(sum(hi, -2), inOracle)
		}
		out += "`null`, `\"x\"`, `0.5`, `1e99`, strconv.Itoa(m.Field)+`.0`, strconv.Quote(strconv.Itoa(m.Field)))\n" + loop("[]int{"+values+"}", "strconv.Itoa(value)")
		out += "for _, value := range []int{math.MinInt, math.MaxInt} {\nnext.Field = value\n" + add("strconv.Itoa(value)") +
			"all[len(all)-1].far = true\n}\nnext.Field = m.Field\n"
	case expr.Bool:
		out += "`null`, `\"true\"`, `1`, `0`)\nnext.Field = !m.Field\n" + add("strconv.FormatBool(next.Field)") + "next.Field = m.Field\n"
	case expr.String:
		out += "`null`, `7`)\n" + loop("[]string{\"\", \"another\", \"<A \" + strings.Repeat(\"long \", 20) + \"text>\"}", "strconv.Quote(value)")
	case expr.Enumerated:
		out += "`null`, `\"no value\"`, `0`, `\"\"`)\n" + loop("[]"+p.enum(t.Enum).Type+"{"+strings.Join(p.enum(t.Enum).Values, ", ")+"}", "strconv.Quote(value.String())")
	default:
		if t.Go.Text == "error" {
			out += "`7`, `{}`)\n"
			break
		}
		// Which texts are no value of a type of the program, encoding/json says.
		out = fmt.Sprintf("for _, value := range []string{`{}`, `[]`, `\"*\"`, `7`, `true`} {\nvar none %sOracle\n"+
			"if json.Unmarshal([]byte(value), &none.Field) != nil || reflect.TypeOf(&none.Field).Elem().Kind() == reflect.Interface {\nnever(%q, %q, value)\n}\n}\n", p.prefix, object, name)
	}
	return strings.ReplaceAll(out, ".Field", "."+field)
}

// forgeState writes the other states. A state with other data is none for this
// snapshot, and one whose data have the same names and other types is left out.
func (p *printer) forgeState() string {
	var rows strings.Builder
	for s, state := range p.m.States {
		names, fields := p.dataOf(s)
		fmt.Fprintf(&rows, "{%q, %q, %q},\n", state.Name, names, fields)
	}
	return "states := []struct{ name, data, fields string }{\n" + rows.String() + "}\n" +
		"for _, now := range states {\nfor _, other := range states {\nvalue := strconv.Quote(other.name)\nswitch {\n" +
		"case now.name != m.State:\n" +
		"case now.data != other.data:\nnever(\"\", \"state\", value)\n" +
		"case now.fields == other.fields:\nnext.State = other.name\nadd(\"\", \"state\", value, next)\nnext.State = m.State\n" +
		"}\n}\n}\n"
}

// dataOf returns the names of a state's data, and the fields that hold them.
func (p *printer) dataOf(state int) (names, fields string) {
	var data, slots []string
	for i, v := range p.m.Vars {
		if v.State == state {
			data = append(data, v.Name)
			slots = append(slots, p.names.Vars[i].Field)
		}
	}
	slices.Sort(data)
	slices.Sort(slots)
	return strings.Join(data, " "), strings.Join(slots, " ")
}

// sender prints what a machine and an observed one have in common.
func (p *printer) sender() {
	p.comment(p.prefix + "TestSender takes the events of a machine.")
	p.file.Type().Add(p.id("TestSender")).InterfaceFunc(func(g *jen.Group) {
		for i, e := range p.m.Events {
			g.Id(p.names.Events[i].Method).ParamsFunc(func(g *jen.Group) {
				for _, f := range e.Fields {
					g.Add(p.goType(f.Type))
				}
			}).Error()
		}
		if p.names.TimerSet != "" {
			g.Id("Fire").Params(jen.Id(p.names.Timer)).Error()
		}
	})
}
