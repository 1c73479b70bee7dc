package gen_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// TestCampaign writes specs at random. Those that are proved must be generated,
// compiled and vetted, and must pass their own generated tests, three times, none of them in more than 20 s. Those that are
// not proved must also be generated, compiled and vetted, as
// `fsmgen generate --unproved` would; their own tests, which may well fail, are
// not run. The tests of their counterexamples must fail. With FSMGEN_SIZE=10000 it takes
// about four hours on one core.
func TestCampaign(t *testing.T) {
	sample.Turn(t)
	specs, first := sample.Size(1, 1, 12), sample.Seed(t)
	c := campaign{dir: t.TempDir(), long: specs > batch, count: map[string]int{}, seconds: map[uint64]float64{}}
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for done := 0; done < specs && c.faults < 5; done += batch {
		c.batch(t, first+uint64(done), min(batch, specs-done))
		t.Logf("%d specs, %s", min(done+batch, specs), c.summary())
		if c.long {
			fmt.Fprintf(os.Stderr, "%s %d specs, %s\n", time.Now().Format(time.TimeOnly), min(done+batch, specs), c.summary())
		}
	}
	for _, kind := range []string{"proved", "counterexamples", "timers", "answers", "outputs", "data", "reactive", "cancellation", "rules", "other faces", "columns", "raised", "history", "regions"} {
		if specs >= 120 && c.count[kind] == 0 {
			t.Errorf("no spec with %s: the campaign is too weak", kind)
		}
	}
}

// batch is how many specs a long campaign compiles at once.
const batch = 120

// campaign counts the results.
type campaign struct {
	dir string
	// long is set if there is more than one batch.
	long  bool
	count map[string]int
	// faults are the batches with a fault.
	faults int
	// taken and all are the transitions of the machines with tests.
	taken, all int
	// seconds are the durations of the tests of each machine in the batch.
	seconds map[uint64]float64
	// slow is the number of tests that took more than two seconds, and most is the
	// longest time.
	slow  int
	most  float64
	total float64
}

func (c *campaign) summary() string {
	var out []string
	for _, kind := range slices.Sorted(maps.Keys(c.count)) {
		out = append(out, fmt.Sprintf("%s: %d", kind, c.count[kind]))
	}
	return fmt.Sprintf("%s; %d of %d transitions taken; tests take %.2f s on average, %.2f s at most, and %d more than 2 s",
		strings.Join(out, ", "), c.taken, c.all, c.total/float64(max(1, c.count["proved"])), c.most, c.slow)
}

// written is a spec of the batch.
type written struct {
	seed   uint64
	text   string
	proved bool
	// refuted is set if there is a counterexample test.
	refuted bool
	pkg     string
}

// perPackage is how many machines share a package, so that less is linked.
const perPackage = 20

// batch takes some specs through all stages.
func (c *campaign) batch(t *testing.T, first uint64, n int) {
	t.Helper()
	dir, err := os.MkdirTemp(c.dir, "batch")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	write := func(name string, data []byte) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	module(t, write)
	all := map[string]written{}
	machines := map[bool]int{}
	for i := 0; i < n || machines[true] == 0; i++ { // until there is something to run
		seed := first + uint64(i)
		random := rand.New(rand.NewPCG(seed, 1))
		text := spectest.Sound(random, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History|spectest.Regions|spectest.Timed)
		if seed%4 == 1 {
			text = spectest.Beside(random)
		}
		if seed%4 == 2 && c.long { // their proofs take long
			text = chart(random)
		}
		if seed%4 == 3 {
			text = spectest.Random(random, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History|spectest.Regions)
		}
		// The number tells the machines of a package, and their tests, apart.
		number := "N" + strconv.FormatUint(seed, 10) + "N"
		name := machineName.FindStringSubmatch(text)[1] + number
		text = machineName.ReplaceAllString(text, "machine: "+name)
		s, diags := spec.Load("s"+number+".fsm.yaml", []byte(text))
		if diags.HasErrors() {
			c.count["refused by check"]++
			continue
		}
		if strconv.IntSize == 32 && s.Machine.MaxInt() > math.MaxInt32 {
			c.count["needs ints of 64 bits"]++
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		report := verify.Machine(ctx, s.Machine)
		cancel()
		proved := report.Proved()
		pkg := fmt.Sprintf("proved%d", machines[true]/perPackage)
		if !proved {
			pkg = fmt.Sprintf("unproved%d", machines[false]/perPackage)
		}
		prefix := ""
		if machines[proved]%perPackage > 0 {
			prefix = "X" + number
		}
		machines[proved]++
		if prefix == "" {
			write(pkg+"/request.go", []byte("package "+pkg+"\n\n// Request is a type of the program.\ntype Request struct{ N int }\n"))
		}
		s.Prefix = prefix
		files, err := gen.Files(t.Context(), s, report, pkg)
		if err != nil {
			c.faults++
			t.Errorf("seed %d: %v in\n%s", seed, err, text)
			continue
		}
		for _, f := range files {
			write(pkg+"/"+f.Name, f.Data)
		}
		refutation, err := gen.Make(t.Context(), "counterexample", gen.Input{Spec: s, Report: report, Package: pkg})
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, text)
		}
		if refutation.Data != nil {
			write(pkg+"/refuted"+number+"_test.go", refutation.Data)
			c.count["refuted"]++
		}
		all[number] = written{seed, text, proved, refutation.Data != nil, pkg}
		c.seen(s.Machine, proved)
	}
	c.run(t, dir, all)
}

// patience is how long the proof of a machine may take. Those that need longer are not proved; some charts take minutes.
const patience = 10 * time.Second

// chart returns a random chart that loads, whose runs end, and that has no child machine, which would have a package of its own.
func chart(random *rand.Rand) string {
	for {
		c := charts.Ending(random)
		if _, diags := c.Load(); c.Children == nil && !diags.HasErrors() {
			return c.Text
		}
	}
}

var machineName = regexp.MustCompile(`(?m)^machine: (\w+)`)

// seen counts the features of a machine.
func (c *campaign) seen(m *core.Machine, proved bool) {
	if !proved {
		c.count["not proved"]++
		return
	}
	c.count["proved"]++
	for kind, is := range map[string]bool{
		"other faces": m.Faces != core.DefaultFaces(), "columns": m.Faces.Columns,
		"timers": len(m.Timers) > 0, "answers": len(m.Asks) > 0, "outputs": len(m.Outputs) > 0, "reactive": m.Reactive(),
		"data":    slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.State >= 0 }),
		"regions": m.Parallel(), "regions with timers": m.Parallel() && len(m.Timers) > 0, "regions with calls": m.Parallel() && len(m.Calls) > 0,
		"raised":       slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Handles != "" }),
		"history":      slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Returns.Composite != "" }),
		"cancellation": slices.ContainsFunc(m.Events, func(e core.Event) bool { return e.Cancellation }),
		"rules":        slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.Name == "stalls" || v.Name == "transitions" }),
	} {
		if is {
			c.count[kind]++
		}
	}
}

// module writes the module of a user, which requires this one.
func module(t *testing.T, write func(name string, data []byte)) {
	t.Helper()
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`github.com/leanovate/gopter v\S+`).Find(mod)
	if version == nil {
		t.Fatal("go.mod does not require gopter")
	}
	write("go.mod", sandbox.Mod(t, "sandbox", string(version)))
	write("go.sum", sum)
}
