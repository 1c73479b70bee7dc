// Package observe writes the observers of a machine. The methods of events check one byte, the mode
// of the machine; if it is not zero, they hand the event to the method observe. So a machine without
// observers does nothing for them.
package observe
