// Package from has one program in the way of looplab/fsm, of qmuntal/stateless, of a status column, and of fsmgen. The
// pages in docs/from show them. A test sends the same events to all of them, and compares what they do.
package from
