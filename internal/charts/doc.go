// Package charts makes random specs that mix all features of the language, as text, for tests.
//
// Other generators of the project begin with machines that are proved, or that the tools of a test can read. These specs
// aim at the meaning of a step: history from outside, from inside and from regions, raised events of transitions, entries
// and exits, regions in regions with timers, calls and child machines of their own, several alternatives at every level,
// rules, payloads, data, outputs with values. Values are small, so that conditions hold and fail often. Most of the specs load, but they
// need not end, nor come to rest, nor be proved.
//
// [New] makes a spec, [Chart.Load] loads it, [Features] tells what it has, and [Shrink] makes a spec smaller that
// shows something. Only tests import this package.
package charts
