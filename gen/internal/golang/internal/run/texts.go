package run

import "github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"

// texts are the comments of Run, Resume, and Continue.
type texts struct {
	m      *machine.Machine
	traits traits
}
