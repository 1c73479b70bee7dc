package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// shopVariable says that a process runs the program instead of its tests.
const shopVariable = "SHOP_TEST_PROCESS"

// process is a shop in a process of its own.
type process struct {
	*exec.Cmd
	stdout io.Reader
	stderr bytes.Buffer
}

// launch starts a process.
func launch(t *testing.T, source string) *process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.CommandContext(t.Context(), program, "-addr", "localhost:0", "-db", source)}
	p.Env = append(os.Environ(), shopVariable+"=1")
	p.Stderr = &p.stderr
	if p.stdout, err = p.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.ProcessState == nil {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
		if t.Failed() {
			t.Logf("a process wrote:\n%s", &p.stderr)
		}
	})
	return p
}

// orders waits until a process serves, and returns the address of its orders.
func (p *process) orders(t *testing.T) string {
	t.Helper()
	line, err := bufio.NewReader(p.stdout).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "the shop is at ")
	if err != nil || !ok {
		t.Fatalf("a process writes %q: %v", line, err)
	}
	return url + "/api/orders/"
}

// TestProcesses has two processes serve one database, whose tables they create together. A client of
// each sends the same events to each order, with the same keys: each event counts once. Then one
// process is killed, and the other one goes on.
func TestProcesses(t *testing.T) { each(t, testProcesses) }

func testProcesses(t *testing.T, source string) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal that interrupts a process")
	}
	first, second := launch(t, source), launch(t, source)
	urls := []string{first.orders(t), second.orders(t)}
	const number = 4
	for i := range number {
		call(t, http.StatusCreated, "PUT", urls[0]+fmt.Sprint(i), "", `{"item": "pot", "quantity": 1, "price": 500}`)
	}
	t.Run("clients", func(t *testing.T) {
		for _, url := range urls {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for i := range number {
					call(t, http.StatusOK, "POST", url+fmt.Sprint(i)+"/events", "pay", `{"event": "Pay"}`)
				}
				for i := range number {
					deliver(t, url+fmt.Sprint(i))
				}
			})
		}
	})
	for i := range number {
		await(t, urls[1]+fmt.Sprint(i), order.StateRefunded)
		events, _ := history(t, urls[1]+fmt.Sprint(i))
		if want := []string{"", "Pay", "Charged", "Reserved", "Dispatched", "Delivered", "Return", "Refunded"}; !slices.Equal(events, want) {
			t.Errorf("order %d has the history %q, want %q", i, events, want)
		}
	}

	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	last := urls[1] + "last"
	call(t, http.StatusCreated, "PUT", last, "", `{"item": "pot", "quantity": 1, "price": 500}`)
	call(t, http.StatusOK, "POST", last+"/events", "pay", `{"event": "Pay"}`)
	await(t, last, order.StatePacking)
	if err := second.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := second.Wait(); err != nil {
		t.Errorf("an interrupted process ends with %v", err)
	}
}

// deliver sends the events of the carrier and the customer. Another client may be faster, so it waits
// until an order has been in a state, not until it is.
func deliver(t *testing.T, url string) {
	t.Helper()
	for _, step := range []struct {
		in    order.State
		event string
	}{
		{order.StatePacking, `{"event": "Dispatched", "payload": {"tracking": "T 1"}}`},
		{order.StateTransit, `{"event": "Delivered"}`},
		{order.StateArrived, `{"event": "Return"}`},
	} {
		for range 500 {
			if _, states := history(t, url); slices.Contains(states, step.in.String()) {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		call(t, http.StatusOK, "POST", url+"/events", step.in.String(), step.event)
	}
}

// history returns the events of an order, and the states to which they have led. The first one, its
// creation, has no name.
func history(t *testing.T, url string) (events, states []string) {
	t.Helper()
	response, err := http.Get(url + "/history")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var all []store.Entry
	if err := json.NewDecoder(response.Body).Decode(&all); err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		events, states = append(events, e.Event), append(states, e.To)
	}
	return events, states
}
