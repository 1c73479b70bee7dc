package agentloop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/fsmgen/fsmgen/machines/agentloop/toolcall"
)

// host makes the calls of one run. The machine makes one at a time.
type host struct {
	loop       *Loop
	transcript []Message
	machine    *Machine
}

func (h *host) save(m *Machine) error {
	h.machine = m
	if h.loop.Save == nil {
		return nil
	}
	machine, err := m.MarshalJSON()
	if err != nil {
		return err
	}
	data, err := json.Marshal(snapshot{machine, h.transcript})
	if err != nil {
		return err
	}
	return h.loop.Save(data)
}

// Model implements RunHost.
func (h *host) Model(ctx context.Context) (calls, tokens int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("agentloop: the model panicked: %v", r)
		}
	}()
	a, err := h.loop.Model(ctx, append([]Message(nil), h.transcript...))
	if err != nil {
		return 0, 0, err
	}
	h.transcript = append(h.transcript, Message{Role: "assistant", Text: a.Text, Calls: a.Calls})
	return len(a.Calls), a.Tokens, nil
}

// Tools implements RunHost.
func (h *host) Tools(ctx context.Context, granted int) (fresh bool, err error) {
	if len(h.transcript) == 0 {
		return false, errors.New("agentloop: the snapshot has no transcript")
	}
	calls := h.transcript[len(h.transcript)-1].Calls
	if len(calls) != granted {
		return false, fmt.Errorf("agentloop: the transcript asks for %d tool calls, and the machine for %d", len(calls), granted)
	}
	results := make([]string, len(calls))
	var all sync.WaitGroup
	for i, c := range calls {
		all.Add(1)
		go func() {
			defer all.Done()
			results[i] = h.loop.call(ctx, c)
		}()
	}
	all.Wait()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	type result struct{ name, args, text string }
	seen := map[result]bool{}
	for _, m := range h.transcript {
		if m.Call != nil {
			seen[result{m.Call.Name, m.Call.Args, m.Text}] = true
		}
	}
	for i, c := range calls {
		fresh = fresh || !seen[result{c.Name, c.Args, results[i]}]
		h.transcript = append(h.transcript, Message{Role: "tool", Text: results[i], Call: &c})
	}
	return fresh, nil
}

// call makes a tool call. An error is a result, which the model reads.
func (l *Loop) call(ctx context.Context, c ToolCall) string {
	tool, ok := l.Tools[c.Name]
	if !ok {
		return fmt.Sprintf("error: there is no tool %q", c.Name)
	}
	if !json.Valid([]byte(c.Args)) {
		return "error: the arguments are not JSON"
	}
	end, err := toolcall.Run(ctx, l.Retries, attempt{tool, json.RawMessage(c.Args)}, nil)
	if err != nil {
		return "error: " + err.Error()
	}
	switch end := end.(type) {
	case toolcall.InDone:
		return end.Result()
	case toolcall.InFailed:
		return fmt.Sprintf("error: %v", end.Cause())
	default:
		return "error: cancelled"
	}
}

// attempt is the host of a tool call.
type attempt struct {
	tool Tool
	args json.RawMessage
}

// Attempt implements toolcall.RunHost.
func (a attempt) Attempt(ctx context.Context) (result string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the tool panicked: %v", r)
		}
	}()
	return a.tool(ctx, a.args)
}

func (h *host) result(_ Ended, err error) (Result, error) {
	r := Result{Transcript: h.transcript}
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
	return r, nil
}
