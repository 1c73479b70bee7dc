// Package queues compares how fast package store delivers outputs with the job queue river and with plain SQL, on PostgreSQL. It is a
// separate module, so that nothing else depends on river. Nothing but its tests has code:
//
//	go test -run '^$' -bench Queues -benchtime 5x -timeout 30m .
//
// Each iteration is a round in which all queues take turns, each in a database of its own. A round adds as many jobs as it works
// off (-jobs, fewer with fewer workers), so the number of those that wait stays the same. The receiver does nothing. The time is that from
// the first job to the last result, so starting and stopping do not count.
//
// With -jit=false, PostgreSQL compiles no statements. The flag is there because compiling took longer than the statements of long queues.
package queues
