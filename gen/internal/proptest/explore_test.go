package proptest

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// exploration drives a mutant further than the generated tests do: beside the
// oracle through all configurations of machines with some parameters, and beside
// the machine without a fault through forged snapshots and parameters.
const exploration = `
package PKG

import (
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"regexp"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest"
)

func TestExplore(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	snapshots := fsmtest.Explore(t, PREFIXTestSpec(), PREFIXTestMachine(), 150_000)
	mutant := mutantChosen
	defer func() { mutantChosen = mutant }()
	both := func(what string, do func() any) {
		mutantChosen = 0
		want := do()
		mutantChosen = mutant
		if got := do(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	value := regexp.MustCompile(` + "`" + `"[^"]*"|-?[0-9.]+|null|true|false` + "`" + `)
	others := []string{"null", "0", "1", "-1", "7", "1e99", "9223372036854775807", "true", ` + "`" + `""` + "`, `" + `"\u00e4"` + "`" + `, "{}", "[]"}
	for i := 0; i < 3000 && len(snapshots) > 0; i++ {
		text := snapshots[random.Intn(len(snapshots))]
		places := value.FindAllIndex(text, -1)
		at := places[random.Intn(len(places))]
		other := others[random.Intn(len(others))]
		if random.Intn(4) == 0 {
			from := places[random.Intn(len(places))]
			other = string(text[from[0]:from[1]])
		}
		forged := string(text[:at[0]]) + other + string(text[at[1]:])
		both(forged, func() any {
			m, err := RESTORE
			if err != nil {
				return "refused"
			}
			return fmt.Sprintf("%+v", PREFIXTestBare(m))
		})
	}
	corners := []int{0, 1, -1, 2, 20, 21, 1000, math.MaxInt, math.MinInt, math.MaxInt / 2, 1 << 40}
	for range 3000 {
		var p PARAMS
		f := reflect.ValueOf(&p).Elem()
		far := false
		for i := range f.NumField() {
			switch f.Field(i).Kind() {
			case reflect.Int:
				v := corners[random.Intn(len(corners))] + random.Intn(3) - 1
				far = far || v > 1<<20
				f.Field(i).SetInt(int64(v))
			case reflect.Bool:
				f.Field(i).SetBool(random.Intn(2) == 0)
			}
		}
		mutantChosen = 0
		want := p.Validate() != nil
		mutantChosen = mutant
		near := p
		for i, f := 0, reflect.ValueOf(&near).Elem(); i < f.NumField(); i++ {
			if f.Field(i).Kind() == reflect.Int {
				f.Field(i).SetInt(min(f.Field(i).Int(), 20))
			}
		}
		// Near the greatest int, what refuses too much is right, and so is what
		// accepts more where the bound does not depend on it.
		if got := p.Validate() != nil; got != want && !(far && (got || SAMEBOUND)) {
			t.Errorf("%+v is refused: %t, want %t", p, got, want)
		}
	}
	both("without parameters", func() any { return PARAMS{}.Validate() != nil })
}

// PREFIXTestBare is what a machine holds: all but what typed states need.
func PREFIXTestBare(m *MACHINE) string { return fmt.Sprint(m.state, m.params) + m.String() }
`

// explores writes the exploration beside the mutants.
func (s userModule) explores(t *testing.T, m *core.Machine, names *ident.Names, pkg string) {
	t.Helper()
	p := newSubject(m, names, pkg)
	restore := names.Record.Restore + "([]byte(forged))"
	if names.Host != "" {
		restore = names.Record.Restore + "([]byte(forged), " + p.prefix + "TestHost{})"
	}
	same := "p == near"
	if m.Bound != nil {
		bound := p.id("Spec") + "().Bound(" + p.id("Config") + "{Params: "
		same = bound + "p}) == " + bound + "near})"
	}
	text := strings.NewReplacer("SAMEBOUND", same, "PKG", pkg, "PREFIX", p.prefix, "RESTORE", restore, "PARAMS", names.Params, "MACHINE", names.Machine).Replace(exploration)
	s.write(t, pkg+"/explore_test.go", []byte(text))
}
