package difftest

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// Spec is a version of a spec that loads.
type Spec struct {
	Name string
	*spec.Spec
}

// Specs returns the versions of a spec with the source src, and 30 combinations of two of them.
func Specs(t *testing.T, src string) (list []Spec) {
	t.Helper()
	seen := map[string]bool{}
	add := func(name, text string) {
		s, _ := spec.Load("base.fsm.yaml", []byte(text))
		if s.Machine == nil || seen[text] {
			return
		}
		seen[text] = true
		list = append(list, Spec{name, s})
	}
	versions := Versions()
	for _, v := range versions {
		text, ok := Edited(src, v.Edits)
		if !ok {
			t.Errorf("%s: the spec lacks a text", v.Name)
		} else if s, diags := spec.Load("base.fsm.yaml", []byte(text)); s.Machine == nil {
			t.Errorf("%s: %v", v.Name, diags)
		}
		add(v.Name, text)
	}
	single := len(list)
	for i := range single {
		for j := range i {
			if i*j%7 != 1 || len(list) >= single+30 {
				continue // some of the combinations are enough
			}
			if text, ok := Edited(src, append(append([]string{}, versions[i].Edits...), versions[j].Edits...)); ok {
				add(versions[i].Name+" + "+versions[j].Name, text)
			}
		}
	}
	return list
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
