package difftest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec"
)

// Spec is a version of a spec that loads.
type Spec struct {
	Name string
	*spec.Spec
}

// set is a list of versions with different sources.
type set struct {
	list []Spec
	seen map[string]bool
}

// add adds a version if it loads, stores machines, and can be generated.
func (s *set) add(name, text string) {
	if s.seen[text] {
		return
	}
	v, _ := spec.Load("base.fsm.yaml", []byte(text))
	if v.Machine == nil || !v.Machine.Faces.Snapshot {
		return
	}
	if _, clashes := ident.Assign(v.Machine, ""); len(clashes) > 0 {
		return
	}
	s.seen[text] = true
	s.list = append(s.list, Spec{name, v})
}

// Specs returns versions of a spec with the source src, and 30 combinations of two of them.
func Specs(t *testing.T, src string, versions []Version) []Spec {
	t.Helper()
	return specs(t, src, versions).list
}

func specs(t *testing.T, src string, versions []Version) *set {
	t.Helper()
	s := &set{seen: map[string]bool{}}
	for _, v := range versions {
		text, ok := Edited(src, v.Edits)
		if !ok {
			t.Errorf("%s: the spec lacks a text", v.Name)
		} else if s, diags := spec.Load("base.fsm.yaml", []byte(text)); s.Machine == nil {
			t.Errorf("%s: %v", v.Name, diags)
		}
		s.add(v.Name, text)
	}
	single := len(s.list)
	for i := range single {
		for j := range i {
			if i*j%7 != 1 || len(s.list) >= single+30 {
				continue // some of the combinations are enough
			}
			if text, ok := Edited(src, append(append([]string{}, versions[i].Edits...), versions[j].Edits...)); ok {
				s.add(versions[i].Name+" + "+versions[j].Name, text)
			}
		}
	}
	return s
}

// Combined returns n versions of a spec: those of [Specs], those of more, and combinations of two or three of them that r
// chooses. Versions that do not load are not among them.
func Combined(t *testing.T, src string, versions, more []Version, n int, r *rand.Rand) []Spec {
	t.Helper()
	s := specs(t, src, versions)
	for _, v := range more {
		if text, ok := Edited(src, v.Edits); ok {
			s.add(v.Name, text)
		}
	}
	all := slices.Concat(versions, more)
	for tries := 0; len(s.list) < n; tries++ {
		if tries > 200*n {
			t.Fatalf("there are only %d versions", len(s.list))
		}
		var names, edits []string
		for _, i := range r.Perm(len(all))[:2+r.IntN(2)] {
			names, edits = append(names, all[i].Name), append(edits, all[i].Edits...)
		}
		if text, ok := Edited(src, edits); ok {
			s.add(strings.Join(names, " + "), text)
		}
	}
	return s.list[:n]
}

// Edited replaces texts if all of them exist.
func Edited(src string, edits []string) (string, bool) {
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(src, edits[i]) {
			return "", false
		}
		src = strings.ReplaceAll(src, edits[i], edits[i+1])
	}
	return src, true
}
