package scxml

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// world is a way through executable content.
type world struct {
	// now are the values of the variables that have been assigned, over the values before the step.
	now map[string]*expr
	// facts are values before the step that follow from the condition.
	facts map[string]*expr
	// condition is the condition of the way over the values before the step; nil if there is none.
	condition *expr
	// logs are the outputs of logs, as names of the draft.
	logs []string
	// raises are the keys of the events that go into a queue.
	raises []string
	// later are the events that come after a delay, and cancels the ids of those that do not come, if they were sent before.
	later   []pending
	cancels []string
	// settles puts what is known in the place of parts of an expression; nil if nothing is.
	settles func(*expr) *expr
	// exited and crossed are how many events have been raised after the exits, and after the transition.
	exited, crossed int
}

func (w world) clone() world {
	w.now, w.facts, w.logs, w.raises = maps.Clone(w.now), maps.Clone(w.facts), slices.Clone(w.logs), slices.Clone(w.raises)
	return w
}

// raised returns the world in which an event is in its queue.
func (w world) raised(key string) world {
	w.raises = append(slices.Clip(w.raises), key)
	return w
}

// eval returns the value of an expression now, over the values before the step.
func (w world) eval(e *expr) *expr {
	if w.settles != nil {
		e = w.settles(e)
	}
	fact := func(name string) *expr { return w.facts[name] }
	return e.replace(func(name string) *expr {
		if v := w.now[name]; v != nil {
			return v.replace(fact)
		}
		return fact(name)
	})
}

// where returns the world under a condition over the values before the step, and whether there may be one.
func (w world) where(c *expr) (world, bool) {
	if c.op == opBool {
		return w, c.num == 1
	}
	w = w.clone()
	if w.condition == nil {
		w.condition = c
	} else {
		w.condition = simplify("&&", []*expr{w.condition, c})
	}
	w.learn(c)
	return w, true
}

// learn notes the values that a condition gives variables.
func (w world) learn(c *expr) {
	switch {
	case c.op == "&&":
		w.learn(c.args[0])
		w.learn(c.args[1])
	case c.op == opVar:
		w.facts[c.text] = truth(true)
	case c.op == opNot && c.args[0].op == opVar:
		w.facts[c.args[0].text] = truth(false)
	case c.op == "==" && c.args[0].op == opVar && c.args[1].constant():
		w.facts[c.args[0].text] = c.args[1]
	case c.op == "==" && c.args[1].op == opVar && c.args[0].constant():
		w.facts[c.args[1].text] = c.args[0]
	}
}

// Limits for what becomes of one transition.
const (
	maxWays  = 200
	maxTerms = 2000
	maxWork  = 5_000_000 // of the document, in terms
)

// run follows executable content. In the result, each world excludes the others, and one of them applies.
func (r *reader) run(worlds []world, list []*action, logs bool) []world {
	for _, a := range list {
		var after []world
		for _, w := range worlds {
			switch {
			case a.branches != nil:
				after = append(after, r.branch(w, a.branches, logs)...)
				continue
			case a.value != nil:
				v := w.eval(a.value.expr)
				if r.doc.work += v.size; r.doc.work > maxWork {
					r.out.Fail(diag.CodeTooBig, a.at, "the assignments up to here have too many terms")
					return nil
				}
				if v.size > maxTerms {
					r.out.Fail(diag.CodeTooBig, a.at, "the assignments up to here, in one expression, have more than %d terms", maxTerms)
					return nil
				}
				w.now[a.variable] = v
			case a.raise != "":
				w = w.raised(r.loaded(w, a.raise, a.params))
			case a.later != "":
				w = r.wait(w, a)
			case a.cancel != "":
				w = w.canceled(a.cancel)
			case logs:
				w.logs = append(w.logs, r.out.Message(a.log))
			}
			after = append(after, w)
		}
		if worlds = after; len(worlds) > maxWays {
			r.out.Fail(diag.CodeTooBig, a.at, "the `if`s up to here have more than %d ways", maxWays)
		}
		if r.out.Failed() {
			return nil
		}
	}
	return worlds
}

// branch follows an if.
func (r *reader) branch(w world, branches []branch, logs bool) (list []world) {
	for _, b := range branches {
		if b.cond == nil {
			return append(list, r.run([]world{w}, b.body, logs)...)
		}
		c := w.eval(b.cond.expr)
		r.doc.work += c.size
		if w.condition != nil {
			r.doc.work += w.condition.size
		}
		if c.size > maxTerms || w.condition != nil && w.condition.size > maxTerms || r.doc.work > maxWork {
			r.out.Fail(diag.CodeTooBig, b.cond.from.at, "the conditions up to here have more than %d terms", maxTerms)
			return nil
		}
		if taken, ok := w.where(c); ok {
			list = append(list, r.run([]world{taken.clone()}, b.body, logs)...)
		}
		rest, ok := w.where(negate(c))
		if !ok || r.out.Failed() {
			return list
		}
		w = rest
	}
	return append(list, w)
}
