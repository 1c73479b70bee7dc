package golang

import (
	"errors"
	"fmt"
	"go/token"
	"regexp"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/expr"
)

var errNames = errors.New("the names are not those of the machine")

// check checks what the packages below rely on beyond the types. It returns
// the limit on the number of transitions; see [machine.Machine.StepLimit].
func check(m *machine.Machine, pkg string) (expr.Expr, error) {
	n := m.Names
	if !token.IsIdentifier(pkg) || pkg == "_" {
		return nil, fmt.Errorf("%q is not a package name", pkg)
	}
	if len(n.States) != len(m.Core.States) || len(n.Events) != len(m.Core.Events) || len(n.Vars) != len(m.Core.Vars) ||
		len(n.Fields) != len(m.Core.Params) || len(n.Enums) != len(m.Core.Enums) || len(n.Outcomes) != len(m.Core.Outcomes) ||
		len(n.Guards) != len(m.Core.Guards) || len(n.Outputs) != len(m.Core.Outputs) || len(n.Delays) != len(m.Core.Delays) ||
		len(n.Timers) != len(m.Core.Timers) || len(n.Calls) != len(m.Core.Calls) ||
		m.Core.Faces.Values && (len(n.Values.Inputs) != len(m.Core.Events) || len(n.Values.Outputs) != len(m.Core.Outputs)) {
		return nil, errNames
	}
	var err error
	m.Core.Expressions(func(e expr.Expr) {
		if err == nil {
			err = goexpr.CheckConstants(e)
		}
	})
	for _, c := range m.Conditions {
		if err == nil {
			err = goexpr.CheckConstants(c.Expr)
		}
	}
	if err == nil {
		err = checkQuestions(m)
	}
	if err != nil {
		return nil, err
	}
	limit, err := m.StepLimit()
	if err != nil {
		return nil, err
	}
	for _, t := range m.GoTypes() {
		if err := checkType(t); err != nil {
			return nil, err
		}
	}
	return limit, nil
}

// checkQuestions reports questions that the host does not know, and
// questions outside of guards.
func checkQuestions(m *machine.Machine) error {
	guards := make(map[expr.Expr]bool)
	for _, t := range m.Core.Transitions {
		guards[t.Guard] = true
	}
	var err error
	m.Core.Expressions(func(e expr.Expr) {
		if err == nil && expr.Uses(e, func(s *expr.Symbol) bool {
			return s.Scope == expr.External && !(guards[e] && m.External(s))
		}) {
			err = fmt.Errorf("external guard in %q", expr.Print(e, expr.Spec))
		}
	})
	return err
}

// punctuation matches the text between the names of a Go type. A comment or
// a line break could end the type.
var punctuation = regexp.MustCompile(`^([][*(),.<\- 0-9]|map|chan|func)$`)

func checkType(t *expr.GoType) error {
	for _, p := range t.Parts {
		if p.Name == "" && !punctuation.MatchString(p.Token) {
			return fmt.Errorf("%q in the Go type %q", p.Token, t.Text)
		}
	}
	return nil
}
