package proptest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// features are what the templates need to know of a machine.
type features struct {
	// P is the prefix, T the machine's name in those of test functions, and Pkg
	// the package.
	P, T, Pkg string
	M         *core.Machine
	N         *ident.Names
	Rank      int
	// Spread is how far above their minimum the parameters of the walk go.
	Spread   int
	Idles    bool     // an alternative ignores or rejects its event
	Rejects  bool     // an alternative rejects its event
	Bound    bool     // the spec claims a bound
	Payloads bool     // an event has an enum that the machine checks
	Same     bool     // not all values can be compared with ==
	Pick     bool     // payloads or parameters are chosen from a list of values
	Opaque   bool     // there are payloads of Go types
	Errors   bool     // there are payloads that are errors
	Defaults bool     // the defaults are in range
	Ints     bool     // there are parameters that are ints
	Large    []large  // how these become large
	Strings  []string // the fields of those that are strings

	Exact bool // snapshots are the same to the byte
	Texts bool // snapshots hold texts
	Kept  bool // it depends on types of the program what can be saved
	// Together has the names in a snapshot that a claim is about, for each
	// claim about several.
	Together []string
	// Shown are runs to all that exploration has found.
	Shown []shown
	// CoverEvents is how many events the search for covering runs sends.
	CoverEvents int

	Tells   bool     // there are outputs or timers
	Delays  bool     // the program says how long timers take
	Shrinks bool     // events carry something for the host
	Start   []string // calls of the host when a machine begins
	// Environment is the Go condition that e is an environment event, or "".
	Environment string
	// Cancel is the event that a cancelled context means, or "", CancelField
	// its field, or "", and CancelDeaf are the states in which it does nothing.
	Cancel, CancelField string
	CancelDeaf          []string
	TimersDeaf          []deafTimer
	Timers              []state
	Outcomes            []state
	Beyond              []string // values that are no outcome, or no timer, as elements of slices
	NoTimers            string   // those that are no timer, as a slice

	DefaultChecks []check
	Edges         []edge
	// StateDocs, EventDocs and Docs are what the spec says of states, events and
	// transitions, if it says anything.
	StateDocs, EventDocs, Docs []string
	Shared                     bool     // machines share the errors of illegal events
	Hurries                    bool     // a timer could be over before a test is
	Patient                    bool     // there are timers, which are not over before a test is
	Corners                    []edge   // parameters that New accepts
	Unbounded                  []string // parameters that can make the bound overflow
	States                     []state
	// NoStates and NoEvents are the least and the greatest value that is no state,
	// and no event, if there are any.
	NoStates, NoEvents string
	Enums              []enum
}

// state is a state, or a timer, as the test of texts lists it.
type state struct{ Const, Name, Outcome string }

// enum is an enumeration as the test of texts lists it.
type enum struct {
	Type   string
	Values []string
	Consts string
	Beyond string // the least and the greatest value that are not declared, if there are any
}

func (p *printer) features() features {
	f := features{
		P: p.prefix, T: ident.Export(p.m.Name), Pkg: p.pkg, M: p.m, N: p.names,
		Idles: p.idles(), Rejects: slices.ContainsFunc(p.m.Transitions, func(t core.Transition) bool { return t.Effect == core.Reject }),
		Tells: p.tells(), Delays: p.saysDelays(), Shrinks: p.names.GuardSet+p.names.TimerSet != "", Environment: p.environment(),
		Exact: len(p.opaqueSlots()) == 0, Kept: p.keeps(), Texts: p.hasText(), Together: p.together(), Hurries: p.shorter(time.Second), Patient: p.patient(), Shown: p.runs, CoverEvents: 20_000,
		Rank: p.m.Rank, Bound: p.m.Bound != nil, Spread: p.spread(), Defaults: p.defaultsHold(),
		NoStates: beyond(p.names.State, len(p.m.States)), NoEvents: beyond(p.names.Event, len(p.m.Events)), DefaultChecks: p.defaultChecks(), Edges: p.edges(), Unbounded: p.unbounded(),
	}
	p.cancellation(&f)
	p.docs(&f)
	f.Corners = p.corners()
	for i, s := range p.m.States {
		outcome := p.names.Running
		if s.Outcome >= 0 {
			outcome = p.names.Outcomes[s.Outcome]
		}
		f.States = append(f.States, state{p.names.States[i], s.Name, outcome})
	}
	f.Outcomes = []state{{Const: p.names.Running, Name: "none"}}
	for i, o := range p.m.Outcomes {
		f.Outcomes = append(f.Outcomes, state{Const: p.names.Outcomes[i], Name: o.Name})
	}
	if n := len(f.Outcomes); roomy(n) {
		f.Beyond = append(f.Beyond, beyond(p.names.Outcome, n))
	}
	if n := len(p.m.Timers); n > 0 && roomy(n) {
		f.NoTimers = beyond(p.names.Timer, n)
		f.Beyond = append(f.Beyond, f.NoTimers)
	}
	for i, e := range p.m.Enums {
		f.Enums = append(f.Enums, enum{p.names.Enums[i].Type, e.Values, strings.Join(p.names.Enums[i].Values, ", "), beyond(p.names.Enums[i].Type, len(e.Values))})
	}
	for i, e := range p.m.Events {
		for j, field := range e.Fields {
			f.Payloads = f.Payloads || p.spoils(i, j)
			f.Pick = f.Pick || p.used(i, j) && (field.Type.Kind == expr.Int || field.Type.Kind == expr.String)
			f.Errors = f.Errors || field.Type.Kind == expr.Opaque && field.Type.Go.Text == "error"
			f.Opaque = f.Opaque || field.Type.Kind == expr.Opaque && special(field.Type) == nil
		}
	}
	for _, e := range p.m.Start {
		f.Start = append(f.Start, p.call(p.names.Outputs[e.Output].Method, e.Values, -1))
	}
	for i, t := range p.m.Timers {
		f.Timers = append(f.Timers, state{Const: p.names.Timers[i], Name: t.Owner + "." + p.m.Events[t.Event].Name})
	}
	for _, handed := range p.handed() {
		f.Same = f.Same || !equatable(handed.Type)
	}
	for _, v := range p.m.Vars {
		f.Same = f.Same || !equatable(v.Type)
	}
	for i, q := range p.m.Params {
		f.Same = f.Same || !equatable(q.Type)
		f.Pick = f.Pick || q.Type.Kind == expr.String
		f.Ints = f.Ints || q.Type.Kind == expr.Int
		if q.Type.Kind == expr.String {
			f.Strings = append(f.Strings, p.names.Fields[i])
		}
		if q.Type.Kind == expr.Int {
			f.Large = append(f.Large, p.large(i))
		}
	}
	return f
}

// roomy reports whether the type of so many constants, the smallest unsigned
// one, has values beyond them.
func roomy(constants int) bool { return constants != 1<<8 && constants != 1<<16 }

// docs fills in what the spec says of states, events and transitions.
func (p *printer) docs(f *features) {
	for _, s := range p.m.States {
		f.StateDocs = append(f.StateDocs, strings.TrimSpace(s.Doc))
	}
	for _, e := range p.m.Events {
		f.EventDocs = append(f.EventDocs, strings.TrimSpace(e.Doc))
	}
	for _, t := range p.m.Transitions {
		if t.Effect == core.Take {
			f.Docs = append(f.Docs, strings.TrimSpace(t.Doc))
		}
	}
	for _, docs := range []*[]string{&f.StateDocs, &f.EventDocs} {
		if strings.Join(*docs, "") == "" {
			*docs = nil // there is no method Doc
		}
	}
	f.Shared = len(p.m.States)*len(p.m.Events) <= 16_384
}

// beyond returns the least and the greatest value of a type that are none of its
// constants, as a slice, or "" if there are none.
func beyond(name string, constants int) string {
	if !roomy(constants) {
		return ""
	}
	return fmt.Sprintf("[]%s{%d, math.MaxUint%d}", name, constants, width(constants))
}

// width is how many bits the type of so many constants has, the smallest unsigned
// one that there is for them.
func width(constants int) int {
	switch {
	case constants <= 1<<8:
		return 8
	case constants <= 1<<16:
		return 16
	}
	return 32
}

// equatable reports whether values of the type are known to be comparable
// with ==, and the same only when they are equal.
func equatable(t expr.Type) bool {
	if t.Kind != expr.Opaque {
		return true
	}
	text := t.Go.Text
	return strings.HasPrefix(text, "*") || text == "error"
}
