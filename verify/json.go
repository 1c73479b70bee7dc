package verify

import (
	"bytes"
	"encoding/json"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// The JSON of a report is stable: fields may be added, but are never renamed or
// removed.
type (
	reportJSON struct {
		Machine     string `json:"machine"`
		File        string `json:"file"`
		Termination Status `json:"termination"`
		// UnlessOverflow reports that Termination is unknown only because a value may
		// leave Go's int.
		UnlessOverflow bool `json:"unless_overflow,omitempty"`
		// Fits is as in a report.
		Fits int64 `json:"fits,omitempty"`
		// Reactive reports that the machine has environment events, so that
		// Termination is about settling between them.
		Reactive bool `json:"reactive,omitempty"`
		// Rest is the verdict on transitions without an event, if there are any.
		Rest  *restJSON  `json:"rest,omitempty"`
		Bound *boundJSON `json:"bound"`
		// Counts are proved limits of costs, calls, and outputs in a run.
		Counts []countJSON `json:"counts,omitempty"`
		// Punctual is set if the machine ends only if timers fire when they are due.
		Punctual *punctualJSON `json:"punctual,omitempty"`
		// Times are proved limits of the time of a run, and Waits the states in which nothing limits it.
		Times []timeJSON `json:"times,omitempty"`
		Waits []string   `json:"waits,omitempty"`
		// Within is the verdict on the claimed time of a run.
		Within *timeClaimJSON `json:"within,omitempty"`
		// OutcomesWithin are the verdicts on the claimed times of runs to outcomes.
		OutcomesWithin []outcomeTimeJSON `json:"outcomes_within,omitempty"`
		// Progress is the synthesized progress function, by state.
		Progress map[string]string `json:"progress,omitempty"`
		// OutOfMemory reports that the memory limit cut exploration short.
		OutOfMemory bool `json:"out_of_memory,omitempty"`
		// OutOfWork reports that exploration was cut short because events can arrive in
		// too many ways.
		OutOfWork bool `json:"out_of_work,omitempty"`
		// Explored counts the choices of parameters of which runs were looked at.
		Explored *triedJSON `json:"explored,omitempty"`
		// GaveUp lists the phases in which a search reached its work limit.
		GaveUp []string `json:"gave_up,omitempty"`
		// Inferred are facts that the spec does not declare.
		Inferred       []inferredJSON   `json:"inferred,omitempty"`
		Obligations    []obligationJSON `json:"obligations"`
		Overlaps       []overlapJSON    `json:"overlaps,omitempty"`
		Counterexample *runJSON         `json:"counterexample"`
		// Lassos are endless runs with other cycles than that of Counterexample.
		Lassos []*runJSON `json:"lassos,omitempty"`
		// Recurrent shows how Counterexample continues if it returns to no
		// configuration.
		Recurrent *recurrentJSON `json:"recurrent,omitempty"`
		// Trap is one that was found.
		Trap        *trapJSON `json:"trap,omitempty"`
		Diagnostics diag.List `json:"diagnostics"`
	}
	triedJSON struct {
		// Small are near the minimum, Constants at or beside constants of the spec, Random
		// at random, and Extreme at the ends of Go's int.
		Small     int    `json:"small"`
		Constants int    `json:"constants,omitempty"`
		Random    int    `json:"random,omitempty"`
		Seed      uint32 `json:"seed,omitempty"`
		Extreme   int    `json:"extreme,omitempty"`
	}
	restJSON struct {
		Status         Status         `json:"status"`
		Counterexample *runJSON       `json:"counterexample"`
		Recurrent      *recurrentJSON `json:"recurrent,omitempty"`
	}
	boundJSON struct {
		Expr   string `json:"expr"`
		Status Status `json:"status"`
		// UnlessOverflow is as in a report.
		UnlessOverflow bool `json:"unless_overflow,omitempty"`
		Tight          bool `json:"tight"`
		// Attained is as in a report. Given are conditions on the parameters under which Attained
		// and Least are proved: that some run takes at least so many transitions.
		Attained bool     `json:"attained,omitempty"`
		Least    string   `json:"least,omitempty"`
		Given    []string `json:"given,omitempty"`
		// Potential is the function that proves Expr, by state, if that is not the progress function.
		Potential map[string]string `json:"potential,omitempty"`
		// Found is a proved bound between environment events that the spec does not claim.
		Found          string   `json:"found,omitempty"`
		Counterexample *runJSON `json:"counterexample"`
		// Decides names the payload field that decides how long runs are, if there
		// is no bound over the parameters.
		Decides string `json:"decides,omitempty"`
		// Longest is a longest run for the largest explored parameters.
		Longest *runJSON `json:"longest,omitempty"`
	}
	// punctualJSON has the greatest number of transitions, if that is known, and the proved limits of costs.
	punctualJSON struct {
		Bound string      `json:"bound,omitempty"`
		Costs []countJSON `json:"costs,omitempty"`
	}
	// timeJSON is a proved limit of the time of a run, as in "n + 1" and "minutes". Timers are those of the proof, as in
	// "Waiting.Again".
	timeJSON struct {
		Most   string   `json:"most"`
		Unit   string   `json:"unit"`
		Timers []string `json:"timers"`
		// UnlessOverflow is as in a report.
		UnlessOverflow bool `json:"unless_overflow,omitempty"`
	}
	// timeClaimJSON is a claimed time. At has the time of each step of the counterexample, and Until the time up to which it goes on in
	// its last state, or "forever".
	timeClaimJSON struct {
		Most   string `json:"most"`
		Unit   string `json:"unit"`
		Status Status `json:"status"`
		// UnlessOverflow is as in a report.
		UnlessOverflow bool     `json:"unless_overflow,omitempty"`
		Counterexample *runJSON `json:"counterexample,omitempty"`
		At             []string `json:"at,omitempty"`
		Until          string   `json:"until,omitempty"`
	}
	// outcomeTimeJSON is a claimed time of runs to an outcome.
	outcomeTimeJSON struct {
		Outcome string `json:"outcome"`
		timeClaimJSON
	}
	// countJSON has the name of a cost, of a call, or of an output. Sum is the int whose values are added up, or
	// "" if the starts or outputs are counted.
	countJSON struct {
		Cost   string `json:"cost,omitempty"`
		Call   string `json:"call,omitempty"`
		Output string `json:"output,omitempty"`
		Sum    string `json:"sum,omitempty"`
		Most   string `json:"most"`
		// UnlessOverflow is as in a report. Reached reports that some run comes to the limit for each choice of parameters that was
		// explored; only costs can have it.
		UnlessOverflow bool `json:"unless_overflow,omitempty"`
		Reached        bool `json:"reached,omitempty"`
	}
	obligationJSON struct {
		Kind       Kind   `json:"kind"`
		Transition string `json:"transition"`
		State      string `json:"state,omitempty"`
		Event      string `json:"event,omitempty"`
		Variable   string `json:"variable,omitempty"`
		Invariant  string `json:"invariant,omitempty"`
		// Possible is the claim, such as "Idle from Collecting".
		Possible *possibleJSON `json:"possible,omitempty"`
		// Cost is the name of the cost that a claim is about.
		Cost   string   `json:"cost,omitempty"`
		Status Status   `json:"status"`
		Change []string `json:"change,omitempty"`
		// Missing lists values that would violate the obligation and that the known
		// facts do not rule out. Suggested is a condition that would prove it.
		Missing        string   `json:"missing,omitempty"`
		Suggested      string   `json:"suggested,omitempty"`
		Counterexample *runJSON `json:"counterexample,omitempty"`
		// Closed has, for each state in which the machine can be after the counterexample, the conditions that hold there.
		Closed map[string][]string `json:"closed,omitempty"`
		// Attempt is the event after the counterexample that takes no transition.
		Attempt *attemptJSON `json:"attempt,omitempty"`
	}
	// possibleJSON is a claim that some run leads from a state, or from everywhere, to one of several states or outcomes.
	possibleJSON struct {
		From string   `json:"from,omitempty"`
		To   []string `json:"to"`
	}
	// trapJSON is a configuration after which no run comes to an end, or nothing happens. Closed is as in an obligation.
	trapJSON struct {
		Run    *runJSON            `json:"run"`
		Closed map[string][]string `json:"closed"`
	}
	attemptJSON struct {
		Event string `json:"event"`
		// Payload and Answers are as in a step.
		Payload map[string]any  `json:"payload,omitempty"`
		Answers map[string]bool `json:"answers,omitempty"`
	}
	inferredJSON struct {
		State     string `json:"state"`
		Invariant string `json:"invariant"`
		// Text says what the invariant means, if it is about the progress of a region.
		Text string `json:"text,omitempty"`
	}
	recurrentJSON struct {
		// From is the index of the step where the cycle starts. The conditions of Set
		// hold there each time, so the cycle repeats forever.
		From int      `json:"from"`
		Set  []string `json:"set"`
		// Payloads are those that depend on the variables, as a report words them.
		Payloads string `json:"payloads,omitempty"`
	}
	runJSON struct {
		Params map[string]any `json:"params"`
		Steps  []stepJSON     `json:"steps"`
		// LoopFrom is the index of the first step of the cycle of a lasso.
		LoopFrom *int `json:"loop_from"`
	}
	overlapJSON struct {
		First  string         `json:"first"`
		Second string         `json:"second"`
		Params map[string]any `json:"params"`
		Vars   map[string]any `json:"vars,omitempty"`
		// Payload and Answers are as in a step.
		Payload map[string]any  `json:"payload,omitempty"`
		Answers map[string]bool `json:"answers,omitempty"`
		Reached bool            `json:"reached"`
	}
	stepJSON struct {
		Event string `json:"event"`
		// Environment marks a step of an environment event, after which the count
		// of transitions restarts.
		Environment bool           `json:"environment,omitempty"`
		Payload     map[string]any `json:"payload,omitempty"`
		// Answers are the answers of the external guards that the step reads.
		Answers  map[string]bool `json:"answers,omitempty"`
		From     string          `json:"from"`
		To       string          `json:"to"`
		Progress any             `json:"progress"`
		Vars     map[string]any  `json:"vars,omitempty"`
	}
)

// MarshalJSON returns the report as JSON. Equal reports give equal bytes.
func (r *Report) MarshalJSON() ([]byte, error) {
	m := r.Machine
	out := reportJSON{
		Machine: m.Name, File: m.File, Termination: r.Termination, UnlessOverflow: r.UnlessOverflow, Fits: r.Fits, Reactive: m.Reactive(),
		OutOfMemory: r.OutOfMemory, OutOfWork: r.OutOfWork, GaveUp: r.GaveUp, Counterexample: jsonRun(m, r.Run),
		Diagnostics: append(diag.List{}, r.Diagnostics...),
	}
	out.Bound, out.Obligations = r.boundJSON(), r.obligationsJSON()
	out.Counts = countsJSON(r)
	out.Times, out.Waits, out.Punctual = r.timesJSON(), stateNames(m, r.Waits), r.Punctual.json()
	if r.TimeClaim != nil {
		within := r.TimeClaim.json(m)
		out.Within = &within
	}
	for _, c := range r.OutcomeTimes {
		out.OutcomesWithin = append(out.OutcomesWithin, outcomeTimeJSON{m.Outcomes[c.Outcome].Name, c.json(m)})
	}
	if t := r.Tried; t != (Tried{}) {
		out.Explored = &triedJSON{len(r.Explored) - t.Constants, t.Constants, t.Random, t.Seed, t.Extreme}
	}
	if r.Synthesized != nil {
		out.Progress = map[string]string{}
		for s := range m.States {
			if !m.Terminal(s) {
				out.Progress[m.States[s].Name] = written(r.Synthesized[s])
			}
		}
	}
	for i := range r.Lassos {
		if i > 0 {
			out.Lassos = append(out.Lassos, jsonRun(m, &r.Lassos[i]))
		}
	}
	out.Recurrent = jsonRecurrent(m, r.Recurrent)
	if r.Rest.Status != "" {
		out.Rest = &restJSON{r.Rest.Status, jsonRun(m, r.Rest.Run), jsonRecurrent(m, r.Rest.Recurrent)}
	}
	if t := r.Trap; t != nil {
		out.Trap = &trapJSON{jsonRun(m, t.Run), jsonClosed(m, t.Closed)}
	}
	for _, i := range r.Inferred {
		fact := inferredJSON{State: m.States[i.State].Name, Invariant: expr.Print(i.Expr, expr.Spec)}
		if region := i.region(m); region != nil {
			fact.Text = "what region " + region.Name + " adds to the progress is not negative"
		}
		out.Inferred = append(out.Inferred, fact)
	}
	for i := range r.Overlaps {
		out.Overlaps = append(out.Overlaps, jsonOverlap(m, &r.Overlaps[i]))
	}
	return plain(out)
}

func (r *Report) boundJSON() *boundJSON {
	m := r.Machine
	out := &boundJSON{Status: r.Bound.Status, UnlessOverflow: r.Bound.UnlessOverflow, Tight: r.Bound.Tight, Attained: r.Bound.Attained, Counterexample: jsonRun(m, r.Bound.Run), Longest: jsonRun(m, r.Bound.Worst)}
	if l := r.Bound.Lower; l != nil {
		out.Least = expr.PrintNumber(l.Expr, expr.Spec)
		for _, x := range l.Given {
			out.Given = append(out.Given, expr.Print(x, expr.Spec))
		}
	}
	if r.Bound.Potential != nil {
		out.Potential = map[string]string{}
		for s, x := range r.Bound.Potential {
			if !m.Terminal(s) {
				out.Potential[m.States[s].Name] = expr.PrintNumber(x, expr.Spec)
			}
		}
	}
	if r.Bound.Found != nil {
		out.Found = expr.PrintNumber(r.Bound.Found, expr.Spec)
	}
	if d := r.Bound.Decides; d != nil {
		out.Decides = m.Events[d.Event].Name + "." + m.Events[d.Event].Fields[d.Field].Name
	}
	if r.Bound.Expr != nil {
		out.Expr = expr.PrintNumber(r.Bound.Expr, expr.Spec)
	}
	return out
}

func (r *Report) obligationsJSON() []obligationJSON {
	m, out := r.Machine, []obligationJSON{}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		j := obligationJSON{Kind: o.Kind, Status: o.Status, Change: o.Change, Missing: o.Missing, Counterexample: jsonRun(m, o.Run)}
		if a := o.Attempt; a != nil {
			j.Attempt = &attemptJSON{m.Events[a.Event].Name, jsonPayload(m, a.Event, a.Fields), jsonAnswers(m, o.Run.State(m), a.Event, a.Externals)}
		}
		if o.Suggested != nil {
			j.Suggested = expr.Print(o.Suggested, expr.Spec)
		}
		if o.Transition >= 0 {
			j.Transition = m.Label(o.Transition)
		}
		if o.State >= 0 {
			j.State = m.States[o.State].Name
		}
		if o.Event >= 0 {
			j.Event = m.Events[o.Event].Name
		}
		if o.Var >= 0 {
			j.Variable = m.Vars[o.Var].Name
		}
		if o.Kind == KindPossible {
			j.Possible, j.Closed = &possibleJSON{m.Goals[o.Goal].From, m.Goals[o.Goal].To}, jsonClosed(m, o.Closed)
		}
		if o.Cost >= 0 {
			j.Cost = m.Costs[o.Cost].Name
		}
		if o.Invariant >= 0 {
			j.Invariant = expr.Print(m.Invariants[o.Invariant].Expr, expr.Spec)
		}
		out = append(out, j)
	}
	return out
}

// plain marshals v without escaping <, > and &, which are frequent in labels.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func jsonClosed(m *core.Machine, set [][]expr.Expr) map[string][]string {
	if set == nil {
		return nil
	}
	out := map[string][]string{}
	for s, list := range set {
		if list != nil {
			out[m.States[s].Name] = append([]string{}, placed(m, s, list)...)
		}
	}
	return out
}

func jsonRecurrent(m *core.Machine, c *Recurrent) *recurrentJSON {
	if c == nil {
		return nil
	}
	out := &recurrentJSON{From: c.From, Set: []string{}}
	if c.Payloads != nil {
		out.Payloads = c.payload(m)
	}
	for _, x := range c.Set {
		out.Set = append(out.Set, expr.Print(x, expr.Spec))
	}
	return out
}

func jsonRun(m *core.Machine, run *trace.Run) *runJSON {
	if run == nil {
		return nil
	}
	out := &runJSON{Params: jsonParams(m, run.Params), Steps: []stepJSON{}}
	if run.LoopFrom >= 0 {
		out.LoopFrom = &run.LoopFrom
	}
	for _, s := range run.Steps {
		t := &m.Transitions[s.Transition]
		step := stepJSON{
			Event: m.Trigger(t), From: m.States[t.From].Name, To: m.States[t.To].Name,
			Environment: m.Events[t.Event].Environment, Payload: jsonPayload(m, t.Event, s.Fields),
			Answers: jsonAnswers(m, t.From, t.Event, s.Externals), Vars: jsonVars(m, t.To, s.After),
		}
		if values, ok := concrete.Rank(m, t.To, run.Params, s.After); ok && m.Rank == 1 {
			step.Progress = values[0]
		} else if ok && m.Rank > 1 {
			step.Progress = values
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

func jsonOverlap(m *core.Machine, o *Overlap) overlapJSON {
	t := &m.Transitions[o.First]
	return overlapJSON{
		First: m.Label(o.First), Second: m.Label(o.Second), Params: jsonParams(m, o.Params), Vars: jsonVars(m, t.From, o.Vars),
		Payload: jsonPayload(m, t.Event, o.Fields), Answers: jsonAnswers(m, t.From, t.Event, o.Externals), Reached: o.Run != nil,
	}
}

func jsonParams(m *core.Machine, params []int64) map[string]any {
	out := map[string]any{}
	for i, p := range m.Params {
		out[p.Name] = jsonValue(m, p.Type, params[i])
	}
	return out
}

func jsonPayload(m *core.Machine, event int, fields []int64) map[string]any {
	out := map[string]any{}
	for i, f := range m.Events[event].Fields {
		if f.Type.Scalar() {
			out[f.Name] = jsonValue(m, f.Type, fields[i])
		}
	}
	return out
}

func jsonAnswers(m *core.Machine, state, event int, externals []int64) map[string]bool {
	out := map[string]bool{}
	for i, a := range m.Asks {
		if asked(m, state, event, i) {
			out[a.Symbol.Name] = externals[i] == 1
		}
	}
	return out
}

func jsonVars(m *core.Machine, state int, vars []int64) map[string]any {
	out := map[string]any{}
	for i, v := range m.Vars {
		if v.Type.Scalar() && m.Exists(i, state) {
			out[v.Name] = jsonValue(m, v.Type, vars[i])
		}
	}
	return out
}

func jsonValue(m *core.Machine, t expr.Type, v int64) any {
	switch t.Kind {
	case expr.Int:
		return v
	case expr.Bool:
		return v != 0
	case expr.Enumerated:
		return t.Enum.Values[v]
	}
	return explore.Strings(m)[v]
}
