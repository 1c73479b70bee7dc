package codec

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// TimersOf returns the timers of a machine, by number: their texts, when each is due, zero if it does not run or if that is
// unknown, and which are over in place; over is nil for machines without such timers. runs reports whether a timer is one of the
// current state: what a snapshot says of others, as an earlier version of the spec may have them, is dropped.
func TimersOf[T fsm.Constant](texts *fsm.Texts[T], due []time.Time, over []bool, runs func(T) bool) Parts {
	return &timersOf[T]{texts, due, over, runs}
}

type timersOf[T fsm.Constant] struct {
	texts *fsm.Texts[T]
	due   []time.Time
	over  []bool
	runs  func(T) bool
}

func (p *timersOf[T]) write(text []byte) ([]byte, error) {
	text = append(text, '{')
	for i, due := range p.due {
		over := p.over != nil && p.over[i]
		if due.IsZero() && !over {
			continue
		}
		text = member(text, p.texts.String(T(i)))
		if over {
			text = append(text, "null"...)
			continue
		}
		var err error
		if text, err = due.AppendText(append(text, '"')); err != nil {
			return nil, fmt.Errorf("timer %s: %w", p.texts.String(T(i)), err)
		}
		text = append(text, '"')
	}
	return append(text, '}'), nil
}

// read sets when timers are due. If two timers of an earlier version have become one, it is due at the earlier time.
func (p *timersOf[T]) read(at string, text []byte) error {
	return each(at, "timers", "timer", "the time at which each timer is due", text, func(name, value []byte) error {
		var due *time.Time
		if err := json.Unmarshal(value, &due); err != nil {
			return fmt.Errorf("%s: timer %.40q: %.200w", at, name, err)
		}
		var t T
		if p.texts.Unmarshal(&t, name) != nil {
			return nil
		}
		if due != nil && (p.due[t].IsZero() || due.Before(p.due[t])) {
			p.due[t] = *due
		}
		if p.over != nil {
			p.over[t] = p.due[t].IsZero()
		}
		return nil
	})
}

func (p *timersOf[T]) settle() {
	for t := range p.due {
		runs := p.runs(T(t))
		over := p.over != nil && p.over[t]
		if over && !runs {
			p.over[t] = false
		}
		if over || !runs {
			p.due[t] = time.Time{}
		}
		p.due[t] = p.due[t].UTC()
	}
}

// StartsOf returns how often the timers of a machine have been started, by number, with their texts. runs reports whether a timer is
// one of the current state: that has been started once, if a snapshot does not say how often.
func StartsOf[T fsm.Constant](texts *fsm.Texts[T], starts []int, runs func(T) bool) Parts {
	return &startsOf[T]{texts, starts, runs}
}

type startsOf[T fsm.Constant] struct {
	texts  *fsm.Texts[T]
	starts []int
	runs   func(T) bool
}

func (p *startsOf[T]) write(text []byte) ([]byte, error) {
	return writeStarts(text, p.texts, p.starts), nil
}

// read sets how often timers were started. If two timers of an earlier version have become one, the larger number counts.
func (p *startsOf[T]) read(at string, text []byte) error {
	return readStarts(at, "starts", "timer", text, p.texts, func(t T, n int) { p.starts[t] = max(p.starts[t], n) })
}

func (p *startsOf[T]) settle() {
	for t, n := range p.starts {
		least := 0
		if p.runs(T(t)) {
			least = 1
		}
		p.starts[t] = max(n, least)
	}
}

// CallsOf returns the calls of a machine, by number: their texts, and how often each was started, negative if it does not run.
// invokes reports whether a call is one of the current state: one that was never started then runs with the number 1, and a
// call that the state does not have does not run.
func CallsOf[C fsm.Constant](texts *fsm.Texts[C], starts []int, invokes func(C) bool) Parts {
	return &callsOf[C]{texts, starts, invokes}
}

type callsOf[C fsm.Constant] struct {
	texts   *fsm.Texts[C]
	starts  []int
	invokes func(C) bool
}

func (p *callsOf[C]) write(text []byte) ([]byte, error) {
	return writeStarts(text, p.texts, p.starts), nil
}

// read sets how often calls were started. If two calls of an earlier version have become one, the one that runs counts, or else
// the one that was started more often.
func (p *callsOf[C]) read(at string, text []byte) error {
	return readStarts(at, "calls", "call", text, p.texts, func(c C, n int) {
		if was := p.starts[c]; n > max(was, 0) || n < min(was, 0) && was <= 0 {
			p.starts[c] = n
		}
	})
}

func (p *callsOf[C]) settle() {
	for c, n := range p.starts {
		switch invoked := p.invokes(C(c)); {
		case invoked && n == 0:
			p.starts[c] = 1
		case !invoked && n > 0:
			p.starts[c] = -n
		}
	}
}

// writeStarts writes how often timers or calls were started, those which were.
func writeStarts[T fsm.Constant](text []byte, texts *fsm.Texts[T], starts []int) []byte {
	text = append(text, '{')
	for i, n := range starts {
		if n != 0 {
			text = strconv.AppendInt(member(text, texts.String(T(i))), int64(n), 10)
		}
	}
	return append(text, '}')
}

// readStarts calls take for those that the machine has; member is the one of the snapshot.
func readStarts[T fsm.Constant](at, member, kind string, text []byte, texts *fsm.Texts[T], take func(T, int)) error {
	return each(at, member, kind, "the number of starts of each "+kind, text, func(name, value []byte) error {
		n, err := strconv.Atoi(string(value))
		if err != nil {
			return fmt.Errorf("%s: %s %.40q: want the number of its starts, have %.40q", at, kind, name, value)
		}
		var t T
		if texts.Unmarshal(&t, name) == nil {
			take(t, n)
		}
		return nil
	})
}

// member begins a member of an object.
func member(text []byte, name string) []byte {
	if text[len(text)-1] != '{' {
		text = append(text, ',')
	}
	return append(quote(text, name), ':')
}

// each calls f for each timer or call in an object, which is a member of the snapshot and may be missing. Names occur once.
func each(at, member, kind, want string, text []byte, f func(name, value []byte) error) error {
	if text == nil {
		return nil
	}
	if text[0] != '{' {
		return errors.New(at + ": " + member + ": want an object with " + want)
	}
	seen := map[string]bool{}
	for rest := text[1:]; ; {
		var name, value []byte
		if name, value, rest = next(rest); value == nil {
			return nil
		}
		if seen[string(name)] {
			return fmt.Errorf("%s: duplicate %s %.40q", at, kind, name)
		}
		seen[string(name)] = true
		if err := f(name, value); err != nil {
			return err
		}
	}
}
