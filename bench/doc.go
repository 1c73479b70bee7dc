// Package bench compares generated machines with a switch written by hand and
// with other libraries, side by side in one run. It is a module of its own, so
// that users of fsmgen do not depend on the others.
//
// All run the same machine: provider fallback with three providers and two
// retries, on the longest run that it has, 23 transitions. Compare the ratios;
// the nanoseconds are those of one machine at one time. The programs print them
// from many rounds:
//
//	go run ./steps    one transition, one refused event
//	go run ./scale    machines of up to 250 states, in random order
//	go run ./process  fsmgen generate as a process, beside stringer
//	go run ./spin     exploration of some million configurations, beside SPIN
package bench
