package from

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/looplab/fsm"
	"github.com/qmuntal/stateless"

	"github.com/fsmgen/fsmgen/bench/from/order"
	"github.com/fsmgen/fsmgen/internal/importer"
)

const total = 700

// program is one way to write an order. It returns the state after an event, and whether the event was refused.
type program struct {
	name string
	send func(event string, cents int) (state string, refused bool)
}

// programs returns a new order in each way, and the mails that they send.
func programs(t *testing.T) (all []program, mails map[string][]string) {
	t.Helper()
	mails = map[string][]string{}
	mail := func(name string) func(string) {
		return func(text string) { mails[name] = append(mails[name], text) }
	}
	l := newLooplab(total, mail("looplab"))
	s := newStateless(total, mail("stateless"))
	r := &row{status: "open", total: total}
	m, err := newOrder(total, mail("fsmgen"))
	if err != nil {
		t.Fatal(err)
	}
	status := "open"
	return []program{
		{"fsmgen", func(event string, cents int) (string, bool) {
			err := generated(event, cents)(m)
			text, _ := m.State().MarshalText()
			return string(text), err != nil
		}},
		{"looplab", func(event string, cents int) (string, bool) {
			err := l.Event(t.Context(), event, cents)
			return l.Current(), err != nil
		}},
		{"stateless", func(event string, cents int) (string, bool) {
			err := s.Fire(event, cents)
			return s.MustState().(string), err != nil
		}},
		{"column", func(event string, cents int) (string, bool) {
			err := map[string]func() error{
				"pay":    func() error { return r.pay(cents) },
				"ship":   func() error { return r.ship(mail("column")) },
				"cancel": r.cancel,
			}[event]()
			return r.status, err != nil
		}},
		{"stored", func(event string, cents int) (string, bool) {
			var err error
			status, err = stored(status, total, mail("stored"), generated(event, cents))
			return status, err != nil
		}},
	}, mails
}

// generated returns the method of the machine for an event.
func generated(event string, cents int) func(*order.Machine) error {
	return map[string]func(*order.Machine) error{
		"pay":    func(m *order.Machine) error { return m.Pay(cents) },
		"ship":   (*order.Machine).Ship,
		"cancel": (*order.Machine).Cancel,
	}[event]
}

// TestSame sends every sequence of four events to each of the programs. They have the same states, refuse the same events, and send the
// same mails. So each event comes in each state.
func TestSame(t *testing.T) {
	type input struct {
		event string
		cents int
	}
	inputs := []input{{"pay", total}, {"pay", total - 1}, {"ship", 0}, {"cancel", 0}}
	seen := map[string]bool{}
	for n := range 4 * 4 * 4 * 4 {
		all, mails := programs(t)
		state := "open"
		for range 4 {
			in := inputs[n%4]
			n /= 4
			seen[fmt.Sprint(state, in)] = true
			want, refused := all[0].send(in.event, in.cents)
			for _, p := range all[1:] {
				if got, no := p.send(in.event, in.cents); got != want || no != refused {
					t.Fatalf("%v in %s: %s goes to %s (refused: %v), fsmgen to %s (%v)", in, state, p.name, got, no, want, refused)
				}
			}
			state = want
		}
		for _, p := range all {
			if fmt.Sprint(mails[p.name]) != fmt.Sprint(mails["fsmgen"]) {
				t.Errorf("%s sends %q, fsmgen %q", p.name, mails[p.name], mails["fsmgen"])
			}
		}
	}
	if want := 4 * len(inputs); len(seen) != want {
		t.Errorf("%d events in states, want %d", len(seen), want)
	}
}

// TestPicture imports what looplab prints of its machine, as its page says.
func TestPicture(t *testing.T) {
	diagram, err := fsm.VisualizeForMermaidWithGraphType(newLooplab(total, nil), fsm.StateDiagram)
	if err != nil {
		t.Fatal(err)
	}
	mermaid, _ := importer.Choose("", "order.mmd", nil)
	text, diags := mermaid.Import("order.mmd", []byte(diagram), 1, false)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for _, want := range []string{"initial: open\n", "  open:\n    on:\n      cancel: cancelled\n      pay: paid\n", "  shipped: {}\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the spec does not have %q:\n%s", want, text)
		}
	}
}

// TestPages wants the pages to show these programs.
func TestPages(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	after := declarations(read("fsmgen.go"))
	for page, texts := range map[string][]string{
		"looplab.md":   {declarations(read("looplab.go")), read("order/order.fsm.yaml"), after[:strings.Index(after, "\n// stored ")]},
		"stateless.md": {declarations(read("stateless.go")), read("order/order.fsm.yaml"), after[:strings.Index(after, "\n// stored ")]},
		"column.md":    {declarations(read("column.go")), read("order/order.fsm.yaml"), after[strings.Index(after, "\n// stored "):]},
	} {
		text := read("../../docs/from/" + page)
		for _, want := range texts {
			if !strings.Contains(text, strings.TrimSpace(want)) {
				t.Errorf("%s does not show:\n%s", page, want)
			}
		}
	}
}

// declarations returns what comes after the imports of a file.
func declarations(file string) string {
	if _, rest, found := strings.Cut(file, "\n)\n"); found && strings.Contains(file, "import (") {
		return rest
	}
	_, rest, _ := strings.Cut(file, "\nimport ")
	_, rest, _ = strings.Cut(rest, "\n")
	return rest
}

// fire returns the error of a trigger, or its panic as an error.
func fire(m *stateless.StateMachine, trigger string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return m.Fire(trigger)
}

// TestDifferences holds what the pages say of the libraries where fsmgen differs.
func TestDifferences(t *testing.T) {
	l := newLooplab(total, func(string) {})
	if err := l.Event(t.Context(), "py", total); err == nil || !strings.Contains(err.Error(), "py") {
		t.Errorf("looplab takes a misspelled event: %v", err)
	}
	if !l.Can("pay") {
		t.Error("looplab's Can does not ignore before_pay")
	}
	err := l.Event(t.Context(), "pay", 1)
	if canceled := (fsm.CanceledError{}); err == nil || !strings.Contains(err.Error(), errAmount.Error()) || fmt.Sprintf("%T", err) != fmt.Sprintf("%T", canceled) {
		t.Errorf("looplab refuses with %T: %v", err, err)
	}
	l.SetState("nowhere")
	if l.Current() != "nowhere" {
		t.Errorf("looplab refuses a state that does not exist")
	}
	s := newStateless(total, func(string) {})
	if ok, err := s.CanFire("pay", total-1); ok || err != nil {
		t.Errorf("stateless's CanFire ignores guards: %v, %v", ok, err)
	}
	if err := s.FireCtx(context.Background(), "pay", "much"); err == nil {
		t.Error("stateless takes a string for cents")
	}
	two := func(context.Context, ...any) bool { return true }
	both := stateless.NewStateMachine("a")
	both.Configure("a").Permit("go", "b", two).Permit("go", "c", two)
	if err := fire(both, "go"); err == nil {
		t.Error("stateless takes one of two guards that hold")
	}
	m, err := newOrder(total, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Allows(func(m *order.Machine) error { return m.Pay(1) }); err == nil || !m.Can(order.EventPay) {
		t.Errorf("Allows ignores guards, or Can asks them: %v", err)
	}
	if _, err := stored("nowhere", total, func(string) {}, (*order.Machine).Cancel); err == nil {
		t.Error("a status that does not exist is read")
	}
}
