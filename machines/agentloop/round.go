package agentloop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/fsmgen/fsmgen/machines/agentloop/toolcall"
)

// Tools implements RunHost.
func (h *host) Tools(ctx context.Context, granted int) (fresh bool, err error) {
	round, err := h.round(granted)
	if err != nil {
		return false, err
	}
	var all sync.WaitGroup
	for i := range round {
		all.Add(1)
		go func() {
			defer all.Done()
			h.loop.run(ctx, &round[i])
		}()
	}
	all.Wait()
	h.lock.Lock()
	defer h.lock.Unlock()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	type result struct{ name, args, text string }
	seen := map[result]bool{}
	for _, m := range h.Transcript {
		if m.Call != nil {
			seen[result{m.Call.Name, m.Call.Args, m.Text}] = true
		}
	}
	for _, t := range round {
		fresh = fresh || t.ran && !seen[result{t.call.Name, t.call.Args, t.text}]
		h.Transcript = append(h.Transcript, Message{Role: "tool", Text: t.text, Call: &t.call})
	}
	return fresh, nil
}

// turn is a tool call of a round.
type turn struct {
	call   ToolCall
	before int    // the number of calls of the tool before this one
	text   string // the result
	ran    bool   // an attempt was made
}

// round returns the tool calls of the last answer, numbered for each tool.
func (h *host) round(granted int) ([]turn, error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if len(h.Transcript) == 0 {
		return nil, errors.New("agentloop: the snapshot has no transcript")
	}
	calls := h.Transcript[len(h.Transcript)-1].Calls
	if len(calls) != granted {
		return nil, fmt.Errorf("agentloop: the transcript asks for %d tool calls, and the machine for %d", len(calls), granted)
	}
	round := make([]turn, len(calls))
	for i, c := range calls {
		round[i] = turn{call: c, before: h.Used[c.Name]}
		if h.loop.invalid(c) == "" {
			h.Used[c.Name]++
		}
	}
	return round, nil
}

// invalid returns what is wrong with a tool call, as its result, or "".
func (l *Loop) invalid(c ToolCall) string {
	if _, ok := l.Tools[c.Name]; !ok {
		return fmt.Sprintf("error: there is no tool %q", c.Name)
	}
	if !json.Valid([]byte(c.Args)) {
		return "error: the arguments are not JSON"
	}
	return ""
}

// limit returns the maximum number of calls of a tool.
func (l *Loop) limit(name string) int {
	if limit, ok := l.Limits[name]; ok {
		return limit
	}
	return math.MaxInt // the budget for all tools remains
}

// run makes a tool call. An error is a result, which the model reads.
func (l *Loop) run(ctx context.Context, t *turn) {
	if t.text = l.invalid(t.call); t.text != "" {
		return
	}
	name := t.call.Name
	p := toolcall.Params{MaxRetries: l.Retries, MaxCalls: l.limit(name), Before: t.before}
	end, err := toolcall.Run(ctx, p, attempt{l.Tools[name], json.RawMessage(t.call.Args)}, nil)
	t.ran = true
	switch end := end.(type) {
	case toolcall.InDone:
		t.text = end.Result()
	case toolcall.InRefused:
		t.text, t.ran = fmt.Sprintf("error: no call of the tool %q remains", name), false
	case toolcall.InFailed:
		t.text = fmt.Sprintf("error: %v", end.Cause())
	case toolcall.InCancelled:
		t.text = "error: cancelled"
	default:
		t.text = fmt.Sprintf("error: %v", err)
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
