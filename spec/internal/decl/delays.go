package decl

import (
	"time"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// delays declares the named durations.
func (l *Declarations) delays() {
	seen := map[string]diag.Span{}
	for _, d := range l.file.Delays {
		l.names.Check(d.Name, "delay")
		if !l.names.Unique(seen, d.Name, "delay") {
			continue
		}
		delay := core.Delay{Name: d.Name.Value, Doc: d.Doc.Value, Args: l.values.fields(d.Args, "argument"), Go: l.names.GoName(d.Go), Span: d.Name.Span}
		if d.After.Given() {
			delay.Constant = l.Duration(d.After)
		}
		if d.Max.Given() {
			delay.Max = l.Duration(d.Max)
		}
		l.machine.Delays = append(l.machine.Delays, delay)
	}
}

// Duration parses a constant duration.
func (l *Declarations) Duration(t syntax.Text) time.Duration {
	d, err := time.ParseDuration(t.Value)
	switch {
	case t.Value == "":
	case err != nil:
		l.diags.Errorf(diag.CodeTimer, t.Span, "`%s` is not a duration", diag.Clip(t.Value)).
			Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h")
	case d <= 0:
		l.diags.Errorf(diag.CodeTimer, t.Span, "the duration `%s` is not positive", diag.Clip(t.Value)).Helpf("the shortest duration is 1ns")
	}
	return d
}
