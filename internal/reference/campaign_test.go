package reference_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/course"
	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
)

// difference is a run in which the core machine is not the machine of the spec.
type difference struct {
	kind  string
	run   string
	want  course.Seen
	got   course.Seen
	taken []string
}

func (d *difference) String() string {
	return fmt.Sprintf("%s\n  run: %s\n  reference: %v\n  core:      %v\n  core took: %s", d.kind, d.run, &d.want, &d.got, strings.Join(d.taken, " | "))
}

// compare runs a course on a core machine, and returns the first difference, or nil.
func compare(m *core.Machine, c course.Course, intern func(string) int64) *difference {
	f, got, err := begin(m, c.Params, intern)
	run := fmt.Sprintf("start%v", c.Params)
	for i := 0; ; i++ {
		if i == len(c.Seen) || err != nil {
			if i < len(c.Seen) || c.Err == nil || !errors.Is(err, c.Err) {
				return &difference{kind: fmt.Sprintf("fault: reference %v, core %v", c.Err, err), run: run}
			}
			return nil
		}
		f.look(&got)
		if kind := c.Seen[i].Differs(&got); kind != "" {
			return &difference{kind, run, c.Seen[i], got, f.taken}
		}
		if b := f.broken(); len(b) > 0 {
			return &difference{"implied invariant " + b[0], run, c.Seen[i], got, f.taken}
		}
		if i == len(c.Inputs) {
			return nil
		}
		run += ", " + c.Inputs[i].String()
		got, err = f.apply(c.Inputs[i])
	}
}

// judge loads a chart and compares some runs of it.
func judge(c charts.Chart, seed uint64, runs, events int) (d *difference, loaded bool, n int) {
	defer func() {
		if v := recover(); v != nil {
			d = &difference{kind: fmt.Sprintf("panic %v", v)}
		}
	}()
	s, diags := c.Load()
	if diags.HasErrors() {
		return nil, false, 0
	}
	file, children, err := c.Syntax()
	if err != nil {
		return &difference{kind: err.Error()}, true, 0
	}
	m, err := reference.New(file, children)
	if err != nil {
		return &difference{kind: "reference: " + err.Error()}, true, 0
	}
	for i := range runs {
		c, err := course.New(m, rand.New(rand.NewPCG(seed, uint64(i))), events)
		if err != nil {
			return &difference{kind: "reference: " + err.Error()}, true, n
		}
		n += len(c.Inputs)
		if d := compare(s.Machine, c, m.Intern); d != nil {
			return d, true, n
		}
	}
	return nil, true, n
}

// TestKnown holds the core machines of specs against the reference in whose place there was another machine once.
func TestKnown(t *testing.T) {
	files, err := filepath.Glob("testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d, loaded, events := judge(charts.Chart{Text: string(text)}, 1, 100, 20)
		if d != nil {
			t.Errorf("%s: %v", name, d)
		} else if !loaded || events < 150 {
			t.Errorf("%s: %d events, loaded: %t", name, events, loaded)
		}
	}
}

// TestCore holds the core machine of random charts against the reference.
func TestCore(t *testing.T) {
	size := sample.Size(10, 15, 500)
	seed := sample.Seed(t)
	loaded, events, wrong := 0, 0, 0
	kinds := map[string]int{}
	began := time.Now()
	for i := range size {
		at := seed + uint64(i)
		c := charts.New(rand.New(rand.NewPCG(at, 1)))
		d, ok, n := judge(c, at, 20, 12)
		events += n
		if ok {
			loaded++
		}
		if d == nil {
			continue
		}
		if wrong++; wrong > 200 {
			break
		}
		small := charts.Shrink(c, func(c charts.Chart) bool {
			e, _, _ := judge(c, at, 40, 12)
			return e != nil && e.sort() == d.sort()
		})
		again, _, _ := judge(small, at, 40, 12)
		kind := fmt.Sprintf("%s with %v", d.sort(), charts.Features(small.Text))
		if kinds[kind]++; kinds[kind] == 1 {
			t.Errorf("seed %d: %s: %v\n%s", at, kind, again, small.Text)
		}
	}
	if loaded == 0 || size >= 100 && 3*loaded < size || events < 10*loaded {
		t.Errorf("only %d of %d charts load, and they have %d events", loaded, size, events)
	}
	t.Logf("%d of %d loaded, %d events, %d differences, %v", loaded, size, events, wrong, time.Since(began))
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%4d %s", kinds[kind], kind)
	}
}

// sort is the kind of a difference without names.
func (d *difference) sort() string {
	for _, known := range []string{"panic", "value of stalls", "value of transitions", "value", "implied invariant"} {
		if strings.HasPrefix(d.kind, known) {
			return known
		}
	}
	return d.kind
}
