package orchestration

import (
	"context"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// network is a provider that no run offline may call.
func network(t *testing.T, name string) *Provider {
	p := ports{
		plan: func(context.Context, Scope) ([]Task, error) {
			t.Errorf("%s plans", name)
			return nil, errBoom
		},
		execute: func(context.Context, Task) (string, error) {
			t.Errorf("%s executes", name)
			return "", errBoom
		},
		verify: func(context.Context, []Result) ([]string, error) {
			t.Errorf("%s verifies", name)
			return nil, errBoom
		},
		refine: func(context.Context, []string) ([]Task, error) {
			t.Errorf("%s refines", name)
			return nil, errBoom
		},
		connect: func(context.Context) error {
			t.Errorf("%s is connected", name)
			return errBoom
		},
	}.provider(name)
	p.Network = true
	return p
}

// TestOffline has runs offline, with steps that take any time and fail in a
// fixed way: they call the stub alone, whatever fails and whatever the flags
// allow, and all are the same.
func TestOffline(t *testing.T) {
	type trace struct {
		Moves   []Move
		Asked   []Asked
		Results []Result
		Advice  []string
		Err     string
	}
	offline := func(t *testing.T, plan func(context.Context, Scope) ([]Task, error), broken error) (all trace) {
		bubble(t, func(t *testing.T) {
			c := DefaultConfig()
			c.Params.Offline, c.Params.MaxRetries, c.AllowCompatible, c.AllowStub = true, 2, true, true
			c.Backoff.Jitter, c.Backoff.Source = 1, rand.Float64
			c.Env = []Variable{{Name: "KEY"}} // which is not set, and not needed
			stubborn := ports{plan: plan, execute: func(_ context.Context, task Task) (string, error) {
				time.Sleep(time.Duration(rand.IntN(1000)) * time.Millisecond)
				if broken != nil && task.Name == "t1" {
					return "", broken
				}
				return task.Name, nil
			}}.provider("stub")
			r := &recorder{t: t}
			results, err := Orchestrate(t.Context(), names(5), c,
				Providers{Preferred: network(t, "first"), Compatible: network(t, "second"), Stub: stubborn}, r)
			if all = (trace{Moves: r.moves, Asked: r.asked, Results: results, Advice: r.advice}); err != nil {
				all.Err = err.Error()
			}
		})
		return all
	}
	none := func(context.Context, Scope) ([]Task, error) { return nil, errBusy }
	for name, run := range map[string]func(*testing.T) trace{
		"all is well":     func(t *testing.T) trace { return offline(t, nil, nil) },
		"a step fails":    func(t *testing.T) trace { return offline(t, nil, errBusy) },
		"a step is wrong": func(t *testing.T) trace { return offline(t, nil, errInvalid) },
		"no plan":         func(t *testing.T) trace { return offline(t, none, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			first := run(t)
			if fails := name != "all is well"; fails != (first.Err != "") || len(first.Moves) == 0 {
				t.Errorf("%+v", first)
			}
			for range 20 {
				if diff := cmp.Diff(first, run(t)); diff != "" {
					t.Fatalf("two runs differ:\n%s", diff)
				}
			}
		})
	}
}

// TestOfflineNeedsAStub checks that the work does not begin if the stub is not
// there or not a stub.
func TestOfflineNeedsAStub(t *testing.T) {
	for name, stub := range map[string]*Provider{"none": nil, "with a network": network(t, "stub")} {
		c := DefaultConfig()
		c.Params.Offline = true
		r := &recorder{t: t}
		_, err := Orchestrate(t.Context(), "one", c, Providers{Preferred: network(t, "first"), Stub: stub}, r)
		if d := wantAbort(t, err, AbortReasonInitFailed); len(r.moves) != 1 || !strings.Contains(d.Cause, "network") {
			t.Errorf("%s: %+v after %+v", name, d, r.moves)
		}
	}
}

// TestSelection checks which providers may be used.
func TestSelection(t *testing.T) {
	all := Providers{Preferred: network(t, "first"), Compatible: network(t, "second"), Stub: Stub()}
	local := all
	local.Preferred, local.Compatible = Stub(), Stub()
	wired := all
	wired.Stub = network(t, "stub")
	kinds := []ProviderKind{ProviderKindPreferred, ProviderKindCompatible, ProviderKindStub}
	for _, test := range []struct {
		offline, compatible, stub bool
		providers                 Providers
		want                      []ProviderKind
	}{
		{false, true, true, all, kinds},
		{false, false, true, all, []ProviderKind{ProviderKindPreferred, ProviderKindStub}},
		{false, true, false, all, kinds[:2]},
		{false, true, true, Providers{}, nil},
		{false, true, true, wired, kinds},
		{true, true, true, all, kinds[2:]},
		{true, false, false, all, kinds[2:]},
		{true, true, true, local, kinds[2:]},
		{true, true, true, wired, nil},
	} {
		c := Config{Params: Params{Offline: test.offline}, AllowCompatible: test.compatible, AllowStub: test.stub}
		var got []ProviderKind
		for _, kind := range kinds {
			if c.allows(kind, test.providers) {
				got = append(got, kind)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%+v: %s", test, diff)
		}
	}
	if c := DefaultConfig(); c.allows(99, all) || all.Of(99) != nil {
		t.Error("there is a provider of kind 99")
	}
}

// questions is the package of the machine of questions.
const questions = "github.com/fsmgen/fsmgen/machines/orchestration/question"

// TestImports checks that nothing in the package, but its tests, can reach a
// network, a file or a process.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			if path == questions || path == runtimePath || path == runtimePath+"/codec" || path == runtimePath+"/drive" {
				continue
			}
			switch strings.Split(path, "/")[0] {
			case "bytes", "context", "encoding", "errors", "fmt", "iter", "maps", "math", "reflect", "runtime", "slices", "strconv", "strings", "sync", "time", "unicode":
			default:
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

// runtimePath is the package that generated code uses.
const runtimePath = "github.com/fsmgen/fsmgen/fsm"

// TestDependencies checks that nothing in the package or below it, all the way
// down, can open a connection or start a program that could: without package net,
// this is impossible.
func TestDependencies(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Stderr = t.Output()
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(text))
	if !slices.Contains(deps, "github.com/fsmgen/fsmgen/machines/orchestration") || !slices.Contains(deps, "fmt") {
		t.Fatalf("the list of dependencies is %q", deps)
	}
	for _, path := range deps {
		switch {
		case path == "net", strings.HasPrefix(path, "net/"), strings.HasPrefix(path, "vendor/"), path == "os/exec", path == "plugin", path == "runtime/cgo":
			t.Errorf("the package depends on %s", path)
		case strings.Contains(path, ".") && !strings.HasPrefix(path, runtimePath) && path != "github.com/fsmgen/fsmgen/machines/orchestration" && path != questions:
			t.Errorf("the package depends on %s, which is not of the standard library", path)
		}
	}
}
