// Package oteltest tests package fsmotel with the exporter of OpenTelemetry and the code of its collector. It is a module of its own, so that
// those who use fsmotel do not require these.
package oteltest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/internal/conform"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/fsmotel"
)

// file is a client of the exporter. It writes what a collector writes into a file, with the code of the collector: one request a line.
type file struct {
	t    *testing.T
	mu   sync.Mutex
	text bytes.Buffer
}

func (f *file) Start(context.Context) error { return nil }
func (f *file) Stop(context.Context) error  { return nil }

func (f *file) UploadTraces(_ context.Context, spans []*tracepb.ResourceSpans) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	wire, err := proto.Marshal(&collector.ExportTraceServiceRequest{ResourceSpans: spans})
	if err != nil {
		return err
	}
	traces, err := new(ptrace.ProtoUnmarshaler).UnmarshalTraces(wire)
	if err != nil {
		return err
	}
	line, err := new(ptrace.JSONMarshaler).MarshalTraces(traces)
	f.text.Write(append(line, '\n'))
	return err
}

// chance answers guards at random.
type chance struct {
	mu     sync.Mutex
	random *rand.Rand
}

func (c *chance) Fits(int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.random.IntN(8) > 0
}
func (c *chance) Backoff(int) time.Duration { return time.Millisecond }
func (c *chance) Patience() time.Duration   { return time.Minute }
func (c *chance) Attempt() time.Duration    { return time.Minute }

// run sends random events to machines in a store whose observer traces them, also in transactions that are rolled back, and with a
// worker that fires timers. It returns the traces, and how many events the histories have.
func run(t *testing.T, sampler sdk.Sampler, machines int) (traces string, steps int) {
	t.Helper()
	ctx := t.Context()
	out := &file{t: t}
	exporter, err := otlptrace.New(ctx, out)
	if err != nil {
		t.Fatal(err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter, sdk.WithBlocking()), sdk.WithSampler(sampler))
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "test.db")+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	random := rand.New(rand.NewPCG(7, 8))
	kind := fallback.Kind{Questions: &chance{random: rand.New(rand.NewPCG(1, 2))}}
	s, err := store.Open(ctx, db, store.SQLite, kind, store.WithObserver(fsmotel.New(provider.Tracer("test"))))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	working, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		ended <- s.Worker(func(context.Context, store.Delivery[fallback.Output]) error { return nil }, store.WithPoll(5*time.Millisecond)).Run(working)
	}()
	for i := range machines {
		id := fmt.Sprint(i)
		if _, err := s.Create(ctx, id, fallback.Params{Providers: 6, MaxRetries: 2}); err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			failure := fallback.FailureInput{Class: fallback.FailureClass(random.IntN(2)), Err: errors.New("no")}
			events := []fallback.Input{fallback.RequestReceivedInput{}, fallback.SelectInput{}, fallback.SelectInput{}, failure, failure, failure}
			if n > 30 {
				events = append(events, fallback.SuccessInput{}, fallback.CancelledInput{Cause: errors.New("no")})
			}
			in := events[random.IntN(len(events))]
			if n%4 == 0 {
				rolledBack(t, db, s, id, failure)
			}
			if _, err := s.Do(ctx, id, in); err != nil && store.Status(err) != 409 {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(random.IntN(2)) * 2 * time.Millisecond)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := provider.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow("SELECT COUNT(*) FROM fsm_history WHERE event <> ''").Scan(&steps); err != nil {
		t.Fatal(err)
	}
	return out.text.String(), steps
}

// rolledBack sends an event in a transaction that is not committed.
func rolledBack(t *testing.T, db *sql.DB, s *store.Store[*fallback.Machine, fallback.Params, fallback.Input, fallback.Output], id string, in fallback.Input) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DoTx(t.Context(), tx, id, in); err != nil && store.Status(err) != 409 {
		t.Error(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
}

// check checks traces against the spec of the machine.
func check(t *testing.T, m *core.Machine, traces string) conform.Report {
	t.Helper()
	records, err := conform.ReadOTLP(strings.NewReader(traces), m.Name)
	if err != nil {
		t.Fatal(err)
	}
	report, err := conform.Check(m, records)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// machine is the machine of the spec.
func machine(t *testing.T) *core.Machine {
	t.Helper()
	text, err := os.ReadFile("../../../machines/fallback/fallback.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	loaded, diags := spec.Load("fallback.fsm.yaml", text)
	if loaded.Machine == nil {
		t.Fatal(diags)
	}
	return loaded.Machine
}

// TestRoundTrip has conform read back what the observer has traced: nothing is refused and nothing is missing. Of a fault that is put
// in, it says where it is. If most spans are not sampled, it refuses nothing, either.
func TestRoundTrip(t *testing.T) {
	m := machine(t)
	const machines = 20
	traces, steps := run(t, sdk.AlwaysSample(), machines)
	all := check(t, m, traces)
	if len(all.Refused)+len(all.Beyond) > 0 || all.Gaps != 0 || all.Runs != machines || all.Steps != steps || len(all.Taken) < 9 {
		t.Errorf("%d runs, %d steps of %d, %d gaps, %d transitions, %+v", all.Runs, all.Steps, steps, all.Gaps, len(all.Taken), all.Refused)
	}
	for _, span := range []string{`"name":"create Fallback"`, `"name":"do Fallback"`, `"name":"fire Fallback"`, `"name":"deliver Fallback"`, `"fsm.output"`, `"exception"`} {
		if !strings.Contains(traces, span) {
			t.Errorf("no %s in the traces", span)
		}
	}
	if strings.Contains(traces, `"name":"poll`) {
		t.Error("a poll is a span")
	}
	wrong := check(t, m, strings.ReplaceAll(traces, `{"key":"fsm.to","value":{"stringValue":"Retrying"}}`, `{"key":"fsm.to","value":{"stringValue":"Succeeded"}}`))
	if len(wrong.Refused) == 0 {
		t.Error("no fault is found")
	}
	for _, each := range wrong.Refused {
		if !strings.Contains(each.Reason, "Failure leads to ") {
			t.Errorf("%+v", each)
		}
	}
	traces, steps = run(t, sdk.TraceIDRatioBased(0.5), machines)
	some := check(t, m, traces)
	if len(some.Refused) > 0 || some.Gaps == 0 || some.Steps == 0 || some.Steps >= steps {
		t.Errorf("half of the spans: %d steps of %d, %d gaps, %+v", some.Steps, steps, some.Gaps, some.Refused)
	}
}
