package agentloop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/fsmgen/fsmgen/fsm"
)

// host makes the calls of one run. The machine makes one at a time, but a call of a state
// that the machine has left can return while the run is saved.
type host struct {
	loop    *Loop
	machine *Machine // as of the last checkpoint

	lock sync.Mutex // protects what follows
	memory
}

// memory is what a run knows beside its machine.
type memory struct {
	Transcript []Message
	Used       map[string]int // the number of calls of each tool, by its name
	Answer     string         // see [Result]
}

// snapshot is what Save receives, as JSON.
type snapshot struct {
	Machine json.RawMessage
	memory
}

func (h *host) save(_ context.Context, m *Machine, _ []Step) error {
	h.machine = m
	if h.loop.Save == nil {
		return nil
	}
	machine, err := m.MarshalJSON()
	if err != nil {
		return err
	}
	h.lock.Lock()
	data, err := json.Marshal(snapshot{machine, h.memory})
	h.lock.Unlock()
	if err != nil {
		return err
	}
	return h.loop.Save(data)
}

// Texts for the model in place of results.
const (
	notRun  = "error: not run, because a budget of the run is used up"
	leftOut = "error: left out, because the context is full"
)

// Model implements RunHost.
func (h *host) Model(ctx context.Context, tools, whole bool) (calls, tokens int, err error) {
	transcript, offered := h.question(tools, whole)
	a, err := h.loop.ask(ctx, transcript, offered)
	h.lock.Lock()
	defer h.lock.Unlock()
	if ctx.Err() != nil {
		return 0, 0, context.Cause(ctx)
	}
	if a.Text != "" {
		h.Answer = a.Text
	}
	if err != nil {
		return 0, 0, err
	}
	if !tools && len(a.Calls) > 0 {
		if a.Text == "" {
			return 0, 0, errors.New("agentloop: the model asks for tools when there are none, and does not answer")
		}
		a.Calls = nil // they do not run, so they have no results
	}
	h.Transcript = append(h.Transcript, Message{Role: "assistant", Text: a.Text, Calls: a.Calls})
	return len(a.Calls), a.Tokens, nil
}

// question returns what to ask the model: the transcript, in which each tool call has a
// result, and the tools of which calls remain.
func (h *host) question(tools, whole bool) (transcript []Message, offered []string) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if n := len(h.Transcript); n > 0 {
		for _, c := range h.Transcript[n-1].Calls {
			h.Transcript = append(h.Transcript, Message{Role: "tool", Text: notRun, Call: &c})
		}
	}
	transcript = slices.Clone(h.Transcript)
	if !whole {
		for i := lastRound(transcript); i < len(transcript); i++ {
			if len(transcript[i].Text) > len(leftOut) {
				transcript[i].Text = leftOut
			}
		}
	}
	if tools {
		for _, name := range slices.Sorted(maps.Keys(h.loop.Tools)) {
			if h.Used[name] < h.loop.limit(name) {
				offered = append(offered, name)
			}
		}
	}
	return transcript, offered
}

// lastRound returns the index of the first of the results at the end of a transcript.
func lastRound(transcript []Message) int {
	i := len(transcript)
	for i > 0 && transcript[i-1].Call != nil {
		i--
	}
	return i
}

// Full implements RunHost.
func (h *host) Full(err error) bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	var full *ContextError
	return errors.As(err, &full) && lastRound(h.Transcript) < len(h.Transcript)
}

func (l *Loop) ask(ctx context.Context, transcript []Message, tools []string) (a Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("agentloop: the model panicked: %v", r)
		}
	}()
	return l.Model(ctx, transcript, tools)
}

func (h *host) result(err error) (Result, error) {
	r := Result{Transcript: h.Transcript, Answer: h.Answer}
	if err != nil || h.machine == nil {
		return r, err
	}
	m := h.machine
	r.Outcome, r.Steps, r.ToolCalls = m.Outcome(), m.Steps(), m.Granted()
	r.Cap, _ = m.Cap()
	if failure, ok := m.Failure(); ok {
		r.Err = failure
	}
	if cause, ok := m.Cause(); ok {
		r.Err = cause
	}
	if s := m.State(); s == StateTimedOut || s == StateCutOff {
		r.Err = fsm.ErrTimeout
	}
	return r, nil
}
