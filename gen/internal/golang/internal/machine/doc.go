// Package machine has what the rooms of package golang read: a checked machine with its
// Go names, and questions about both. It is immutable, writes no Go, and knows
// no room.
package machine
