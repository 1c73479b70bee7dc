package proptest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/explore"
)

const (
	// reachConfigs bounds the configurations that are explored for one choice
	// of parameters, reachAll those for all, and reachChoices the choices.
	reachConfigs = 20_000
	reachAll     = 200_000
	reachChoices = 200
	// Where parameters near their minimum do not do, ints are tried that are
	// so far apart, and so many of them.
	wideStride = 4
	wideSteps  = 4
)

// shown is a run that exploration has found, as Go.
type shown struct {
	Params string // the fields of a literal
	Steps  []shownStep
}

// shownStep is an event and the row of the transition that it leads to.
type shownStep struct {
	Row   int
	Event string // the fields of a literal
	Label string
}

// shown returns runs that take every transition that exploration finds with
// small parameters, each at the end of a shortest run or of the beginning of one.
// It is the shortest with the smallest parameters that allow the transition.
func (p *printer) shown() []shown {
	shortest := make([]*explore.Run, len(p.m.Transitions))
	left, configs := len(shortest), reachAll
	for _, params := range slices.Concat(p.choices(1, p.spread()+1), p.choices(wideStride, wideSteps)) {
		if left == 0 || configs <= 0 {
			break
		}
		g := explore.Explore(context.Background(), p.m, params, min(reachConfigs, configs))
		configs -= g.Configs()
		for i := range shortest {
			if shortest[i] != nil || !g.Taken(i) {
				continue
			}
			run, ok := g.Find(func(s explore.Step) bool { return s.Transition == i && p.heard(params, &s) })
			if ok && p.plays(&run) {
				shortest[i] = &run
				left--
			}
		}
	}
	return p.shownRuns(shortest)
}

// shownRuns leaves out the runs to transitions which other runs take as early.
func (p *printer) shownRuns(shortest []*explore.Run) []shown {
	var rows []int
	for i, run := range shortest {
		if run != nil {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(len(shortest[j].Steps), len(shortest[i].Steps)) })
	texts := explore.Strings(p.m)
	covered := make([]bool, len(shortest))
	var out []shown
	for _, i := range rows {
		if covered[i] {
			continue
		}
		run := shortest[i]
		k := shown{Params: p.paramFields(run.Params, texts)}
		for n, s := range run.Steps {
			if at := shortest[s.Transition]; at != nil && n+1 == len(at.Steps) && slices.Equal(at.Params, run.Params) {
				covered[s.Transition] = true
			}
			k.Steps = append(k.Steps, shownStep{s.Transition, p.eventFields(&s, texts), p.m.Label(s.Transition)})
		}
		out = append(out, k)
	}
	return out
}

// heard gives the same answer to questions of a step that are the same call, as
// a host does, and reports whether the transition is still the one taken. Values
// of Go types are not known: they are taken to be the same.
func (p *printer) heard(params []int64, s *explore.Step) bool {
	t := &p.m.Transitions[s.Transition]
	env := p.env(params)
	env.Vars, env.Fields, env.Externals = s.Before, s.Fields, slices.Clone(s.Externals)
	alternatives := p.m.On(t.From, t.Event)
	var asks []int
	for i := range alternatives {
		for _, a := range questions(&alternatives[i]) {
			if !slices.Contains(asks, a) {
				asks = append(asks, a)
			}
		}
	}
	for i, a := range asks {
		for _, b := range asks[:i] {
			if p.sameCall(&p.m.Asks[a], &p.m.Asks[b], env) {
				env.Externals[a] = env.Externals[b]
			}
		}
	}
	for i := range alternatives {
		if alternatives[i].Guard != nil {
			if holds, err := expr.Eval(alternatives[i].Guard, env); err != nil || holds == 0 {
				continue
			}
		}
		return &alternatives[i] == t
	}
	return false
}

// sameCall reports whether two questions may be one call of the host.
func (p *printer) sameCall(a, b *core.Ask, env *expr.Env) bool {
	if a.Guard != b.Guard {
		return false
	}
	for i := range a.Args {
		if p.m.Guards[a.Guard].Args[i].Type.Kind == expr.Opaque {
			continue
		}
		x, errX := expr.Eval(a.Args[i], env)
		y, errY := expr.Eval(b.Args[i], env)
		if errX == nil && errY == nil && x != y {
			return false
		}
	}
	return true
}

// plays reports whether a run can be played by a test: its values fit in an int
// of 32 bits, and the host can give its answers.
func (p *printer) plays(r *explore.Run) bool {
	for i := range r.Steps {
		s := &r.Steps[i]
		for _, v := range s.Fields {
			if v < math.MinInt32 || v > math.MaxInt32 {
				return false
			}
		}
		if !p.heard(r.Params, s) {
			return false
		}
	}
	return true
}

// env returns parameters for the evaluation of expressions, with strings
// numbered as in exploration.
func (p *printer) env(params []int64) *expr.Env {
	texts := explore.Strings(p.m)
	constants := texts[:len(texts)-1]
	return &expr.Env{Params: params, Intern: func(s string) int64 { return int64(sort.SearchStrings(constants, s)) }}
}

// paramFields writes the fields of a parameter struct, leaving out what is zero.
func (p *printer) paramFields(params []int64, texts []string) string {
	var out []string
	for i, q := range p.m.Params {
		if params[i] != 0 && q.Type.Kind != expr.Opaque {
			out = append(out, p.names.Fields[i]+": "+p.value(q.Type, params[i], texts))
		}
	}
	return strings.Join(out, ", ")
}

// eventFields writes the fields of an oracle's event. Values that exploration
// does not look into are those of any other event.
func (p *printer) eventFields(s *explore.Step, texts []string) string {
	event := p.m.Transitions[s.Transition].Event
	out := []string{"Event: " + p.names.Events[event].Const}
	var answers []string
	for i := range p.m.Asks {
		if s.Externals[i] != 0 {
			answers = append(answers, strconv.Itoa(i)+": true")
		}
	}
	if answers != nil {
		out = append(out, fmt.Sprintf("Answers: [%d]bool{%s}", len(p.m.Asks), strings.Join(answers, ", ")))
	}
	for j, f := range p.m.Events[event].Fields {
		if f.Type.Kind != expr.Opaque && s.Fields[j] != 0 {
			out = append(out, p.fields[event][j]+": "+p.value(f.Type, s.Fields[j], texts))
		}
	}
	return strings.Join(out, ", ")
}

// value writes a value of exploration as Go.
func (p *printer) value(t expr.Type, v int64, texts []string) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v != 0)
	case expr.Enumerated:
		return p.enum(t.Enum).Values[v]
	case expr.String:
		return strconv.Quote(texts[v])
	}
	return strconv.FormatInt(v, 10)
}
