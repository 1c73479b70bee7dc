package coq

import (
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// writer states the theorems about a machine that is defined, and proves them.
type writer struct {
	defs    *definitions
	report  *verify.Report
	prover  *verify.Prover
	facts   []fact
	limited expr.Expr
	levels  []verify.Level
	// timed reports that there is a theorem about the time, in units of unit.
	timed bool
	unit  time.Duration
	// lacking names what could not be proved.
	lacking []string
	// concluded are the names of the theorems.
	concluded []string
}

func (w *definitions) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// lack notes that there is no certificate for a statement.
func (w *writer) lack(about string) { w.lacking = append(w.lacking, about) }

// picks returns the enums of the case expressions of a machine.
func picks(m *core.Machine) map[*expr.Enum]bool {
	out := map[*expr.Enum]bool{}
	m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if c, ok := e.(*expr.Case); ok && c.Of.Type().Kind == expr.Enumerated {
				out[c.Of.Type().Enum] = true
			}
		})
	})
	return out
}
