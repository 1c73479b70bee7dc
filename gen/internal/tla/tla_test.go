package tla

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

func load(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load(file, src)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// TestGolden writes the modules of machines of each sort: one that ends, one
// that serves the world, with a progress function of one component and of more.
func TestGolden(t *testing.T) {
	for name, file := range map[string]string{
		"Fallback":  "../../../machines/fallback/fallback.fsm.yaml",
		"Phone":     "../../../verify/testdata/phone.fsm.yaml",
		"CoffeeCan": "../../../verify/testdata/coffee_can.fsm.yaml",
		"Nested":    "testdata/nested.fsm.yaml",
		"Sorter":    "../../../verify/testdata/always_nested.fsm.yaml",
	} {
		t.Run(name, func(t *testing.T) {
			m := load(t, file)
			config, err := Config(m, make([]int64, len(m.Params)), func(int64) string { return "" })
			if err != nil {
				t.Fatal(err)
			}
			for ending, got := range map[string][]byte{".tla": Module(m), ".cfg": config} {
				golden.File(t, filepath.Join("testdata", name+ending), got)
			}
		})
	}
}

// TestConfigSize wants a value for each parameter.
func TestConfigSize(t *testing.T) {
	m := load(t, "../../../machines/fallback/fallback.fsm.yaml")
	if _, err := Config(m, []int64{1}, nil); err == nil || !strings.Contains(err.Error(), "2 parameters, but 1 values") {
		t.Errorf("the error is %v", err)
	}
}

func TestQuote(t *testing.T) {
	seen := map[string]string{}
	for text, want := range map[string]string{
		"":            `""`,
		"Ready, now":  `"Ready, now"`,
		`"`:           `"%22"`,
		`\`:           `"%5C"`,
		"*)":          `"%2A%29"`,
		"====":        `"%3D%3D%3D%3D"`,
		"--algorithm": `"-%2Dalgorithm"`,
		"---":         `"-%2D%2D"`,
		"%":           `"%25"`,
		"%22":         `"%2522"`,
		"é\n":         `"%C3%A9%0A"`,
		"\xff":        `"%FF"`,
	} {
		got := quote(text)
		if got != want {
			t.Errorf("quote(%q) is %s, want %s", text, got, want)
		}
		if other, ok := seen[got]; ok {
			t.Errorf("%q and %q are both %s", text, other, got)
		}
		seen[got] = text
	}
}

// TestChoose has names that TLA+ has for itself, or that are there twice.
func TestChoose(t *testing.T) {
	n := &names{taken: map[string]bool{}}
	n.reserve(own + " " + reserved)
	var got []string
	for _, name := range []string{"left", "left", "left_2", "CASE", "Init", "WF_x", "SF_", "the_WF_x", "INVARIANT", "Head", "Ints"} {
		got = append(got, n.choose(name))
	}
	want := []string{"left", "left_2", "left_2_2", "CASE_2", "Init_2", "the_WF_x", "the_SF_", "the_WF_x_2", "INVARIANT_2", "Head_2", "Ints_2"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
