package expr_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// oneParam has the parameter n, of type int, and s, of type string.
type oneParam struct{}

func (oneParam) Lookup(name string) expr.Expr {
	switch name {
	case "n":
		return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Param, Name: "n", Type: expr.Type{Kind: expr.Int}}}
	case "s":
		return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Param, Index: 1, Name: "s", Type: expr.Type{Kind: expr.String}}}
	}
	return nil
}

func (oneParam) All() []string { return []string{"n", "s"} }

// TestParseDuration computes durations for n = 3.
func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "1.5s": 1500 * time.Millisecond, "1h30m": 90 * time.Minute, "3µs": 3 * time.Microsecond,
		"30s*(n + 1)": 2 * time.Minute, "n * 1h2m + 5s": 3*(62*time.Minute) + 5*time.Second, "min(10m, 1m*n, 5m - 3m)": 2 * time.Minute,
		"-(5s - 1m) / 5": 11 * time.Second, "(n + 1) / 2 * 8ms": 16 * time.Millisecond, "2m - 10s*n": 90 * time.Second,
	} {
		var diags diag.List
		e := expr.ParseDuration(text, diag.Span{}, oneParam{}, &diags)
		if e == nil {
			t.Errorf("%s: %v", text, diags)
			continue
		}
		if v, err := expr.Eval(e, &expr.Env{Params: []int64{3, 0}}); err != nil || time.Duration(v) != want {
			t.Errorf("%s is %v, %v, want %v", text, time.Duration(v), err, want)
		}
	}
}

// TestParseDurationWrong wants one error, with its place, for each text.
func TestParseDurationWrong(t *testing.T) {
	for text, want := range map[string]string{
		"30":             "1-3: `30` has no unit of time",
		"n * 30":         "1-7: `n * 30` has no unit of time",
		"0s":             "1-3: the duration `0s` is not positive",
		"-5s":            "1-4: the duration `-5s` is not positive",
		"5s - 1m":        "1-8: the duration `5s - 1m` is not positive",
		"1m + 5":         "1-7: `1m + 5` mixes durations with numbers",
		"n - 5s":         "1-7: `n - 5s` mixes durations with numbers",
		"2s * 3s":        "1-8: `2s * 3s` multiplies durations",
		"n / 3s":         "1-7: `n / 3s` mixes durations with numbers",
		"9s % 2s":        "1-8: operator % needs ints, but `9s % 2s` has a duration",
		"max(n, 3s)":     "1-11: `max(n, 3s)` mixes durations with numbers",
		"n * 10y":        "5-8: `10y` is not a duration",
		"1h1":            "1-4: `1h1` is not a duration",
		"300000h + 1y2":  "11-14: `1y2` is not a duration",
		"3000000h":       "1-9: `3000000h` is not a duration",
		"2000000h * 100": "1-15: `2000000h * 100` does not fit in 64 bits",
		"30s * m":        "7-8: unknown name `m`",
		"s":              "1-2: expected a duration, found a string `s`",
		"30s *":          "6-7: `30s *` is not an expression: expected operand, found the end",
		"5s == 5s":       "1-9: expected a duration, found a bool `5s == 5s`",
	} {
		var diags diag.List
		e := expr.ParseDuration(text, diag.Span{Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 1 + len(text)}}, oneParam{}, &diags)
		var got []string
		for _, d := range diags {
			got = append(got, strconv.Itoa(d.Span.Start.Column)+"-"+strconv.Itoa(d.Span.End.Column)+": "+d.Message)
		}
		if e != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, %q, want %q", text, e, got, want)
		}
	}
}
