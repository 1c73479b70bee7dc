package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// judge compares the ends of workflows, what was performed, and the lengths of histories.
func (c *campaign) judge(ctx context.Context, results []*customer) error {
	var broken []error
	var nearest, raw float64
	events, failed, budgets, proved, repeated, outputs, above, outcomes := 0, 0, 0, 0, 0, 0, 0, map[string]int{}
	kept := tasks{}
	start, each := order.Kind{}.HistoryCost()
	for i, r := range results {
		if r.err != nil {
			broken = append(broken, fmt.Errorf("%s: %w", r.id, r.err))
			continue
		}
		waiting, stop := context.WithTimeout(ctx, time.Minute)
		result, err := c.orders.Wait(waiting, r.id)
		stop()
		if err != nil || result.State != r.oracle.State() || result.Revision != r.oracle.Revision || len(result.Failures) > 0 {
			broken = append(broken, fmt.Errorf("%s: %+v (%w), the interpreter says %s after %d", r.id, result, err, r.oracle.State(), r.oracle.Revision))
			continue
		}
		outcomes[result.Outcome]++
		h, err := c.history(ctx, r.id)
		if err != nil {
			return err
		}
		n, lost := count(h)
		kept.add(h)
		budget := start + each*int(result.Revision)
		if n > budget {
			broken = append(broken, fmt.Errorf("%s: %d events, the budget is %d", r.id, n, budget))
		}
		events, failed, budgets = events+n, failed+lost, budgets+budget
		proved += start + each*r.params.MaxTransitions()
		nearest, raw = max(nearest, float64(n)/float64(budget)), max(raw, float64(n+lost)/float64(budget))
		if n+lost > budget {
			above++
		}
		if c.record != "" && i < 6 {
			if err := c.write(h, fmt.Sprintf("order%d.json", i)); err != nil {
				return err
			}
		}
	}
	performed, err := c.performed()
	if err != nil {
		return err
	}
	for _, r := range results {
		if r.err != nil {
			continue
		}
		for i, key := range r.oracle.Keys {
			outputs++
			got := performed["Order/"+r.id+"/"+key]
			repeated += len(got) - 1
			if len(got) == 0 {
				broken = append(broken, fmt.Errorf("%s: output %s, %q, was not performed", r.id, key, r.oracle.Done[i]))
			}
			if slices.ContainsFunc(got, func(what string) bool { return what != r.oracle.Done[i] }) {
				broken = append(broken, fmt.Errorf("%s: output %s was performed as %q, not %q", r.id, key, got, r.oracle.Done[i]))
			}
			delete(performed, "Order/"+r.id+"/"+key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(performed)) {
		broken = append(broken, fmt.Errorf("%s was performed, but nobody has emitted it", key))
	}
	fmt.Printf("outcomes %v; %d outputs, performed %d times more than once; %d errors\n", outcomes, outputs, repeated, len(broken))
	fmt.Printf("%d events of histories, besides %d because of workflow tasks that failed or timed out; %.2f of the budgets for the transitions made, at most %.2f of one; %.2f of the budgets by the proved bound\n",
		events, failed, float64(events)/float64(budgets), nearest, float64(events)/float64(proved))
	fmt.Printf("with all events: at most %.2f of a budget, %d histories above theirs; among the events, %d of Updates that were accepted and then refused, %d of tasks for refused Updates\n",
		raw, above, kept.refused, kept.idle)
	return errors.Join(broken...)
}

// history reads the history of a workflow.
func (c *campaign) history(ctx context.Context, id string) (*historypb.History, error) {
	h := &historypb.History{}
	iterator := c.client.GetWorkflowHistory(ctx, id, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for iterator.HasNext() {
		e, err := iterator.Next()
		if err != nil {
			return nil, err
		}
		h.Events = append(h.Events, e)
	}
	return h, nil
}

// write writes a history as JSON, without the name of the computer.
func (c *campaign) write(h *historypb.History, name string) error {
	text, err := protojson.MarshalOptions{}.Marshal(h)
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	text = regexp.MustCompile(`"(\d+@`+regexp.QuoteMeta(host)+`@[^"]*|`+regexp.QuoteMeta(host)+`:[0-9a-f-]+)"`).ReplaceAll(text, []byte(`"worker"`))
	return os.WriteFile(filepath.Join(c.record, name), append(text, '\n'), 0o666)
}
