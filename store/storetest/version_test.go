package storetest

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// mute is the kind of a version in which Mail has other fields, or none, and other outputs are unknown: it reads
// what rewrite makes of an output.
type mute struct {
	order.Kind
	rewrite func(output, payload string) (string, string)
}

func (k mute) ReadOutput(output string, payload []byte) (order.Output, error) {
	name, text := k.rewrite(output, string(payload))
	return k.Kind.ReadOutput(name, []byte(text))
}

// TestOutputsOfEarlierVersion deploys a version that cannot read an output which is not delivered yet. The output is not
// lost, and holds up only its machine, until it is a dead letter. The earlier version can still deliver it.
func TestOutputsOfEarlierVersion(t *testing.T) {
	for _, change := range []struct {
		name     string
		from, to string // a pattern in OUTPUT PAYLOAD, and what the version reads there
		want     string
	}{
		{"removed output", "Mail", "Letter", `order: unknown output "Letter"`},
		{"removed field", `,"text"`, `,"body":"","text"`, `order: output Mail: unknown field "body": output Mail does not have it in this version of the spec`},
		{"added field", `"count":\d,`, ``, `order: output Mail: no field count: output Mail must have it in this version of the spec, so add a value`},
	} {
		t.Run(change.name, func(t *testing.T) {
			each(t, func(t *testing.T, db database) {
				ctx := t.Context()
				old := open(t, db, order.Kind{Questions: stock(always)})
				for _, id := range []string{"1", "2"} {
					if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
						t.Fatal(err)
					}
					events := []order.Input{order.PayInput{Amount: 7}, order.ChargedInput{Receipt: "r"}, order.PackInput{}}
					if id == "2" {
						events = events[:1]
					}
					for _, in := range events {
						if _, err := old.Do(ctx, id, in); err != nil {
							t.Fatal(err)
						}
					}
				}

				kind := mute{order.Kind{Questions: stock(always)}, func(output, payload string) (string, string) {
					if output == "Mail" {
						output, payload, _ = strings.Cut(regexp.MustCompile(change.from).ReplaceAllString(output+" "+payload, change.to), " ")
					}
					return output, payload
				}}
				s, err := store.Open(ctx, db.DB, db.dialect, kind)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Close)
				var b inbox
				work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox WHERE NOT dead") == 0 }, store.WithDeliveries(3))
				var got []string
				for _, d := range b.list() {
					got = append(got, d.Key)
				}
				var letters []store.DeadLetter
				for l, err := range s.Admin().DeadLetters(ctx, store.Letters{}) {
					if err != nil {
						t.Fatal(err)
					}
					letters = append(letters, l)
				}
				if len(got) != 3 || strings.Contains(strings.Join(got, " "), "/3/") {
					t.Errorf("delivered %q, want the charges and the parcel", got)
				}
				if len(letters) != 2 {
					t.Fatalf("%d dead letters: %+v", len(letters), letters)
				}
				for n, l := range letters {
					if l.Key != fmt.Sprintf("Order/1/3/%d", n) || l.Output != "Mail" || l.Attempts != 3 || l.Error != "store: cannot read the output Mail: "+change.want || !json.Valid(l.Payload) {
						t.Errorf("%+v", l)
					}
					if err := s.Admin().Redeliver(ctx, l.Key); err != nil {
						t.Error(err)
					}
				}

				b = inbox{}
				work(t, old, b.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
				if all := b.list(); len(all) != 2 || all[0].Output != (order.MailOutput{Text: "r"}) || all[1].Output != (order.MailOutput{Text: "thanks", Count: 1}) {
					t.Errorf("the earlier version delivers %+v", all)
				}
			})
		})
	}
}

// renamed is the kind of a version whose machine is called Purchase, with was: Order.
type renamed struct{ order.Kind }

func (renamed) Machine() string { return "Purchase" }

// TestRenamedMachine runs the SQL of the guide for a renamed machine: events, timers, and outputs go on.
func TestRenamedMachine(t *testing.T) {
	page, err := os.ReadFile("../../docs/changing-a-spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, script, found := strings.Cut(string(page), "```sql\n")
	script, _, _ = strings.Cut(script, "```")
	if !found {
		t.Fatal("the guide has no SQL")
	}
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		old := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		for _, id := range []string{"draft", "paying"} {
			if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := old.Do(ctx, "paying", order.PayInput{Amount: 7}, store.WithKey("key")); err != nil {
			t.Fatal(err)
		}
		for statement := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(script), ";"), ";") {
			if _, err := db.Exec(statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		s, err := store.Open(ctx, db.DB, db.dialect, renamed{order.Kind{Questions: stock(always)}}, store.WithClock(c.Now))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		if rec, err := s.Do(ctx, "paying", order.PayInput{Amount: 7}, store.WithKey("key")); err != nil || !rec.Repeated {
			t.Errorf("%+v, %v", rec, err)
		}
		c.now = c.now.Add(25 * time.Hour)
		var b inbox
		work(t, s, b.deliver, func() bool { return count(t, db, "fsm_timer")+count(t, db, "fsm_outbox") == 0 })
		if rec, err := s.Get(ctx, "draft"); err != nil || rec.State != "Cancelled" {
			t.Errorf("%+v, %v", rec, err)
		}
		if n := len(b.list()); n == 0 || b.list()[0].Key != "Purchase/paying/2/0" && b.list()[0].Key != "Purchase/draft/2/0" {
			t.Errorf("%+v", b.list())
		}
		if _, err := old.Get(ctx, "draft"); err == nil {
			t.Error("the old kind still has machines")
		}
	})
}
