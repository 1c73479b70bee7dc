package coq

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// names holds the Coq names of the parts of a machine. Each has a prefix for its kind, so that none is a reserved word or
// a name of the standard library.
type names struct {
	states, params, vars, asks []string
	enums                      map[*expr.Enum]string
	values                     map[*expr.Enum][]string
	// texts are the string constants, by number.
	texts []string
	taken map[string]bool
}

func newNames(m *core.Machine) *names {
	n := &names{taken: map[string]bool{}, enums: map[*expr.Enum]string{}, values: map[*expr.Enum][]string{}}
	for _, s := range m.States {
		n.states = append(n.states, n.choose("in_", s.Name))
	}
	for _, p := range m.Params {
		n.params = append(n.params, n.choose("p_", p.Name))
	}
	for _, v := range m.Vars {
		name := v.Name
		if v.State >= 0 {
			name = m.States[v.State].Name + "_" + name
		}
		n.vars = append(n.vars, n.choose("v_", name))
	}
	for i := range m.Asks {
		n.asks = append(n.asks, fmt.Sprintf("ask_%d", i+1))
	}
	for _, e := range m.Enums {
		n.enums[e] = n.choose("enum_", e.Name)
		for _, v := range e.Values {
			n.values[e] = append(n.values[e], n.choose("is_"+identifier(e.Name)+"_", v))
		}
	}
	return n
}

// choose returns a prefix with a name, and with a number if that is taken.
func (n *names) choose(prefix, name string) string {
	name = prefix + identifier(name)
	free := name
	for i := 2; n.taken[free]; i++ {
		free = fmt.Sprintf("%s'%d", name, i)
	}
	n.taken[free] = true
	return free
}

// identifier returns a name with a number in place of each character that may not stand in a Coq name.
func identifier(name string) string {
	var b strings.Builder
	for _, c := range name {
		if c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, "u%04x", c)
		}
	}
	return b.String()
}

// comment returns text of a spec as it may stand in a comment: Coq reads strings and comments inside of comments.
func comment(s string) string {
	s = strings.NewReplacer("(*", "( *", `"`, "'", "\n", " ", "\r", " ").Replace(s)
	s = strings.ReplaceAll(s, "*)", "* )")
	if strings.HasSuffix(s, "*") || strings.HasSuffix(s, "(") {
		s += " "
	}
	return s
}

// text returns the number of a string constant.
func (n *names) text(s string) int {
	i := slices.Index(n.texts, s)
	if i < 0 {
		i = len(n.texts)
		n.texts = append(n.texts, s)
	}
	return i
}
