package diff

import (
	"slices"
	"strconv"
	"strings"
)

// Version is the part of a semantic version that a change increases.
type Version string

// The versions, the least first.
const (
	Patch Version = "patch"
	Minor Version = "minor"
	Major Version = "major"
)

// Advice is the version that a change suggests.
type Advice struct {
	// Version is "" if the machines are not compared.
	Version Version
	// Reason is a clause without a capital or a period.
	Reason string
}

// String returns the advice as a sentence without a capital or a period, or "" without a version.
func (a Advice) String() string {
	if a.Version == "" {
		return ""
	}
	return "suggests a " + string(a.Version) + " version: " + a.Reason
}

// Advice returns the version that the diff suggests by its effect on programs, stored machines, callers, and claims. Waived
// changes count, because a waiver does not change what breaks.
func (d *Diff) Advice() Advice {
	switch {
	case d.Action == Invalid:
		return Advice{}
	case d.Empty():
		return Advice{Patch, "no change in meaning"}
	}
	if reason := d.broken(Consequences()...); reason != "" {
		return Advice{Major, reason}
	}
	added := d.Action == Added || slices.ContainsFunc(d.Changes, func(ch Change) bool { return ch.Action == Added && !ofClaims(ch) })
	breaks, lost := "nothing breaks", "none is lost"
	if d.unproved() {
		breaks, lost = "a claim is not proved", "one is not proved"
	}
	switch {
	case added:
		return Advice{Minor, "additions, and " + breaks}
	case !all(d.Changes, ofClaims):
		return Advice{Minor, "the behavior changes, and " + breaks}
	}
	return Advice{Patch, "only claims and proofs change, and " + lost}
}

// Advise returns the advice for a release with several machines: that for the machine that changes most.
func Advise(list []*Diff) Advice {
	order := []Version{"", Patch, Minor, Major}
	var most Advice
	for _, d := range list {
		if a := d.Advice(); slices.Index(order, a.Version) > slices.Index(order, most.Version) {
			most = a
		}
	}
	return most
}

// ofClaims reports whether a change is about what is claimed and proved of the machine, and not about what it does.
func ofClaims(ch Change) bool {
	return ch.Part == "progress" || ch.Part == "invariant" || ch.Part == "claim" || ch.Part == "cost"
}

func all(list []Change, is func(Change) bool) bool {
	return !slices.ContainsFunc(list, func(ch Change) bool { return !is(ch) })
}

// broken names the breaking changes with the consequences, or returns "".
func (d *Diff) broken(by ...Consequence) string {
	var parts []string
	for _, c := range by {
		var codes []string
		for _, b := range d.Breaking {
			if b.Code.Consequence() == c {
				codes = append(codes, string(b.Code))
			}
		}
		const shown = 3
		if codes = slices.Compact(codes); len(codes) > shown {
			codes = append(codes[:shown], "and "+strconv.Itoa(len(codes)-shown)+" more")
		}
		if len(codes) > 0 {
			parts = append(parts, c.Text()+" ("+strings.Join(codes, ", ")+")")
		}
	}
	return strings.Join(parts, "; ")
}
