package card

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// site is a state, with region and leaf -1, or a leaf of one of its regions.
type site struct{ state, region, leaf int }

// sites lists a state, and the leaves of its regions.
func sites(m *core.Machine, state int) []site {
	list := []site{{state, -1, -1}}
	for r, region := range m.States[state].Regions {
		for l := range region.States() {
			list = append(list, site{state, r, l})
		}
	}
	return list
}

// siteName writes the name of a state or leaf.
func siteName(m *core.Machine, at site) string {
	if at.region < 0 {
		return markdown.Text(m.States[at.state].Name)
	}
	return markdown.Text(m.States[at.state].Regions[at.region].Leaves[at.leaf].Name)
}

// siteOf returns the state or leaf that lists a transition.
func siteOf(t *core.Transition) site {
	if t.Move == nil {
		return site{t.From, -1, -1}
	}
	return site{t.From, t.Move.Region, t.Move.From}
}

// destination returns the state or leaf to which a transition leads, if it does not stay.
func destination(m *core.Machine, t *core.Transition) (to site, moves bool) {
	region, leaf := source.Lands(m, t)
	return site{t.To, region, leaf}, !t.Internal || t.Move != nil && !t.Move.Internal
}

// unlisted reports whether a transition rejects what no active state of a region lists, which is like an event that a
// state does not list.
func unlisted(t *core.Transition) bool { return t.Rule != "" && t.Effect == core.Reject }

// regionNote explains states with regions, if there are some.
func regionNote(m *core.Machine) string {
	if !slices.ContainsFunc(m.States, func(s core.State) bool { return len(s.Regions) > 0 }) {
		return ""
	}
	return "A state with regions is in one state of each region at the same time: φ is the sum of its own value and of what they add."
}

// broadcastNote says who handles an event in a state with regions, if there are some.
func broadcastNote(m *core.Machine) string {
	if regionNote(m) == "" {
		return ""
	}
	return "In a state with regions, each region handles an event; what the state itself does applies if none of them takes a transition."
}
