package expr

import (
	"go/ast"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// ParseDuration is [Parse] for an expression whose value is a positive duration, such as 30s * (n + 1). The result is an
// expression in nanoseconds: each constant with a unit is an int, the number of them.
func ParseDuration(text string, span diag.Span, names Names, diags *diag.List) Expr {
	p := &typer{text: text, span: span, names: names, diags: diags}
	masked := p.units()
	for _, at := range numbers(masked) {
		if word := masked[at[0]:at[1]]; !isNumber(word) {
			p.errorAt(at[0], at[1], diag.CodeTimer, "`%s` is not a duration", diag.Clip(word)).
				Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h")
			return nil
		}
	}
	e := p.parse(masked)
	if e == nil || !p.positive(e) {
		return nil
	}
	return withoutUnits(e)
}

// Time returns the constant of type duration.
func Time(d time.Duration) *Lit { return &Lit{Type{Kind: Int, Duration: true}, int64(d)} }

// constants matches strings, numbers with and without units, and names that end like them.
var constants = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`|" + `[\pL_]?[\pL\d_]*\d[\pL\d_.]*`)

// numbers returns the places of the words of a text that begin like numbers.
func numbers(text string) (places [][]int) {
	for _, at := range constants.FindAllStringIndex(text, -1) {
		if first := text[at[0]]; first >= '0' && first <= '9' {
			places = append(places, at)
		}
	}
	return places
}

// isNumber reports whether a word is a number of the language, or one of Go that the language reports better than as a
// mistaken unit.
func isNumber(word string) bool {
	if strings.Trim(word, "0123456789_.") == "" {
		return true
	}
	_, err := strconv.ParseUint(word, 0, 64)
	return err == nil
}

// isFloat reports whether a word is another number of Go, which the language does not have.
func isFloat(word string) bool {
	_, err := strconv.ParseFloat(strings.TrimSuffix(word, "i"), 64)
	return err == nil
}

// units notes the constants with units, and returns the text with a name of the same length in the place of each.
func (p *typer) units() string {
	var b strings.Builder
	last := 0
	for _, at := range numbers(p.text) {
		word := p.text[at[0]:at[1]]
		if isNumber(word) {
			continue
		}
		d, err := time.ParseDuration(word)
		if err != nil {
			continue // the parser reports it
		}
		if p.durations == nil {
			p.durations = map[int]time.Duration{}
		}
		p.durations[at[0]] = d
		b.WriteString(p.text[last:at[0]] + strings.Repeat("_", len(word)))
		last = at[1]
	}
	return b.String() + p.text[last:]
}

// isDuration reports whether the value of an arithmetic expression is a duration.
func isDuration(e Expr) bool {
	b, ok := e.(*Binary)
	switch {
	case !ok:
		return e.Type().Duration
	case b.Op > Rem:
		return false
	}
	x, y := isDuration(b.X), isDuration(b.Y)
	if b.Op == Quo {
		return x && !y
	}
	return x || y
}

// sameUnit checks which operands are durations, and reports those that do not fit together.
func (p *typer) sameUnit(n ast.Expr, op Op, x, y Expr) bool {
	a, b := x.Type().Duration, y.Type().Duration
	fits := a == b
	switch op {
	case Mul:
		fits = !a || !b
	case Quo:
		fits = a || !b
	case Rem:
		fits = !a && !b
	}
	if fits || x == Expr(invalid) || y == Expr(invalid) {
		return fits
	}
	d := p.errorOn(n, diag.CodeType, "`%s` mixes durations with numbers", p.source(n))
	switch {
	case op == Mul:
		d.Message = "`" + p.source(n) + "` multiplies durations"
		d.Helpf("multiply a duration by an int, as in 30s * n")
	case op == Rem:
		d.Message = "operator % needs ints, but `" + p.source(n) + "` has a duration"
		d.Helpf("durations can be added, subtracted, compared, multiplied by ints, and divided by ints or durations")
	case op == Quo:
		d.Helpf("a duration can be divided by an int, which gives a duration, or by a duration, which gives an int")
	default:
		d.Helpf("give each number that stands for a time a unit, as in 30s * n + 5s; `0s` is no time")
	}
	return false
}

// zeroOf returns the constant 0 as the language writes it.
func zeroOf(t Type) string {
	if t.Duration {
		return "0s"
	}
	return "0"
}

// unit says how a number becomes a duration, and a duration a number, if that is what d reports.
func (p *typer) unit(d *diag.Diagnostic, e Expr) {
	t := e.Type()
	switch {
	case t.Kind != Int || p.want.Kind != Int || t.Duration == p.want.Duration:
	case t.Duration:
		d.Helpf("divide it by a duration, as in (%s) / 1s", diag.Clip(p.text))
	default:
		if lit, ok := e.(*Lit); ok {
			d.Helpf("give it a unit, as in %ds", lit.Value)
		} else {
			d.Helpf("multiply it by a unit, as in (%s) * 1s", diag.Clip(p.text))
		}
	}
}

// positive reports what is not a duration, and a constant that is not positive.
func (p *typer) positive(e Expr) bool {
	t := e.Type()
	v, constant, err := int64(0), false, error(nil)
	if t.Kind == Int {
		v, constant, err = Constant(e)
	}
	switch {
	case t.Kind != Int:
		p.errorAt(0, len(p.text), diag.CodeType, "expected a duration, found %s `%s`", article(t), diag.Clip(p.text)).
			Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h, as in 30s * n")
	case !t.Duration:
		p.errorAt(0, len(p.text), diag.CodeTimer, "`%s` has no unit of time", diag.Clip(p.text)).
			Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h, as in 30s * n")
	case constant && err == nil && v <= 0:
		p.errorAt(0, len(p.text), diag.CodeTimer, "the duration `%s` is not positive", diag.Clip(p.text)).Helpf("the shortest duration is 1ns")
	default:
		return true
	}
	return false
}

// DurationText returns a duration as the language writes it: "2m" instead of Go's "2m0s".
func DurationText(d time.Duration) string {
	text := d.String()
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}
