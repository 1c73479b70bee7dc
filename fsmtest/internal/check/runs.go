package check

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/script"
)

// Run has Run drive machines through the transitions of runs to all that small
// machines can do, and stop there in all ways.
func Run(t *testing.T, env *Env) {
	if env.Oracle.Clocks.Hurries() {
		t.Skip("a timer of less than a second could be over before the test is")
	}
	testRunArguments(t, env)
	testParts(t, env)
	cases := some(env.typedCases(t))
	testForgotten(t, env)
	tried := map[string]bool{}
	first := func(kind string) bool {
		before := tried[kind]
		tried[kind] = true
		return !before
	}
	near := newClosely()
	for _, c := range cases {
		end := env.after(c)
		state := env.Spec.States[end.State]
		row := "any"
		if near.chooses("any") {
			row = strconv.Itoa(c.Row)
		}
		for _, way := range script.Ways(env.bench) {
			kind := fmt.Sprintf("%s %s %s", way, state.Name, row)
			if way == script.CancelledByDeadline {
				kind = fmt.Sprintf("%s %s", way, state.Outcome)
			}
			if !first(kind) && way != script.Fails {
				continue
			}
			testWay(t, env, c, end, script.Plan{Way: way})
			if env.Subject.Machine.Resume == nil || !first(string(way)+" from "+state.Name) {
				continue
			}
			saved := len(c.Events) / 2
			if c.Row%2 == 0 {
				saved = max(len(c.Events)-1, 0)
			}
			testWay(t, env, c, end, script.Plan{Way: way, Resumes: true, Saved: saved})
		}
		if env.Subject.Machine.Resume != nil && (row != "any" || first("Resume in "+state.Name)) {
			testWay(t, env, c, end, script.Plan{Way: script.Fails, Resumes: true, Saved: len(c.Events)})
		}
	}
	near.log(t, "with a handler that stops in one way only, and without Resume, unless they are the first that end in a state")
}

// testForgotten has Resume go on with snapshots that do not say when timers are due, whose lengths differ.
func testForgotten(t *testing.T, env *Env) {
	if env.Subject.Machine.Resume == nil {
		return
	}
	for _, c := range env.delayed {
		testScript(t, env, c, script.Plan{Way: script.Fails, Resumes: true, Saved: len(c.Events), Forgets: true})
	}
}

// testWay has Run or Resume make a run to a configuration and stop there as the script says: with
// each timer in turn, where a timer is to be over.
func testWay(t *testing.T, env *Env, c run.Case, end oracle.Config, d script.Plan) {
	t.Helper()
	if d.Way != script.Over && !strings.HasPrefix(string(d.Way), string(script.Waits)) {
		testScript(t, env, c, d)
		return
	}
	for _, timer := range env.Oracle.Clocks.Running(end) {
		d.Timer = timer
		testScript(t, env, c, d)
	}
}

// testScript has Run or Resume make a run, with longer and longer deadlines until the
// run is not too late for one.
func testScript(t *testing.T, env *Env, c run.Case, d script.Plan) {
	t.Helper()
	for deadline := 10 * time.Millisecond; ; deadline *= 10 {
		missed := false
		err := oracle.Caught(func() (err error) {
			missed, err = script.Drive(env.bench, d, c, deadline)
			return err
		})
		if err != nil {
			start := "Run"
			if d.Resumes {
				start = fmt.Sprintf("Resume after %d events", d.Saved)
			}
			t.Fatalf("%s with a handler that stops as %q: %v\nafter %s\nwith %s", start, d.Way, err, env.Oracle.Texts.Inputs(c.Events), env.Oracle.Texts.Params(c.Params))
		}
		if !missed {
			return
		}
	}
}

// testRunArguments calls Run and Resume without a handler, without a host, with parameters out
// of range and with what is no snapshot.
func testRunArguments(t *testing.T, env *Env) {
	t.Helper()
	c := env.cover(t)[0].Params
	handler, face := script.Faces(env.bench)
	ctx := context.Background()
	refused := func(what string, start, from, host, handler any) {
		t.Helper()
		args := []any{ctx, from}
		if env.Subject.Typed.HostsRun() {
			args = append(args, host)
		}
		name, _, _ := strings.Cut(what, " ")
		if _, err := mirror.Call(start, append(args, handler)...); err == nil {
			t.Errorf("%s: no error", what)
		} else if mirror.ErrorLike(err, env.Subject.Machine.Errors.Run) != nil {
			t.Errorf("%s: a run begins, and ends with %q", what, err)
		} else if (handler == nil || ctx == nil || host == nil && len(env.Spec.Timers)+len(env.Spec.Calls) > 0) && !strings.Contains(err.Error(), name+": ") {
			t.Errorf("%s: the error %q is not about %s", what, err, name)
		}
	}
	params := env.Oracle.Layout.ParamsOf(c).Interface()
	// A machine that waits for calls alone needs no handler.
	needed := env.Subject.Typed.HandlerType().NumMethod() > 0
	if needed {
		refused("Run without a handler", env.Subject.Machine.Run, params, face, nil)
	}
	if env.Subject.Typed.HostsRun() {
		refused("Run without a host", env.Subject.Machine.Run, params, nil, handler)
	}
	for _, e := range env.draws.Edges() {
		if !e.Ok {
			refused("Run with "+e.Name, env.Subject.Machine.Run, env.Oracle.Layout.ParamsOf(e.Params).Interface(), face, handler)
		}
	}
	r := env.bench.Begin(c)
	if r.Fault != nil {
		t.Fatal(r.Fault)
	}
	refused("Continue without a machine", env.Subject.Machine.Continue, nil, face, handler)
	if needed {
		refused("Continue without a handler", env.Subject.Machine.Continue, r.Machine, face, nil)
	}
	if env.Subject.Typed.HostsRun() {
		refused("Continue without a host", env.Subject.Machine.Continue, r.Machine, nil, handler)
	}
	if env.Subject.Machine.Host != nil {
		env.Subject.Access.SetBusy(r.Machine, true)
		refused("Continue during a step", env.Subject.Machine.Continue, r.Machine, face, handler)
		env.Subject.Access.SetBusy(r.Machine, false)
	}
	if env.Subject.Contexts.On {
		ctx = nil
		refused("Run without a context", env.Subject.Machine.Run, params, face, handler)
		refused("Continue without a context", env.Subject.Machine.Continue, r.Machine, face, handler)
		ctx = context.Background()
	}
	if env.Subject.Machine.Resume == nil {
		return
	}
	if text, err := env.Subject.Save(r.Machine); err == nil {
		if env.Subject.Contexts.On {
			ctx = nil
			refused("Resume without a context", env.Subject.Machine.Resume, text, face, handler)
			ctx = context.Background()
		}
		if needed {
			refused("Resume without a handler", env.Subject.Machine.Resume, text, face, nil)
		}
		if env.Subject.Typed.HostsRun() {
			refused("Resume without a host", env.Subject.Machine.Resume, text, nil, handler)
		}
	}
	refused("Resume with an invalid snapshot", env.Subject.Machine.Resume, []byte("7"), face, handler)
	args := []any{context.Background(), []byte("7"), face, handler}
	if !env.Subject.Typed.HostsRun() {
		args = slices.Delete(args, 2, 3)
	}
	var host *host.Host
	if env.Subject.Machine.Host != nil {
		host = env.bench.NewHost()
	}
	_, want := env.Subject.Restored([]byte("7"), host.AsFace())
	if _, err := mirror.Call(env.Subject.Machine.Resume, args...); err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("Resume with an invalid snapshot: the error is %v, want that of Restore, %v", err, want)
	}
}
