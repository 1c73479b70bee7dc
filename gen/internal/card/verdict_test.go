package card_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestVerdict checks the list at the top of a card.
func TestVerdict(t *testing.T) {
	const with = " With `providers = 3, maxRetries = 1`, that is **17**."
	for _, test := range []struct {
		name    string
		machine *core.Machine
		change  func(*verify.Report)
		want    []string
	}{
		{"tight", picturetest.Fallback(), nil, []string{
			"- ✅ **Terminates**: proved for all parameter values.",
			"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with + " It is proved that a run reaches it, for all parameter values.",
			"- ✅ **Proof obligations**: all 28 proved.",
			"- **Explored**: 366 configurations for 16 choices of parameters, up to `providers = 3, maxRetries = 3`; complete. The proofs cover the rest.",
		}},
		{"tight if", picturetest.Fallback(), func(r *verify.Report) {
			lower := *r.Bound.Lower
			lower.Given = []expr.Expr{&expr.Binary{Op: expr.Gt, X: &expr.Ref{Symbol: r.Machine.Params[0].Symbol}, Y: expr.Number(0)}}
			r.Bound.Lower = &lower
		}, []string{"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with + " It is proved that a run reaches it if `providers > 0`."}},
		{"explored", picturetest.Fallback(), func(r *verify.Report) { r.Bound.Attained, r.Bound.Lower = false, nil },
			[]string{"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with + " A run reaches it for each of the 16 explored choices of parameters."}},
		{"at least", picturetest.Fallback(), func(r *verify.Report) {
			r.Bound.Attained, r.Bound.Tight, r.Bound.Worst = false, false, nil
			lower := *r.Bound.Lower
			lower.Expr = &expr.Ref{Symbol: r.Machine.Params[0].Symbol}
			r.Bound.Lower = &lower
		}, []string{"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with + " It is proved that some run takes at least `providers`, for all parameter values."}},
		{"not tight", picturetest.Fallback(), func(r *verify.Report) { r.Bound.Tight, r.Bound.Attained, r.Bound.Lower = false, false, nil },
			[]string{"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with + " The longest run that was found with `providers = 3, maxRetries = 3` takes 29."}},
		{"no longest run", picturetest.Fallback(), func(r *verify.Report) {
			r.Bound.Tight, r.Bound.Attained, r.Bound.Lower, r.Bound.Worst = false, false, nil, nil
		},
			[]string{"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with}},
		{"bound unknown", picturetest.Fallback(), func(r *verify.Report) { r.Bound.Status = verify.Unknown },
			[]string{"- ❓ **Bound**: the claim of at most `providers·(2·maxRetries + 3) + 2` transitions is not proved." + with}},
		{"bound refuted", beyond(), nil,
			[]string{"- ❌ **Bound**: the claim of at most `2·providers + 1` transitions is refuted by a run of 2 with `providers = 0, maxRetries = 0`. With `providers = 3`, that is **7**."}},
		{"one choice", picturetest.Fallback(), func(r *verify.Report) { r.Explored, r.Bound.Attained, r.Bound.Lower = r.Explored[:1], false, nil }, []string{
			"- ✅ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions." + with + " A run reaches it for the one explored choice of parameters.",
			"- **Explored**: 3 configurations for 1 choice of parameters, up to `providers = 0, maxRetries = 0`; complete. The proofs cover the rest.",
		}},
		{"long", picturetest.Fallback(), func(r *verify.Report) {
			x := r.Bound.Expr
			for range 10 {
				x = &expr.Binary{Op: expr.Add, X: x, Y: &expr.Ref{Symbol: r.Machine.Params[1].Symbol}}
			}
			r.Bound = verify.Bound{Status: verify.Proved, Expr: x}
			r.Machine.Params[0].Name = strings.Repeat("p", 100)
		}, []string{
			"- ✅ **Bound**: at most **27** transitions. That is for `" + strings.Repeat("p", 100) + " = 3, maxRetries = 1`. <details><summary>For all parameter values</summary>`providers·(2·maxRetries + 3) + 2" + strings.Repeat(" + maxRetries", 10) + "`</details>",
			"- **Explored**: 366 configurations for 16 choices of parameters; complete. The proofs cover the rest. <details><summary>The largest numbers</summary>`" + strings.Repeat("p", 100) + " = 3, maxRetries = 3`</details>",
		}},
		{"one transition", picturetest.Fallback(), func(r *verify.Report) { r.Bound = verify.Bound{Status: verify.Proved, Expr: expr.Number(1)} },
			[]string{"- ✅ **Bound**: at most `1` transition."}},
		{"default", picturetest.Fallback(), func(r *verify.Report) {
			r.Bound = verify.Bound{Status: verify.Proved, Expr: &expr.Ref{Symbol: r.Machine.Params[1].Symbol}}
		}, []string{"- ✅ **Bound**: at most `maxRetries` transitions. With the default `maxRetries = 1`, that is **1**."}},
		{"no bound", picturetest.Fallback(), func(r *verify.Report) { r.Bound.Expr = nil },
			[]string{"- **Bound**: none is claimed, and none was found."}},
		{"no bound in the parameters", picturetest.Fallback(), func(r *verify.Report) { r.Bound.Expr, r.Bound.Decides = nil, &verify.Decides{Event: 3, Field: 1} },
			[]string{"- **Bound**: none in the parameters, because `Failure.err` decides the length of runs."}},
		{"bound found", picturetest.Call(), func(r *verify.Report) { r.Bound.Found, r.Bound.Expr = r.Bound.Expr, nil },
			[]string{"- **Bound**: none is claimed, but it is proved that there are at most `2·most + 3` transitions between environment events. With the default `most = 3`, that is **9**."}},
		{"settles", picturetest.Call(), nil, []string{
			"- ✅ **Settles**: proved for all parameter values.",
			"- ✅ **Bound**: at most `2·most + 3` transitions between environment events. With the default `most = 3`, that is **9**. The longest run that was found with `most = 3` takes 8.",
		}},
		{"settles unknown", picturetest.Endless(), func(r *verify.Report) { r.Termination, r.Bound.Status, r.Run = verify.Unknown, verify.Unknown, nil }, []string{
			"- ❓ **Not proved to settle**: neither a proof nor an endless run without environment events was found.",
			"- ❓ **Bound**: the claim of at most `2·most + 3` transitions between environment events is not proved. With the default `most = 3`, that is **9**.",
		}},
		{"unless overflow", picturetest.Fallback(), func(r *verify.Report) {
			r.Termination, r.UnlessOverflow, r.Bound.Status, r.Bound.UnlessOverflow = verify.Unknown, true, verify.Unknown, true
		}, []string{
			"- ❓ **Terminates** unless a value leaves Go's int: proved for all parameter values.",
			"- ❓ **Bound**: at most `providers·(2·maxRetries + 3) + 2` transitions, unless a value leaves Go's int." + with,
		}},
		{"no progress", unranked(), nil, []string{
			"- ❓ **Termination is not proved**: neither a proof nor an endless run was found.",
			"- **Explored**: nothing. Only what is proved is known.",
		}},
		{"not explored", picturetest.Fallback(), func(r *verify.Report) { r.Explored = nil },
			[]string{"- **Explored**: nothing. The proofs cover everything."}},
		{"without parameters", load("../../../verify/testdata/phone.fsm.yaml"), func(r *verify.Report) { r.Explored = []verify.Explored{{Configs: 9, Exact: true}} }, []string{"- **Explored**: 9 configurations, which are all."}},
		{"incomplete", picturetest.Fallback(), func(r *verify.Report) { r.Explored = slices.Clone(r.Explored); r.Explored[3].Exact = false },
			[]string{"- **Explored**: 366 configurations for 16 choices of parameters, up to `providers = 3, maxRetries = 3`; incomplete for 1 of them, because only some payloads were tried, or a limit was reached. The proofs cover the rest."}},
		{"out of memory", picturetest.Fallback(), func(r *verify.Report) {
			r.Explored, r.OutOfMemory, r.Termination = []verify.Explored{{Params: []int64{1, 0}, Configs: 7}}, true, verify.Unknown
		}, []string{"- **Explored**: 7 configurations for 1 choice of parameters, up to `providers = 1, maxRetries = 0`; incomplete, because the memory limit was reached. Of the rest, only what is proved is known."}},
		{"out of work", picturetest.Fallback(), func(r *verify.Report) {
			r.Explored, r.OutOfWork = []verify.Explored{{Params: []int64{1, 0}, Configs: 7}}, true
		}, []string{"- **Explored**: 7 configurations for 1 choice of parameters, up to `providers = 1, maxRetries = 0`; incomplete, because events can arrive in too many ways. The proofs cover the rest."}},
		{"obligations", picturetest.Fallback(), func(r *verify.Report) {
			r.Obligations = slices.Clone(r.Obligations)
			r.Obligations[0].Status, r.Obligations[1].Status, r.GaveUp = verify.Refuted, verify.Unknown, []string{"proving progress"}
		}, []string{"- ❌ **Proof obligations**: 26 proved, **1 refuted**, **1 unknown**. The search for proofs stopped at its limit."}},
		{"one unknown", picturetest.Fallback(), func(r *verify.Report) {
			r.Obligations = slices.Clone(r.Obligations)
			r.Obligations[1].Status = verify.Unknown
		}, []string{"- ❓ **Proof obligations**: 27 proved, **1 unknown**."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx := context.Background()
			if test.machine.Rank == 0 {
				ctx = done() // nothing is explored, so no progress function is found
			}
			r := verify.Machine(ctx, test.machine)
			if test.change != nil {
				test.change(r)
			}
			text, err := card.Card(test.machine, r, "", "")
			if err != nil {
				t.Fatal(err)
			}
			list := strings.Split(string(text), "\n")
			for _, want := range test.want {
				if !slices.Contains(list, want) {
					t.Errorf("no line\n%s\nin\n%s", want, strings.Join(list[:min(14, len(list))], "\n"))
				}
			}
		})
	}
}
