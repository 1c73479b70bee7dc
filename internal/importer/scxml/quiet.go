package scxml

import "slices"

// quiet takes events out of queues that nobody hears.
func (r lister) quiet() {
	heard := make(map[string]bool)
	for _, l := range r.reader.doc.leaves {
		for key, list := range l.rules {
			heard[key] = heard[key] || l.reached && len(list) > 0
		}
	}
	quiet := func(key string) bool { return !heard[key] }
	r.silence(quiet, func(p pending) bool { return quiet(p.key) })
	r.reader.doc.raised, r.reader.doc.delayed = slices.DeleteFunc(r.reader.doc.raised, quiet), slices.DeleteFunc(r.reader.doc.delayed, quiet)
}

// silence takes events out of queues, and takes back those that come after a delay.
func (r lister) silence(which func(key string) bool, late func(pending) bool) {
	r.reader.doc.opening, r.reader.doc.starting = slices.DeleteFunc(r.reader.doc.opening, which), slices.DeleteFunc(slices.Clone(r.reader.doc.starting), late)
	silence := func(list []rule) {
		for i := range list {
			list[i].raises = slices.DeleteFunc(slices.Clone(list[i].raises), which)
			list[i].later = slices.DeleteFunc(slices.Clone(list[i].later), late)
			list[i].nothing = list[i].nothing || list[i].still()
		}
	}
	for _, n := range r.reader.doc.nodes {
		silence(n.done)
	}
	for _, l := range r.reader.doc.leaves {
		for _, list := range l.rules {
			silence(list)
		}
	}
}

// close gives plain states an alternative for each event that can wait there while conditions decide about it: the loader wants
// one that always applies. SCXML discards the event. If there are no conditions, the spec drops the event.
func (r lister) close() {
	for _, key := range r.reader.doc.raised {
		var open []*leaf
		needed := false
		for _, l := range r.reader.doc.leaves {
			if list := l.rules[key]; l.reached && l.tried[key] && l.node.region == nil && (len(list) == 0 || list[len(list)-1].guard != nil) {
				open = append(open, l)
				needed = needed || len(list)+len(l.rules[""]) > 0
			}
		}
		r.reader.doc.dropped[key] = len(open) > 0
		for _, l := range open {
			if needed && !l.node.parallel {
				l.rules[key] = append(slices.Clip(l.rules[key]), rule{source: r.reader.doc.root, at: r.reader.doc.root.at, nothing: true})
			}
		}
	}
}
