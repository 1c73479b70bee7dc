package instance

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// regionPrinter emits the String method of a machine with regions. It shows those of the current
// state before the variables.
func (g printer) regionPrinter() {
	vars, args := g.formats(func(i int) bool { return g.m.Core.Vars[i].State < 0 })
	what := "the current state, and what is active in its regions, on one line, for logs"
	if len(args) > 0 {
		what = "the current state, what is active in its regions, and the variables on one line, for logs"
	}
	g.f.Doc(comment.Wrap("String returns " + what + "."))
	g.f.OnMachine("String").Params().String().BlockFunc(func(body *jen.Group) {
		if len(args) == 0 {
			body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
				g.eachParallel(func(s int) {
					format, active := g.formats(func(i int) bool { return g.m.Core.Vars[i].State == s && g.m.Core.RegionOf(i) != nil })
					cases.Case(jen.Id(g.m.Names.States[s])).Block(
						jen.Return(jen.Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit("%v" + format), jen.Id("m.state")}, active...)...)))
				})
				cases.Default().Block(jen.Return(jen.Id("m.state.String()")))
			})
			return
		}
		body.Id("text").Op(":=").Id("m.state.String()")
		body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
			g.eachParallel(func(s int) {
				format, active := g.formats(func(i int) bool { return g.m.Core.Vars[i].State == s && g.m.Core.RegionOf(i) != nil })
				cases.Case(jen.Id(g.m.Names.States[s])).Block(
					jen.Id("text").Op("+=").Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(format)}, active...)...))
			})
			cases.Default().Comment("// has no regions")
		})
		body.Return(jen.Id("text").Op("+").Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(vars)}, args...)...))
	})
}

// configuration emits the method that lists the active states of a machine with regions.
func (g printer) configuration() {
	if !g.m.Core.Parallel() {
		return
	}
	g.f.Doc(comment.Wrap("Configuration returns the names of all active states in the order of the spec, each state after those around it: " +
		"composite states, the state that State returns, and the regions of that state with the active states inside them."))
	g.f.OnMachine("Configuration").Params().Index().String().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
			for s := range g.m.Core.States {
				if len(g.m.Core.States[s].Regions) > 0 {
					cases.Case(jen.Id(g.m.Names.States[s])).BlockFunc(func(body *jen.Group) { g.activeRegions(body, s) })
				} else if around := g.m.Core.States[s].Composites; len(around) > 0 {
					cases.Case(jen.Id(g.m.Names.States[s])).Block(jen.Return(names(append(slices.Clone(around), g.m.Core.States[s].Name))))
				}
			}
			cases.Default().Block(jen.Return(jen.Index().String().Values(jen.Id("m.state.String()"))))
		})
	})
}

// activeRegions emits the list of the active states while the machine is in a state with regions.
func (g printer) activeRegions(body *jen.Group, s int) {
	state := &g.m.Core.States[s]
	if !slices.ContainsFunc(state.Regions, func(r core.Region) bool { return !g.plain(&r) }) {
		body.Return(jen.Index().String().ValuesFunc(func(values *jen.Group) {
			for _, name := range append(slices.Clone(state.Composites), state.Name) {
				values.Lit(name)
			}
			for _, r := range state.Regions {
				values.Lit(r.Name)
				values.Id("m").Dot(g.m.Names.Vars[r.Var].Field).Dot("String").Call()
			}
		}))
		return
	}
	body.Id("active").Op(":=").Add(names(append(slices.Clone(state.Composites), state.Name)))
	for i := range state.Regions {
		g.activeRegion(body, &state.Regions[i])
	}
	body.Return(jen.Id("active"))
}

// plain reports whether what is active in a region is the state that the text of its variable names.
func (g printer) plain(r *core.Region) bool {
	enum := g.m.Core.Vars[r.Var].Type.Enum
	for i := range r.States() {
		if !slices.Equal(r.Active(i), []string{r.Name, enum.Values[i]}) {
			return false
		}
	}
	return r.Inside == nil
}

// activeRegion adds what is active in a region.
func (g printer) activeRegion(body *jen.Group, r *core.Region) {
	if g.plain(r) {
		body.Id("active").Op("=").Append(jen.Id("active"), jen.Lit(r.Name), jen.Id("m").Dot(g.m.Names.Vars[r.Var].Field).Dot("String").Call())
		return
	}
	body.Switch(jen.Id("m").Dot(g.m.Names.Vars[r.Var].Field)).BlockFunc(func(cases *jen.Group) {
		for i := range r.States() {
			list := []jen.Code{jen.Id("active")}
			for _, name := range r.Active(i) {
				list = append(list, jen.Lit(name))
			}
			value := jen.Id(g.m.Enum(g.m.Core.Vars[r.Var].Type.Enum).Values[i])
			cases.Case(value).Block(jen.Id("active").Op("=").Append(list...))
		}
		what := "// is not a value of the region"
		if r.Inside != nil {
			what = "// is not active"
		}
		cases.Default().Comment(what)
	})
}

// eachParallel calls f for each state with regions.
func (g printer) eachParallel(f func(state int)) {
	for s := range g.m.Core.States {
		if len(g.m.Core.States[s].Regions) > 0 {
			f(s)
		}
	}
}

// names returns a list of strings in Go.
func names(list []string) *jen.Statement {
	return jen.Index().String().ValuesFunc(func(values *jen.Group) {
		for _, name := range list {
			values.Add(jen.Lit(name))
		}
	})
}
