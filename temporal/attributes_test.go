package temporal_test

import (
	"fmt"
	"testing"
	"time"

	"go.temporal.io/sdk/interceptor"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// upserts records the search attributes that a workflow sets.
type upserts struct {
	interceptor.WorkerInterceptorBase
	set []sdk.SearchAttributes
}

func (u *upserts) InterceptWorkflow(_ workflow.Context, next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	return &upsertsInbound{interceptor.WorkflowInboundInterceptorBase{Next: next}, u}
}

type upsertsInbound struct {
	interceptor.WorkflowInboundInterceptorBase
	u *upserts
}

func (i *upsertsInbound) Init(next interceptor.WorkflowOutboundInterceptor) error {
	return i.Next.Init(&upsertsOutbound{interceptor.WorkflowOutboundInterceptorBase{Next: next}, i.u})
}

type upsertsOutbound struct {
	interceptor.WorkflowOutboundInterceptorBase
	u *upserts
}

func (o *upsertsOutbound) UpsertTypedSearchAttributes(ctx workflow.Context, updates ...sdk.SearchAttributeUpdate) error {
	o.u.set = append(o.u.set, sdk.NewSearchAttributes(updates...))
	return o.Next.UpsertTypedSearchAttributes(ctx, updates...)
}

// TestSearchAttributes has the state and the outcome in search attributes: at the start, after each change, and at the end; not again
// for a step that stays in its state.
func TestSearchAttributes(t *testing.T) {
	env, s, u := environment(t), &shop{}, new(upserts)
	env.SetWorkerOptions(worker.Options{Interceptors: []interceptor.WorkerInterceptor{u}})
	state, outcome := sdk.NewSearchAttributeKeyKeyword("FsmState"), sdk.NewSearchAttributeKeyKeyword("FsmOutcome")
	temporal.New(order.Kind{}, s.perform, temporal.WithSearchAttributes(state, outcome)).Register(env)
	send(env, time.Second, "pay", event("Pay", `{"amount":1}`))
	send(env, time.Minute, "1", event("Pack", ``))
	send(env, 2*time.Minute, "2", event("Pack", ``))
	env.ExecuteWorkflow("Order", input(t, order.Params{Tries: 1, Parcels: 2}))
	var got []string
	for _, a := range u.set {
		s, _ := a.GetKeyword(state)
		o, _ := a.GetKeyword(outcome)
		got = append(got, s+"/"+o)
	}
	if r := result(t, env); r.State != "Sent" || fmt.Sprint(got) != "[Open/ Paying/ Packing/ Sent/sent]" {
		t.Errorf("%+v, %v", r, got)
	}
}
