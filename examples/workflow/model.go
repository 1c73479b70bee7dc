package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/machines/orchestration/chat"
)

// model is a language model with a chain of servers, and the statistics of the chain.
type model struct {
	name  string
	chain *fallback.Chain

	mu       sync.Mutex
	runs     int
	attempts int
	switches int
	longest  int // run, in transitions
	total    int // transitions of all runs
}

// newModel returns a model with servers in the order in which they are asked.
func newModel(name string, servers []fallback.Provider, s fallback.Settings) (*model, error) {
	for i, server := range servers {
		if i == 0 {
			s.Active = server.Name
		} else {
			s.Fallback = append(s.Fallback, server.Name)
		}
	}
	chain, err := fallback.NewChain(servers, s)
	return &model{name: name, chain: chain}, err
}

// provider returns the model as a provider, with the name of the model in requests.
func (m *model) provider(name string) *orchestration.Provider {
	return chat.Model{Name: m.name, Chain: m.chain, Model: name, Observe: m.observe}.Provider()
}

func (m *model) observe(o fallback.Observation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if o.Number == 1 {
		m.runs++
	}
	if o.To == fallback.StateAttempting {
		m.attempts++
	}
	if o.Switched != nil {
		m.switches++
	}
	m.longest = max(m.longest, o.Number)
	m.total++
}

// transitions returns the number of transitions of all calls.
func (m *model) transitions() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.total
}

// print prints the statistics of the chain on one line.
func (m *model) print(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprintf(w, "%s: %d calls, %d attempts, %d switches; the longest call took %d transitions of at most %d; the next begins at %v\n",
		m.name, m.runs, m.attempts, m.switches, m.longest, m.chain.Params().MaxTransitions(), m.chain.Position())
}
