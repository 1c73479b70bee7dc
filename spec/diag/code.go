package diag

// Code is the stable name of a rule. Codes are never reused for another
// meaning; the hundreds tell the stage that finds the fault.
type Code string

// FSM0xx: the shape of the file.
const (
	// CodeSyntax: the file is not YAML, or not text.
	CodeSyntax Code = "FSM001"
	// CodeKey: a key that the section does not have.
	CodeKey Code = "FSM002"
	// CodeMissing: a section or key that must be there is not.
	CodeMissing Code = "FSM003"
	// CodeShape: a value of the wrong kind, such as a list for a name.
	CodeShape Code = "FSM004"
	// CodeDuplicateKey: the same key twice in one mapping.
	CodeDuplicateKey Code = "FSM005"
	// CodeTooBig: the file, or its nesting, is beyond the loader's limits.
	CodeTooBig Code = "FSM006"
	// CodeNotYet: a word that the language reserves for later.
	CodeNotYet Code = "FSM007"
	// CodeImport: something in a diagram that its import leaves out, or reads
	// in one of several ways.
	CodeImport Code = "FSM008"
)

// FSM1xx: names.
const (
	// CodeName: not usable as a name, in the spec or in Go.
	CodeName Code = "FSM101"
	// CodeDuplicate: two things with one name.
	CodeDuplicate Code = "FSM102"
	// CodeUnknown: a name that nothing has.
	CodeUnknown Code = "FSM103"
	// CodeCollision: two names that would be the same identifier in Go.
	CodeCollision Code = "FSM104"
)

// FSM2xx: types and expressions.
const (
	// CodeExpr: the expression does not parse, or uses Go that specs have not.
	CodeExpr Code = "FSM201"
	// CodeType: operand or value of the wrong type.
	CodeType Code = "FSM202"
	// CodeNumber: a constant that does not fit in 64 bits.
	CodeNumber Code = "FSM203"
	// CodeGoType: not a Go type that generated code could use.
	CodeGoType Code = "FSM204"
	// CodeRangeEmpty: a parameter's range without values, or without its
	// default.
	CodeRangeEmpty Code = "FSM205"
)

// FSM3xx: the structure of the machine.
const (
	// CodeTerminalExit: a terminal state with a way out.
	CodeTerminalExit Code = "FSM301"
	// CodeUnguarded: a transition after one that is always taken.
	CodeUnguarded Code = "FSM302"
	// CodeUnset: a way into a state that leaves its data unset.
	CodeUnset Code = "FSM303"
	// CodeUnreachable: a state that no transition leads to.
	CodeUnreachable Code = "FSM304"
	// CodeNoExit: a state that is neither terminal nor left by any transition.
	CodeNoExit Code = "FSM305"
	// CodeComposite: a composite state used where a plain one is needed.
	CodeComposite Code = "FSM306"
	// CodeUnlisted: an event that a state says nothing about, where the spec
	// asks that each be decided.
	CodeUnlisted Code = "FSM307"
	// CodeUnused: a declaration that nothing uses.
	CodeUnused Code = "FSM308"
	// CodeTimer: a timer without a length, or whose event cannot be raised.
	CodeTimer Code = "FSM309"
)

// FSM4xx: what the verifier found; see package verify.
const (
	// CodeEndless: a run that never ends.
	CodeEndless Code = "FSM401"
	// CodeBound: a run longer than the declared bound.
	CodeBound Code = "FSM402"
	// CodeProgress: a step on which the progress function does not decrease,
	// or falls below zero.
	CodeProgress Code = "FSM403"
	// CodeRange: a value that leaves its declared range.
	CodeRange Code = "FSM404"
	// CodeInvariant: a condition that does not always hold.
	CodeInvariant Code = "FSM407"
	// CodeGap: values for which no alternative of an event is taken.
	CodeGap Code = "FSM405"
	// CodeOverflow: a value that can leave Go's int.
	CodeOverflow Code = "FSM406"
	// CodeDead: an alternative that is never chosen.
	CodeDead Code = "FSM408"
	// CodeDeadlock: a state that is not terminal, and from where nothing leads
	// on.
	CodeDeadlock Code = "FSM409"
	// CodeUnproved: an obligation that could be neither proved nor refuted.
	CodeUnproved Code = "FSM410"
)
