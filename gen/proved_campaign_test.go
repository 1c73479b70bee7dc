package gen_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestProved makes random specs, every second one a chart whose runs end, until FSMGEN_SIZE of their machines are proved. It runs the
// generated tests of these three times. None may fail or take more than 20 s. While the tests of some machines run, the next are
// proved. What is left out is counted.
func TestProved(t *testing.T) {
	size := sample.Size(0, 0, 4)
	if size == 0 {
		t.Skip("compiles generated packages")
	}
	seed := sample.Seed(t)
	c := campaign{dir: t.TempDir(), long: size > together, count: map[string]int{}, seconds: map[uint64]float64{}}
	groups, features, tested := make(chan *group, 1), map[string]int{}, 0
	go prove(t, c.dir, groups, seed, size)
	for g := range groups {
		if g.err != nil {
			t.Error(g.err)
			continue
		}
		c.pass(t, g)
		tested += len(g.machines)
		add(c.count, g.count)
		add(features, g.features)
		state := fmt.Sprintf("%d machines of the specs to %d, %s", tested, g.last, c.summary())
		t.Log(state)
		if c.long {
			fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), state)
		}
	}
	t.Logf("proved charts with each feature: %v", features)
	for f := range charts.Least() {
		if size >= 400 && features[f] == 0 && !strings.HasPrefix(f, "use") { // a child machine has a package of its own
			t.Errorf("no chart with %s: the campaign is too weak", f)
		}
	}
}

// add adds some counts to others.
func add(to, counts map[string]int) {
	for k, n := range counts {
		to[k] += n
	}
}

// together is how many proved machines are compiled at once, in packages of perPackage.
const together = 2 * perPackage

// group is a number of proved machines in one module.
type group struct {
	dir      string
	machines map[string]written
	// last is the seed of the last of the specs from which they come. count says what became of these, and features how many charts
	// among the machines have each feature.
	last            uint64
	count, features map[string]int
	err             error
}

// tooLarge is the number of transitions beyond which proofs and tests of a machine take long.
const tooLarge = 60

// prove makes groups in folders of their own until there are enough machines, and closes the channel.
func prove(t *testing.T, dir string, groups chan<- *group, seed uint64, size int) {
	defer close(groups)
	for done := 0; done < size && t.Context().Err() == nil; {
		g := &group{machines: map[string]written{}, count: map[string]int{}, features: map[string]int{}}
		g.dir, g.err = os.MkdirTemp(dir, "proved")
		for ; g.err == nil && len(g.machines) < min(together, size-done); seed++ {
			g.last, g.err = seed, g.add(t, seed)
		}
		done += len(g.machines)
		groups <- g
		if g.err != nil {
			return
		}
	}
}

// add writes the Go files of the spec of a seed, if its machine is proved.
func (g *group) add(t *testing.T, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 1))
	kind, text := "charts", ""
	switch seed % 8 {
	case 0, 4:
		kind, text = "sound specs", spectest.Sound(random, spectest.Eventless|spectest.Raise|spectest.Final|spectest.History|spectest.Regions)
	case 1:
		kind, text = "regions that share events", spectest.Beside(random)
	case 5:
		kind, text = "regions that go forward", charts.Forward(random).Text
	default:
		chart := charts.Ending(random)
		if text = chart.Text; chart.Children != nil {
			g.count["left out, a child machine"]++ // which has a package of its own
			return nil
		}
	}
	number := "N" + strconv.FormatUint(seed, 10) + "N"
	text = machineName.ReplaceAllString(text, "${0}"+number)
	s, diags := spec.Load("s"+number+".fsm.yaml", []byte(text))
	switch {
	case diags.HasErrors():
		g.count["left out, does not load"]++
		return nil
	case len(s.Machine.Transitions) > tooLarge:
		g.count["left out, too large"]++
		return nil
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	report := verify.Machine(ctx, s.Machine)
	late := ctx.Err() != nil
	cancel()
	switch {
	case report.Proved():
	case late:
		g.count["left out, its proof takes more than 1 s"]++
		return nil
	default:
		g.count["left out, not proved"]++
		return nil
	}
	g.count["proved"]++
	g.count["proved "+kind]++
	if kind == "charts" {
		for _, f := range charts.Features(text) {
			g.features[f]++
		}
	}
	return g.write(t, s, report, written{seed: seed, text: text, proved: true}, number)
}

// write writes the Go files of a proved machine.
func (g *group) write(t *testing.T, s *spec.Spec, report *verify.Report, w written, number string) error {
	w.pkg = fmt.Sprintf("proved%d", len(g.machines)/perPackage)
	if len(g.machines)%perPackage > 0 {
		s.Prefix = "X" + number
	} else if err := g.file(w.pkg+"/request.go", []byte("package "+w.pkg+"\n\n// Request is a type of the program.\ntype Request struct{ N int }\n")); err != nil {
		return err
	}
	g.machines[number] = w
	for _, o := range gen.Outputs(gen.Beside) {
		if !strings.HasSuffix(o.Suffix, ".go") || !o.Wanted(s) {
			continue
		}
		made, err := o.Make(t.Context(), gen.Input{Spec: s, Report: report, Package: w.pkg})
		if err != nil {
			return fmt.Errorf("seed %d: %w in\n%s", w.seed, err, w.text)
		}
		if made.Data == nil {
			continue
		}
		if err := g.file(w.pkg+"/"+o.FileName(s.Machine.File), made.Data); err != nil {
			return err
		}
	}
	return nil
}

// file writes a file of the module.
func (g *group) file(name string, data []byte) error {
	name = filepath.Join(g.dir, name)
	return cmp.Or(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, data, 0o666))
}

// pass compiles and tests the machines of a group.
func (c *campaign) pass(t *testing.T, g *group) {
	t.Helper()
	defer os.RemoveAll(g.dir)
	began := time.Now()
	module(t, func(name string, data []byte) {
		t.Helper()
		if err := g.file(name, data); err != nil {
			t.Fatal(err)
		}
	})
	c.results(t, g.dir, c.thrice(t, g.dir), g.machines)
	c.prune(t, began)
}
