package verify

import "github.com/fsmgen/fsmgen/verify/internal/effort"

// Effort says how much work the searches of a verification may do before they give up.
// Work is counted in steps, not in time, so that a verdict does not depend on the computer.
// More effort never takes a verdict back, but can decide what is unknown.
type Effort uint8

const (
	// NormalEffort is the zero value. A machine of 50 transitions takes seconds.
	NormalEffort = Effort(effort.Normal)
	// LowEffort limits all searches to an eighth of that.
	LowEffort = Effort(effort.Low)
	// HighEffort limits them to sixteen times as much, which can take minutes.
	HighEffort = Effort(effort.High)
)

// Limits limits a verification. What a limit cuts short can be unknown, but never wrong. The
// zero value has the limits of the verifier itself.
type Limits struct {
	// Memory limits exploration to about that many bytes. 0 or less is no limit.
	Memory int64
	Effort Effort
	// ProofsOnly leaves out the search for runs, and whatever takes the place of an answer: only what is declared is proved, nothing is
	// refuted, and the report has neither counts nor warnings. What the machine needs to end is unknown then, because no valid parameters are
	// known. It is for questions of which only a proof is of use.
	ProofsOnly bool
}

// watcher follows the phases of a verification, and records those in which a search gave up.
type watcher struct {
	watch func(doing string)
	// cuts returns how often searches were cut short so far, and seen what it returned last.
	cuts  func() int
	seen  int
	doing string
	// gaveUp lists the phases, each once.
	gaveUp []string
}

// begin ends a phase and begins the next one.
func (p *watcher) begin(doing string) {
	p.end()
	p.doing = doing
	p.watch(doing)
}

// end ends a phase.
func (p *watcher) end() {
	now := p.cuts()
	if now > p.seen && (len(p.gaveUp) == 0 || p.gaveUp[len(p.gaveUp)-1] != p.doing) {
		p.gaveUp = append(p.gaveUp, p.doing)
	}
	p.seen = now
}
