package mermaid

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// imported is a small diagram, the states of its spec on one line, without spaces that YAML does not need, and the
// warnings.
type imported struct {
	name, src, terminal, states string
	warnings                    []string
}

var flat = regexp.MustCompile(`\n *`)

func (test imported) check(t *testing.T) {
	t.Helper()
	out, diags := Import("x.mmd", []byte("stateDiagram-v2\n"+test.src), 1)
	if out == nil {
		t.Fatal(diags)
	}
	_, states, _ := strings.Cut(string(out), "\nstates:\n")
	if d := cmp.Diff(test.states, strings.TrimSpace(flat.ReplaceAllString(states, " "))); d != "" {
		t.Errorf("%s\n%s", d, out)
	}
	if want := "terminal:\n  done: [" + test.terminal + "]\n"; test.terminal != "" && !strings.Contains(string(out), want) {
		t.Errorf("no %sin\n%s", want, out)
	}
	var found []string
	for _, d := range diags {
		found = append(found, d.Message)
	}
	if d := cmp.Diff(test.warnings, found); d != "" {
		t.Error(d)
	}
}

// TestEnds imports arrows to "[*]" inside composite states, which end the composite state, not the machine.
func TestEnds(t *testing.T) {
	for _, test := range []imported{
		{
			"an arrow with an event leaves the composite state",
			"[*] --> W\nstate W {\n[*] --> a\na --> b : step\nb --> [*]\n}\nW --> N : accepted\nN --> [*]", "N",
			"W: initial: a on: accepted: N states: a: on: step: b b: final: true N: {}", nil,
		},
		{
			"the arrow to the end has an event",
			"[*] --> W\nstate W {\n[*] --> a\na --> [*] : finished\n}\nW --> Q : finished\nQ --> [*]", "Q",
			"W: initial: a on: finished: Q states: a: on: finished: W_final W_final: final: true Q: {}", nil,
		},
		{
			"an arrow without a label leaves the composite state",
			"[*] --> W\nstate W {\n[*] --> a\na --> b : step\na --> [*] : fail\nb --> [*]\n}\nW --> N\nW --> X : stop\nN --> [*]\nX --> [*]", "N, X",
			"W: initial: a done: N on: stop: X states: a: on: step: b fail: W_final b: on: Next: W_final W_final: final: true N: {} X: {}", nil,
		},
		{
			"where the composite state goes on depends on a condition",
			"[*] --> W\nstate W {\n[*] --> a\na --> [*] : run\n}\nW --> N : [good]\nW --> M\nN --> [*]\nM --> [*]", "N, M",
			"W: initial: a states: a: on: run: - {if: good, to: N} - {to: M} N: {} M: {}", nil,
		},
		{
			"the composite state ends the machine",
			"[*] --> W\nstate W {\n[*] --> a\na --> b : run\nb --> [*]\n}\nW --> [*]", "b",
			"W: initial: a states: a: on: run: b b: {}", nil,
		},
		{
			"the composite state ends the machine, and something else can happen before",
			"[*] --> W\nstate W {\n[*] --> a\na --> b : run\nb --> [*]\n}\nW --> [*]\nW --> X : stop\nX --> [*]", "X, Final",
			"W: initial: a on: stop: X states: a: on: run: b b: on: Next: Final X: {} Final: {}", nil,
		},
		{
			"nothing leaves the composite state",
			"[*] --> W\nstate W {\n[*] --> a\na --> b : run\nb --> [*]\n}", "b",
			"W: initial: a states: a: on: run: b b: {}", nil,
		},
		{
			"composite states in composite states",
			"[*] --> W\nstate W {\n[*] --> V\nstate V {\n[*] --> a\na --> [*] : run\n}\nV --> [*]\n}\nW --> N\nN --> [*]", "N",
			"W: initial: V done: N states: V: initial: a done: W_final states: a: on: run: V_final V_final: final: true W_final: final: true N: {}", nil,
		},
		{
			"a state that does something is not final itself",
			"[*] --> W\nstate W {\n[*] --> a\na : ping / answer\na --> [*]\n}\nW --> N : stop\nN --> [*]", "N",
			"W: initial: a on: stop: N states: a: on: ping: - {emit: [answer]} Next: W_final W_final: final: true N: {}",
			[]string{"`answer` is read as an action: what follows the slash in `event / action`"},
		},
		{
			"the final state cannot be reached",
			"[*] --> W\nstate W {\n[*] --> a\na --> a : e\nb --> [*] : run\n}\nW --> N\nW --> M : stop\nN --> [*]\nM --> [*]", "M",
			"W: initial: a on: stop: M states: a: on: e: a M: {}",
			[]string{"`b` cannot be reached: the import drops it", "`N` cannot be reached: the import drops it"},
		},
	} {
		t.Run(test.name, test.check)
	}
}

// TestRegions imports regions, forks, and joins.
func TestRegions(t *testing.T) {
	const branches = "split: done: Fold parallel: split_1: initial: Wash states: Wash: on: Next_split_1: split_1_final split_1_final: final: true " +
		"split_2: initial: Dry states: Dry: on: hot: split_2_final split_2_final: final: true"
	for _, test := range []imported{
		{
			"regions",
			"[*] --> P\nstate P {\n[*] --> a\na --> b : x\nb --> [*]\n--\n[*] --> c\nc --> [*] : y\n}\nP --> N : stop\nN --> [*]", "N",
			"P: on: stop: N parallel: P_1: initial: a states: a: on: x: b b: final: true P_2: initial: c states: c: on: y: P_2_final P_2_final: final: true N: {}", nil,
		},
		{
			"regions that are done",
			"[*] --> P\nstate P {\n[*] --> a\na --> [*] : x\n--\n[*] --> c\nc --> [*] : y\n}\nP --> N\nN --> [*]", "N",
			"P: done: N parallel: P_1: initial: a states: a: on: x: P_1_final P_1_final: final: true P_2: initial: c states: c: on: y: P_2_final P_2_final: final: true N: {}", nil,
		},
		{
			"a region without an end is never done",
			"[*] --> P\nstate P {\n[*] --> a\na --> b\nb --> a\n--\n[*] --> c\nc --> [*] : y\n}\nP --> N\nN --> [*]", "N",
			"P: on: Next: N parallel: P_1: initial: a states: a: on: Next_P_1: b b: on: Next_P_1: a P_2: initial: c states: c: on: y: P_2_final P_2_final: final: true N: {}", nil,
		},
		{
			"regions that are composite states",
			"[*] --> P\nstate P {\nstate R {\n[*] --> a\na --> [*] : x\n}\n--\nstate S {\n[*] --> c\nc --> [*] : y\n}\n}\nP --> N\nN --> [*]", "N",
			"P: done: N parallel: R: initial: a states: a: on: x: R_final R_final: final: true S: initial: c states: c: on: y: S_final S_final: final: true N: {}", nil,
		},
		{
			"the order of regions is that of the drawing, not that of arrows into them",
			"[*] --> c\nc --> b : e\nstate P {\nstate R {\n[*] --> a\na --> b : x\n}\n--\nstate S {\n[*] --> c\nc --> d : y\n}\n}\nP --> N : z\nN --> [*]", "N",
			"P: on: z: N parallel: R: initial: a states: b: {} a: on: x: b S: initial: c states: c: on: e: b y: d d: {} N: {}",
			[]string{
				"this arrow leads into another region, so it leaves and enters all regions",
				"`b` is named outside of the composite state, too; the import puts it inside, as the drawing does",
			},
		},
		{
			"an arrow into another region",
			"[*] --> P\nstate P {\n[*] --> a\na --> c : x\n--\n[*] --> c\nc --> [*] : y\n}\nP --> N : z\nN --> [*]", "N",
			"P: on: z: N parallel: P_1: initial: a states: a: on: x: c P_2: initial: c states: c: on: y: P_2_final P_2_final: final: true N: {}",
			[]string{"this arrow leads into another region, so it leaves and enters all regions"},
		},
		{
			"one region",
			"[*] --> P\nstate P {\n--\n[*] --> a\na --> b : x\n}\nP --> N : z\nN --> [*]", "N",
			"P: initial: a on: z: N states: a: on: x: b b: {} N: {}", nil,
		},
		{
			"fork and join",
			"state split <<fork>>\n[*] --> split\nsplit --> Wash\nsplit --> Dry\nstate meet <<join>>\nWash --> meet\nDry --> meet : hot\nmeet --> Fold\nFold --> [*]", "Fold",
			branches + " Fold: {}", nil,
		},
		{
			"fork and join in a composite state, and an arrow that leaves the branches",
			"[*] --> Box\nstate Box {\nstate split <<fork>>\n[*] --> split\nsplit --> Wash\nsplit --> Dry\nstate meet <<join>>\nWash --> meet\nDry --> meet : hot\nmeet --> Fold\nFold --> [*]\n}\nDry --> Burnt : oops\nBurnt --> [*]\nBox --> [*]", "Fold, Burnt",
			"Box: initial: split states: " + strings.Replace(branches, "hot: split_2_final", "hot: split_2_final oops: Burnt", 1) + " Fold: {} Burnt: {}", nil,
		},
		{
			"the join waits for an event",
			"state split <<fork>>\n[*] --> split\nsplit --> Wash\nsplit --> Dry\nstate meet <<join>>\nWash --> meet\nDry --> meet : hot\nmeet --> Fold : bell\nFold --> [*]", "Fold",
			strings.Replace(branches, "done: Fold", "done: meet", 1) + " meet: on: bell: Fold Fold: {}", nil,
		},
		{
			"fork and join of regions",
			"state f <<fork>>\nstate j <<join>>\n[*] --> f\nf --> a\nf --> c\nstate P {\na --> b : x\n--\nc --> d : y\n}\nb --> j : bx\nd --> j\nj --> N\nN --> [*]", "N",
			"P: done: N parallel: P_1: initial: a states: a: on: x: b b: on: bx: P_1_final P_1_final: final: true P_2: initial: c states: c: on: y: d d: on: Next_P_2: P_2_final P_2_final: final: true N: {}", nil,
		},
		{
			"a fork with conditions",
			"state f <<fork>>\n[*] --> A\nA --> f : run\nf --> B : small\nf --> C : large\nB --> [*]\nC --> [*]", "B, C",
			"A: on: run: - {if: small, to: B} - {to: C, doc: large} B: {} C: {}",
			[]string{"the fork `f` has arrows with labels: the import reads it as a choice"},
		},
	} {
		t.Run(test.name, test.check)
	}
}

// TestChoices imports choices, of which one branch is always taken, and what tells their branches apart.
func TestChoices(t *testing.T) {
	for _, test := range []imported{
		{
			"the last branch",
			"state c <<choice>>\n[*] --> A\nA --> c : e\nc --> B : if n < 0\nc --> C : if n == 0\nc --> D : if n > 0\nB --> [*]\nC --> [*]\nD --> [*]", "B, C, D",
			"A: on: e: - {if: n_lt_0, to: B} - {if: n_eq_0, to: C} - {to: D, doc: n > 0} B: {} C: {} D: {}", nil,
		},
		{
			"the last branch, and the arrow into the choice has a guard",
			"state c <<choice>>\n[*] --> A\nA --> c : e [g]\nc --> B : [x]\nc --> C : [w] / log\nB --> [*]\nC --> [*]", "B, C",
			"A: on: e: - {if: g && x, to: B} - {if: g, to: C, emit: [log], doc: w} B: {} C: {}", nil,
		},
		{
			"one branch",
			"state c <<choice>>\n[*] --> A\nA --> c : e\nA --> D : f\nc --> B : [x]\nB --> [*]\nD --> [*]", "D, B",
			"A: on: e: - {if: x, to: B} f: D D: {} B: {}", nil,
		},
		{
			"one answer to two questions",
			"state paid <<choice>>\nstate known <<choice>>\n[*] --> A\nA --> paid : e\nA --> known : f\npaid --> B : yes\npaid --> C : no\nknown --> B : sure\nknown --> C : no idea\nB --> [*]\nC --> [*]", "B, C",
			"A: on: e: - {if: paid_yes, to: B} - {to: C, doc: paid no} f: - {if: sure, to: B} - {to: C, doc: no idea} B: {} C: {}", nil,
		},
		{
			"the same text at two choices",
			"state a <<choice>>\nstate b <<choice>>\n[*] --> A\nA --> a : e\nA --> b : f\na --> B : valid\na --> C : bad\nb --> B : valid\nb --> C : worse\nB --> [*]\nC --> [*]", "B, C",
			"A: on: e: - {if: a_valid, to: B} - {to: C, doc: bad} f: - {if: b_valid, to: B} - {to: C, doc: worse} B: {} C: {}", nil,
		},
		{
			"a choice at the beginning of a composite state",
			"state c <<choice>>\n[*] --> P\nstate P {\n[*] --> c\nc --> a : new\nc --> b : old\na --> b : x\n}\nP --> N : z\nN --> [*]", "N",
			"P: initial: P_start on: z: N states: P_start: doc: The initial state of P. on: Next: - {if: new, to: a} - {to: b, doc: old} a: on: x: b b: {} N: {}", nil,
		},
	} {
		t.Run(test.name, test.check)
	}
}

// TestReadings imports statements that were refused, lost, or reported without need.
func TestReadings(t *testing.T) {
	for _, test := range []imported{
		{
			"class and text",
			"[*] --> a\na:::x: Text\na --> b : run\nb --> [*]", "b",
			"a: doc: Text on: run: b b: {}", nil,
		},
		{
			"keywords with capital letters",
			"[*] --> a\nState \"Title\" as a\nClass a x\nNote right of a : text\na --> b : run\nb --> [*]", "b",
			"# text Title: on: run: b b: {}", nil,
		},
		{
			"layout",
			"direction LR\nclassDef x fill:#f00\nstyle a fill:#f00\n[*] --> a\na --> b : run\nb --> [*]", "b",
			"a: on: run: b b: {}", nil,
		},
		{
			"the initial arrow of a composite state has a label",
			"[*] --> P\nstate P {\n[*] --> a : at first\na --> b : x\n}\nP --> N : z\nN --> [*]", "N",
			"P: initial: a on: z: N states: a: on: x: b b: {} N: {}",
			[]string{"the import drops the label of this arrow: a composite state begins without an event"},
		},
		{
			"a state that is named outside first, and inside only at the end of an arrow",
			"[*] --> P\nP --> Closing : close\nClosing --> [*]\nstate P {\n[*] --> a\na --> b : x\nb --> Closing : y\n}", "Final",
			"P: initial: a on: close: Closing states: Closing: on: Next: Final a: on: x: b b: on: y: Closing Final: {}",
			[]string{"`Closing` is named outside of the composite state, too; the import puts it inside, as the drawing does"},
		},
		{
			"an arrow to a state inside, before the composite state",
			"[*] --> I\nI --> b : deep\nI --> P : run\nstate P {\n[*] --> a\na --> b : x\nb --> a : y\n}\nP --> N : z\nN --> [*]", "N",
			"I: on: deep: b run: P P: initial: a on: z: N states: b: on: y: a a: on: x: b N: {}", nil,
		},
		{
			"an arrow inside a composite state to one in another",
			"[*] --> P\nstate P {\n[*] --> a\na --> b : x\n}\nP --> Q : q\nstate Q {\n[*] --> c\nc --> a : back\n}\nQ --> N : z\nN --> [*]", "N",
			"P: initial: a on: q: Q states: a: on: x: b b: {} Q: initial: c on: z: N states: c: on: back: a N: {}",
			[]string{"`a` is in another composite state; the import leaves it there"},
		},
		{
			"a composite state without an initial arrow begins in its choice",
			"[*] --> P\nstate P {\nstate c <<choice>>\nc --> a : new\nc --> b : old\n}\nP --> N : z\nN --> [*]", "N",
			"P: initial: P_start on: z: N states: P_start: doc: The initial state of P. on: Next: - {if: new, to: a} - {to: b, doc: old} a: {} b: {} N: {}",
			[]string{"the composite state `P` has no initial arrow [*] -->: the import begins in `c`, to which no arrow leads"},
		},
		{
			"actions, which one warning reports",
			"[*] --> a\na --> b : logout / route exit\nb --> c : back / clear\nc --> [*]", "c",
			"a: on: logout: - {to: b, emit: [route_exit]} b: on: back: - {to: c, emit: [clear]} c: {}",
			[]string{"`route exit` is read as an action: what follows the slash in `event / action`"},
		},
		{
			"one title of several states",
			"state \"Wait\" as w1\nstate \"wait\" as w2\nstate \"Only\" as w3\n[*] --> w1\nw1 --> w2 : x\nw2 --> w3 : y\nw3 --> [*]", "Only",
			"w1: doc: Wait on: x: w2 w2: doc: wait on: y: Only Only: {}", nil,
		},
		{
			"a description in brackets",
			"[*] --> a\na : [draft] Loading\na --> b : x\nb --> [*]", "b",
			`a: doc: "[draft] Loading" on: x: b b: {}`, nil,
		},
		{
			"names in any script",
			"[*] --> 待机\n待机 --> Ошибка : criticité [größe ∧ ¬足りる]\n待机 --> 关机 : ①「严重」错误！\n待机 --> 待機 : A\u0308nderung der Δt / ＡＰＩ\n关机 --> [*]\n待機 --> [*]\nОшибка --> [*]\nclass 待机 x", "Ошибка, 关机, 待機",
			`待机: on: criticité: - {if: größe && !足りる, to: Ошибка} 严重_错误: 关机 Anderung_der_Δ_t: - {to: 待機, emit: [API]} Ошибка: {} 关机: {} 待機: {}`,
			[]string{"`ＡＰＩ` is read as an action: what follows the slash in `event / action`"},
		},
		{
			"slashes in names",
			"[*] --> a\na --> b : turn/started\nb --> a : turn/completed\nb --> c : turn/cancelled\nc --> [*]", "c",
			"a: on: turn_started: b b: on: turn_completed: a turn_cancelled: c c: {}", nil,
		},
	} {
		t.Run(test.name, test.check)
	}
}

// TestErrorsOfRegions has specs that the loader refuses, because of rules for regions.
func TestErrorsOfRegions(t *testing.T) {
	out, diags := Import("x.mmd", []byte("stateDiagram-v2\n[*] --> P\nstate P {\n[*] --> a\na --> b : x [g]\n--\n[*] --> c\nc --> d : x [h]\n}\n"), 1)
	if out != nil || !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == diag.CodeParallel }) {
		t.Errorf("%v\n%s", diags, out)
	}
}
