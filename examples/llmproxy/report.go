package main

import (
	"github.com/fsmgen/fsmgen/machines/fallback"
)

// report is the health of the chain, as the page shows it.
type report struct {
	Position       string           `json:"position"`
	Index          int              `json:"index"`
	Chain          []providerReport `json:"chain"`
	Now            map[string]int   `json:"now"`   // runs under way, by state
	Ended          map[string]int64 `json:"ended"` // runs, by terminal state
	Edges          map[string]int64 `json:"edges"` // transitions, by edge of the diagram
	Streams        map[string]int64 `json:"streams"`
	LongestRun     int              `json:"longest_run"`
	MaxTransitions int              `json:"max_transitions"`
}

// providerReport is what has become of one upstream.
type providerReport struct {
	Name     string           `json:"name"`
	Answers  int64            `json:"answers"`
	Skipped  int64            `json:"skipped"`
	Failures map[string]int64 `json:"failures"` // by reason
}

func (p *proxy) report() report {
	position := p.chain.Position()
	r := report{
		Position: position.String(), Index: position.Index, MaxTransitions: p.chain.Params().MaxTransitions(),
		Now: map[string]int{}, Ended: map[string]int64{}, Edges: map[string]int64{}, Streams: map[string]int64{},
	}
	m := p.metrics
	m.mu.Lock()
	defer m.mu.Unlock()
	r.LongestRun = m.longest
	for _, s := range fallback.States() {
		if s.Terminal() {
			r.Ended[s.String()] = 0
		} else {
			r.Now[s.String()] = m.now[s]
		}
	}
	for k, n := range m.transitions {
		r.Edges[edgeID(k.from, k.to)] += n
		if k.to.Terminal() {
			r.Ended[k.to.String()] += n
		}
	}
	for k, n := range m.streams {
		r.Streams[k] = n
	}
	for _, name := range p.chain.Names() {
		one := providerReport{Name: name, Answers: m.answers[name], Skipped: m.skipped[name], Failures: map[string]int64{}}
		for k, n := range m.failures {
			if k.provider == name {
				one.Failures[k.reason] += n
			}
		}
		r.Chain = append(r.Chain, one)
	}
	return r
}
