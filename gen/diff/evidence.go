package diff

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// proof is a run of the new version that refutes what was proved of the old one.
type proof struct {
	// title is a noun phrase without a capital.
	title string
	// trace lists the steps of the run. It has several lines.
	trace string
	// again says how the run continues forever, or is "".
	again string
	steps int
}

// refute collects the runs that refute what was proved of the old version: an endless run first, and then the shortest one
// first.
func refute(d *Diff, new *Side) {
	r, m := new.Report, new.Spec.Machine
	for _, v := range d.Verdicts {
		if !v.Lost() || v.New != verify.Refuted {
			continue
		}
		switch v.What {
		case "termination":
			title := "an endless run"
			if m.Reactive() {
				title += " without environment events"
			}
			d.refuted(m, title, r.Run, again(m, r.Recurrent))
		case "rest":
			d.refuted(m, "a run that does not come to rest", r.Rest.Run, again(m, r.Rest.Recurrent))
		case "bound":
			d.refuted(m, "a run that exceeds the bound", r.Bound.Run, "")
		default:
			for i := range r.Obligations {
				if o := &r.Obligations[i]; o.Kind == obligation.Kind(v.What) && o.Run != nil {
					d.refuted(m, "a run that refutes that "+o.About().Describe(r.Ranked()).Claim, o.Run, "")
					break
				}
			}
		}
	}
	slices.SortStableFunc(d.proofs, func(a, b proof) int { return cmp.Compare(a.rank(), b.rank()) })
}

// rank is small for a run that a reader should see first.
func (p proof) rank() int {
	if strings.HasPrefix(p.title, "an endless run") {
		return -1
	}
	return p.steps
}

// refuted adds a run, once.
func (d *Diff) refuted(m *core.Machine, title string, run *trace.Run, again string) {
	if run == nil {
		return
	}
	text := strings.TrimPrefix(strings.TrimPrefix(verify.Trace(m, run), " "), ":\n")
	if !slices.ContainsFunc(d.proofs, func(p proof) bool { return p.trace == text }) {
		d.proofs = append(d.proofs, proof{title, safeLines(text), again, len(run.Steps)})
	}
}

// safeLines makes lines printable.
func safeLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range lines {
		lines[i] = diag.Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// again says how a run continues forever, and why.
func again(m *core.Machine, r *verify.Recurrent) string {
	if r == nil {
		return ""
	}
	var parts []string
	for _, x := range r.Set {
		parts = append(parts, expr.Print(x, expr.Spec))
	}
	text := "From step " + strconv.Itoa(r.From+1) + " on, the run continues forever with " + r.Continues(m)
	if len(parts) > 0 {
		text += ", because " + strings.Join(parts, " && ") + " remains true"
	}
	return text
}

// missing describes values for which a lost proof fails, if no run is known: "turns = 3".
func missing(d *Diff, new *Side) {
	if len(d.proofs) > 0 {
		return
	}
	for _, v := range d.Verdicts {
		if !v.Lost() || v.New != verify.Unknown {
			continue
		}
		d.unfounded = true
		for i := range new.Report.Obligations {
			o := &new.Report.Obligations[i]
			if d.missing == "" && o.Status == verify.Unknown && o.Missing != "" && (string(o.Kind) == v.What || v.What == "termination" && o.Kind.Terminates()) {
				d.missing = "could not prove that " + o.About().Describe(new.Report.Ranked()).Claim + ": the known facts do not rule out " + o.Missing
			}
		}
	}
}
