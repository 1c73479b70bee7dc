package diff

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// version is a version of a spec whose generated package is compiled.
type version struct {
	name   string
	side   *Side
	stored []storedRow
}

// storedRow is a machine that a version stores: its configuration, and its snapshot.
type storedRow struct {
	params, vars []int64
	state        int
	snapshot     []byte
}

// TestRestore stores the machines that a version of a spec can reach, and restores them with the generated Restore of
// another version: it accepts exactly those that the diff says it accepts.
func TestRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles generated packages")
	}
	all := compatible(t)
	some := sample.Some(t, all, sample.Size(4, 10, len(all)))
	restore := restorer(t, some)
	for _, v := range some {
		v.stored = rows(t, v)
		for _, r := range v.stored {
			// What the version itself does with the snapshot shows that it is one.
			if again, err := restore(v, r.snapshot); err != nil || !bytes.Equal(again, r.snapshot) {
				t.Fatalf("%s: the snapshot %s: %s, %v", v.name, r.snapshot, again, err)
			}
		}
	}
	pairs, accepted, refused, open, may := 0, 0, 0, 0, 0
	for _, old := range some {
		for _, new := range some {
			if old == new {
				continue
			}
			pairs++
			a, b := old.side.Spec.Machine, new.side.Spec.Machine
			demands := stored.Demands(a, b, conditions(old.side.Report), conditions(new.side.Report))
			findings := stored.Decide(t.Context(), a, conditions(old.side.Report), demands)
			violated := map[string]bool{}
			fine := true
			for _, r := range old.stored {
				_, err := restore(new, r.snapshot)
				want, known := true, true
				for _, d := range demands {
					if d.Earlier || d.State >= 0 && d.State != r.state {
						continue
					}
					if d.Holds == nil {
						known = false
						continue
					}
					if !satisfied(t, a, d.Holds, r) {
						want = false
						violated[d.Part+d.Reason] = true
					}
				}
				switch {
				case !known && want:
					open++
				case (err == nil) != want:
					t.Errorf("%s → %s: Restore of %s: %v, but the demands say %t", old.name, new.name, r.snapshot, err, want)
				case want:
					accepted++
				default:
					refused++
				}
				fine = fine && err == nil
			}
			breaks := false
			for _, f := range findings {
				if f.Answer == stored.May && !f.Earlier {
					may++
					t.Logf("%s → %s: %s %s (may)", old.name, new.name, f.Part, f.Reason)
				}
				breaks = breaks || f.Answer != stored.Reached
				if f.Answer != stored.Fails {
					continue
				}
				if f.Run != nil {
					example := snapshot(t, f.Machine, storedRow{params: f.Run.Params, vars: f.Run.End(), state: f.Run.State(f.Machine)})
					if _, err := restore(new, example); err == nil {
						t.Errorf("%s → %s: %s %s: the example %s is restored", old.name, new.name, f.Part, f.Reason, example)
					}
					if _, err := restore(old, example); err != nil {
						t.Errorf("%s → %s: %s %s: %s cannot be stored: %v", old.name, new.name, f.Part, f.Reason, example, err)
					}
				} else if !violated[f.Part+f.Reason] {
					t.Errorf("%s → %s: %s %s, but all %d machines satisfy it", old.name, new.name, f.Part, f.Reason, len(old.stored))
				}
			}
			if !breaks && !fine {
				t.Errorf("%s → %s: the diff says nothing breaks, but some machine is refused", old.name, new.name)
			}
		}
	}
	t.Logf("%d versions, %d pairs: %d machines accepted, %d refused, %d not decided by demands; %d demands neither proved nor refuted",
		len(some), pairs, accepted, refused, open, may)
}

// compatible returns the versions, and those with two edits in LONG.
func compatible(t *testing.T) (list []*version) {
	t.Helper()
	src := base(t, "")
	seen := map[string]bool{}
	add := func(name, text string) {
		s, _ := spec.Load("base.fsm.yaml", []byte(text))
		if s.Machine == nil || seen[text] {
			return
		}
		seen[text] = true
		list = append(list, &version{name: name, side: &Side{Spec: s}})
	}
	for _, v := range versions {
		text := edit(t, src, v.edits)
		if s, diags := spec.Load("base.fsm.yaml", []byte(text)); s.Machine == nil {
			t.Errorf("%s: %v", v.name, diags)
		}
		add(v.name, text)
	}
	single := len(list)
	for i := range single {
		for j := range i {
			if i*j%7 != 1 || len(list) >= single+30 {
				continue // some of the combinations are enough
			}
			if text, ok := edited(src, append(append([]string{}, versions[i].edits...), versions[j].edits...)); ok {
				add(versions[i].name+" + "+versions[j].name, text)
			}
		}
	}
	for _, v := range list {
		v.side.Report = verify.Machine(t.Context(), v.side.Spec.Machine)
	}
	return list
}

// edited replaces texts if all of them exist.
func edited(src string, edits []string) (string, bool) {
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(src, edits[i]) {
			return "", false
		}
		src = strings.ReplaceAll(src, edits[i], edits[i+1])
	}
	return src, true
}

// restorer compiles the generated packages of versions into one program, and returns a function that restores a
// snapshot with one of them, and returns the snapshot of the restored machine.
func restorer(t *testing.T, list []*version) func(v *version, snapshot []byte) ([]byte, error) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module versions\n\ngo 1.22\n"))
	var imports, cases strings.Builder
	number := map[*version]int{}
	for i, v := range list {
		number[v] = i
		m := *v.side.Spec.Machine
		m.Faces = core.Faces{Snapshot: true}
		names, clashes := ident.Assign(&m, "")
		if len(clashes) > 0 {
			t.Fatal(clashes)
		}
		pkg := fmt.Sprintf("v%d", i)
		code, err := golang.Generate(&m, names, pkg, v.side.Report.Conditions)
		if err != nil {
			t.Fatal(err)
		}
		write(pkg+"/machine.go", code)
		host := ""
		if names.Host != "" {
			host = ", struct{ " + pkg + ".Host }{}"
		}
		fmt.Fprintf(&imports, "\t%q\n", "versions/"+pkg)
		fmt.Fprintf(&cases, "\tfunc(data []byte) (json.Marshaler, error) { return %s.Restore(data%s) },\n", pkg, host)
	}
	write("main.go", []byte(strings.NewReplacer("$imports", imports.String(), "$cases", cases.String()).Replace(`package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

$imports)

var restore = []func([]byte) (json.Marshaler, error){
$cases}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		var i int
		if _, err := fmt.Fscan(in, &i); err != nil {
			return
		}
		line, _ := in.ReadBytes('\n')
		m, err := restore[i](line)
		if err != nil {
			fmt.Println("refused", err)
			continue
		}
		again, err := m.MarshalJSON()
		if err != nil {
			fmt.Println("refused: not saved:", err)
			continue
		}
		fmt.Println("restored", string(again))
	}
}
`)))
	build := exec.Command("go", "build", "-o", "restore", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "restore"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait()
	})
	answers := bufio.NewReader(out)
	return func(v *version, snapshot []byte) ([]byte, error) {
		if _, err := fmt.Fprintf(in, "%d %s\n", number[v], snapshot); err != nil {
			t.Fatal(err)
		}
		line, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := strings.CutPrefix(line, "restored "); ok {
			return []byte(strings.TrimSpace(text)), nil
		}
		return nil, fmt.Errorf("%s", strings.TrimSpace(line))
	}
}

// maxRows is the number of machines that a version stores for one choice of parameters.
const storedRows = 60

// rows explores a version, and writes the snapshots of the configurations that it reaches.
func rows(t *testing.T, v *version) (list []storedRow) {
	t.Helper()
	m := v.side.Spec.Machine
	for _, e := range v.side.Report.Explored {
		g := explore.Explore(t.Context(), m, e.Params, 10_000)
		step := 1 + g.Configs()/storedRows
		for c := range g.All() {
			if c.ID%step != 0 {
				continue
			}
			r := storedRow{params: e.Params, state: c.State, vars: append([]int64{}, c.Vars...)}
			if violates(m, v.side.Report, r) {
				continue // which has no snapshot
			}
			r.snapshot = snapshot(t, m, r)
			list = append(list, r)
		}
	}
	return list
}

// violates reports whether a configuration violates what a version checks before it stores a machine.
func violates(m *core.Machine, report *verify.Report, r storedRow) (found bool) {
	stored.Claims(m, conditions(report), func(state int, claim expr.Expr) {
		if state < 0 || state == r.state {
			value, err := expr.Eval(claim, environment(m, r))
			found = found || err != nil || value == 0
		}
	})
	return found
}

func environment(m *core.Machine, r storedRow) *expr.Env {
	return &expr.Env{Params: r.params, Vars: r.vars, Intern: trace.Intern(trace.Strings(m))}
}

// snapshot writes a configuration as the generated MarshalJSON does.
func snapshot(t *testing.T, m *core.Machine, r storedRow) []byte {
	t.Helper()
	texts := trace.Strings(m)
	value := func(typ expr.Type, v int64) any {
		switch typ.Kind {
		case expr.Bool:
			return v != 0
		case expr.Enumerated:
			return typ.Enum.Stored(int(v))
		case expr.String:
			return texts[v]
		}
		return v
	}
	params, vars, data := map[string]any{}, map[string]any{}, map[string]any{}
	for i, p := range m.Params {
		params[p.Name] = value(p.Type, r.params[i])
	}
	for i, v := range m.Vars {
		switch v.State {
		case -1:
			vars[v.Name] = value(v.Type, r.vars[i])
		case r.state:
			data[v.Name] = value(v.Type, r.vars[i])
		}
	}
	whole := map[string]any{"machine": m.Name, "params": params, "state": m.States[r.state].Stored(), "vars": vars, "data": data}
	if len(m.Timers) > 0 {
		whole["timers"] = dueTimes(m, r)
	}
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// satisfied evaluates a demand in a configuration.
func satisfied(t *testing.T, m *core.Machine, x expr.Expr, r storedRow) bool {
	t.Helper()
	// A demand may compare with a string that the old version does not mention, and that no configuration has.
	texts := trace.Strings(m)
	intern := func(s string) int64 {
		for i, text := range texts {
			if text == s {
				return int64(i)
			}
		}
		return -1
	}
	value, err := expr.Eval(x, &expr.Env{Params: r.params, Vars: r.vars, Intern: intern})
	if err != nil {
		t.Fatalf("%s: %v", expr.Print(x, expr.Spec), err)
	}
	return value != 0
}
