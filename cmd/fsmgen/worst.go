package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// worstFormats are the values of --format of worst.
var worstFormats = []word{
	{"text", "a table, and the run"},
	{"json", "one object"},
	{briefFormat, briefHelp},
}

func newWorst(std stdio) *cobra.Command {
	var params []string
	format := "text"
	c := &cobra.Command{
		Use:   "worst [--param NAME=VALUE]... file",
		Short: "Show the worst case for given parameters, and a run that takes it",
		Long: `Worst shows what is proved of each run of a machine with given parameters: how
many transitions and how much time it takes at most, how often it starts calls
and emits outputs, and what it costs. Fsmgen verify prints the same limits as
expressions.

It then looks for a run that takes as much: one that takes as long as possible
if each timer fires when it is due, or without a limit of the time, one with as
many transitions as possible. Exploration may find none for large parameters.

A parameter that is not given has its default. Without one, it has to be given.

Formats:

` + described(worstFormats) + `
The exit status is 1 if it is not proved that each run ends.`,
		Example: `  fsmgen worst door.fsm.yaml
  fsmgen worst --param n=3 --param wait=5 door.fsm.yaml
  fsmgen worst --format json door.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			return worst(cmd.Context(), std, args[0], params, format)
		},
	}
	c.Flags().StringArrayVar(&params, "param", nil, "value of a parameter, as NAME=VALUE")
	choiceFlag(c, &format, "format", "output format", worstFormats)
	return c
}

// worst prints the worst case of a machine.
func worst(ctx context.Context, std stdio, path string, params []string, format string) error {
	l, err := loadSpec(path, std.in)
	if err != nil {
		return fault(err)
	}
	if l.machine == nil {
		if err := l.print(std.err); err != nil {
			return fault(err)
		}
		return errFindings
	}
	values, text, err := worstParams(l.machine, params)
	if err != nil {
		return err
	}
	report, err := std.prove(ctx, l)
	if err != nil {
		return err
	}
	w := report.Worst(ctx, values)
	if ctx.Err() != nil {
		return fault(errInterrupted)
	}
	if format != "text" {
		err = worstJSON(std, format, report, w, text)
	} else {
		err = worstText(std, l.path, report, w, text)
	}
	if err == nil && report.Termination != verify.Proved && report.Punctual == nil {
		return errFindings
	}
	return fault(err)
}

// worstParams returns the values of the parameters, and as text. Strings are numbered as in explored runs: one that the spec does not
// mention has the number of all those.
func worstParams(m *core.Machine, given []string) (values []int64, text string, err error) {
	s := newInstance(m)
	for _, p := range m.Params {
		if p.Default == nil && !slices.ContainsFunc(given, func(g string) bool { return strings.HasPrefix(g, p.Name+"=") }) {
			return nil, "", fmt.Errorf("parameter %s has no default: give it a value with --param %s=VALUE", p.Name, p.Name)
		}
	}
	if err := setParams(s, given); err != nil {
		return nil, "", err
	}
	known := trace.Strings(m)
	var words []string
	for i, p := range m.Params {
		words = append(words, p.Name+" = "+s.format(p.Type, s.Params[i]))
		if p.Type.Kind == expr.String {
			n := slices.Index(known, s.text(s.Params[i]))
			if n < 0 {
				n = len(known) - 1
			}
			s.Params[i] = int64(n)
		}
	}
	return s.Params, strings.Join(words, ", "), nil
}

func worstText(std stdio, path filePath, r *verify.Report, w *verify.Worst, params string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", path, r.Machine.Name)
	if params != "" {
		b.WriteString(" with " + params)
	}
	b.WriteString("\n")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.StripEscape)
	fmt.Fprintf(t, "  \tat most\twhich is\tthe run takes\n")
	for i := range w.Amounts {
		a := &w.Amounts[i]
		most, limit, taken := "no limit", "", ""
		if a.Most >= 0 {
			most, limit = a.Value(a.Most), a.Limit
		}
		if a.UnlessOverflow {
			limit += ", unless a value leaves Go's int"
		}
		if a.Taken >= 0 {
			taken = a.Value(a.Taken)
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", strings.TrimSpace(a.Kind+" "+a.Name), most, limit, taken)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	switch {
	case w.Run != nil && w.Clock != nil:
		b.WriteString("a run that takes long" + w.Timeline(r.Machine))
	case w.Run != nil:
		b.WriteString("a long run" + w.Timeline(r.Machine))
	default:
		b.WriteString("no run to the end was found that takes as much\n")
	}
	if w.CutShort {
		b.WriteString("exploration gave up: smaller parameters show a run that takes more of the limits\n")
	}
	if r.Termination != verify.Proved {
		fmt.Fprintf(&b, "it is not proved that each run ends: see fsmgen verify %s\n", path)
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(std.out, diag.Printable(strings.TrimRight(line, " \n"))); err != nil {
			return err
		}
	}
	return nil
}

// worstAmount is an [verify.Amount] in JSON.
type worstAmount struct {
	Kind           string `json:"kind"`
	Name           string `json:"name,omitempty"`
	Limit          string `json:"limit,omitempty"`
	Most           *int64 `json:"most,omitempty"`
	Unit           string `json:"unit,omitempty"`
	TooLarge       bool   `json:"too_large,omitempty"`
	UnlessOverflow bool   `json:"unless_overflow,omitempty"`
	Taken          *int64 `json:"taken,omitempty"`
}

func worstJSON(std stdio, format string, r *verify.Report, w *verify.Worst, params string) error {
	out := struct {
		Machine string        `json:"machine"`
		Params  string        `json:"params,omitempty"`
		Proved  bool          `json:"proved"`
		Amounts []worstAmount `json:"amounts"`
		Run     []string      `json:"run,omitempty"`
		// CutShort says that exploration was not complete.
		CutShort bool `json:"cut_short,omitempty"`
	}{CutShort: w.CutShort, Machine: r.Machine.Name, Params: params, Proved: r.Termination == verify.Proved, Amounts: []worstAmount{}}
	for _, a := range w.Amounts {
		j := worstAmount{Kind: a.Kind, Name: a.Name, Limit: a.Limit, UnlessOverflow: a.UnlessOverflow, TooLarge: a.Most == math.MaxInt64}
		if a.Kind == "time" {
			j.Unit = "nanoseconds"
		}
		if a.Most >= 0 && !j.TooLarge {
			j.Most = &a.Most
		}
		if a.Taken >= 0 {
			j.Taken = &a.Taken
		}
		out.Amounts = append(out.Amounts, j)
	}
	if w.Run != nil {
		_, lines, _ := strings.Cut(w.Timeline(r.Machine), "\n")
		for line := range strings.Lines(lines) {
			out.Run = append(out.Run, strings.TrimSpace(line))
		}
	}
	return writeJSON(std.out, format, &out)
}
