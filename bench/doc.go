// Package bench compares generated machines with a handwritten switch and with other
// libraries. It is a separate module, so that users of fsmgen do not depend on these
// libraries.
//
// All benchmarks run the same machine: provider fallback with three providers and two
// retries, on its longest run, 23 transitions. Compare the ratios; absolute times depend on
// the computer and its load. The following programs print the results of many rounds:
//
//	go run ./steps    one transition, one illegal event
//	go run ./scale    machines with up to 250 states, with random events
//	go run ./process  the fsmgen generate process, compared with stringer
//	go run ./spin     exploration of millions of configurations, compared with SPIN
//	go run ./programs  a hundred programs of others, verified
package bench
