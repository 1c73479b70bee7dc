package run

import "github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"

// host returns the comment of the part of the host that Run needs.
func (g texts) host() []string {
	n := g.m.Names
	around := n.Run.Host + " is the program around a machine that [" + n.Run.Run + "] drives: "
	if n.CallSet == "" {
		return comment.Wrap(around + "a [" + n.Host + "] without the methods that start and stop timers, which " + n.Run.Run + " has itself.")
	}
	what := "calls"
	if n.TimerSet != "" {
		what = "timers and calls"
	}
	out := comment.Wrap(around + "a [" + n.Host + "] that makes calls, without the methods that start and stop " + what + ", which " + n.Run.Run + " has itself.")
	return append(append(out, ""), comment.Wrap("The methods with a context make calls. They are called in goroutines of their own, beside each other, the other methods, and the handler.")...)
}
