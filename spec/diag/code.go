package diag

// Code is the stable name of a rule, such as "FSM103". A code never changes its
// meaning; its first digit stands for the stage that finds the problem.
type Code string

// FSM0xx: the form of the file.
const (
	// CodeSyntax: the file is not valid YAML, or not text.
	CodeSyntax Code = "FSM001"
	// CodeKey: an unknown key.
	CodeKey Code = "FSM002"
	// CodeMissing: a required section, key, or value is missing.
	CodeMissing Code = "FSM003"
	// CodeShape: a value of the wrong form, such as a list instead of a name.
	CodeShape Code = "FSM004"
	// CodeDuplicateKey: a duplicate key in a mapping.
	CodeDuplicateKey Code = "FSM005"
	// CodeTooBig: the spec exceeds one of the loader's limits, such as its size.
	CodeTooBig Code = "FSM006"
	// CodeNotYet: a version of the language that this version of fsmgen does not know, or something that an import cannot translate.
	CodeNotYet Code = "FSM007"
	// CodeImport: something in a diagram that the import drops, or for which it
	// guesses a meaning.
	CodeImport Code = "FSM008"
)

// FSM1xx: names.
const (
	// CodeName: an invalid name, in the spec or in Go.
	CodeName Code = "FSM101"
	// CodeDuplicate: a duplicate name.
	CodeDuplicate Code = "FSM102"
	// CodeUnknown: an unknown name.
	CodeUnknown Code = "FSM103"
	// CodeCollision: two names that become the same Go identifier.
	CodeCollision Code = "FSM104"
)

// FSM2xx: types and expressions.
const (
	// CodeExpr: the expression does not parse, or uses unsupported parts of Go.
	CodeExpr Code = "FSM201"
	// CodeType: an operand or value of the wrong type.
	CodeType Code = "FSM202"
	// CodeNumber: a constant that does not fit in 64 bits, or a division by the
	// constant 0.
	CodeNumber Code = "FSM203"
	// CodeGoType: a type that is unknown, or that generated code cannot use.
	CodeGoType Code = "FSM204"
	// CodeRangeEmpty: a parameter whose range is empty or does not contain its
	// default.
	CodeRangeEmpty Code = "FSM205"
)

// FSM3xx: the structure of the machine.
const (
	// CodeTerminalExit: a terminal state with transitions, or a limit rule that
	// goes to a state that is not terminal.
	CodeTerminalExit Code = "FSM301"
	// CodeUnguarded: an alternative after an unconditional one.
	CodeUnguarded Code = "FSM302"
	// CodeUnset: a transition that enters a state without setting its data.
	CodeUnset Code = "FSM303"
	// CodeUnreachable: a state that cannot be reached from the initial state, or inside its region.
	CodeUnreachable Code = "FSM304"
	// CodeNoExit: a state that is not terminal and has no transitions.
	CodeNoExit Code = "FSM305"
	// CodeComposite: a composite state where only a plain one is allowed, or the
	// reverse.
	CodeComposite Code = "FSM306"
	// CodeUnlisted: an event that a state does not decide, although the spec
	// requires it.
	CodeUnlisted Code = "FSM307"
	// CodeUnused: an unused declaration, or an alternative that is never tried.
	CodeUnused Code = "FSM308"
	// CodeTimer: a timer or a claim of time without a valid duration, or whose event cannot be
	// raised.
	CodeTimer Code = "FSM309"
	// CodeInternal: an internal event that neither a timer nor a transition raises, or
	// that none can.
	CodeInternal Code = "FSM310"
	// CodeEventless: transitions under `always` that cannot work: they form a cycle, or
	// depend on more than the values of the machine.
	CodeEventless Code = "FSM311"
	// CodeInvoke: an invocation that cannot work: a result without transitions, a transition
	// that does not leave the state, arguments of the wrong number.
	CodeInvoke Code = "FSM312"
	// CodeChild: a child machine that cannot be used: its spec is missing or wrong, need not
	// end, or uses itself.
	CodeChild Code = "FSM313"
	// CodeRaise: raised events that cannot work: they form an endless chain, or a state in which
	// one is pending does not handle it.
	CodeRaise Code = "FSM314"
	// CodeFinal: a final state, or transitions of a composite state that is done, that cannot work.
	CodeFinal Code = "FSM315"
	// CodeHistory: a transition that returns to a state without states inside it.
	CodeHistory Code = "FSM316"
	// CodeParallel: regions that cannot work side by side.
	CodeParallel Code = "FSM317"
	// CodeGoal: a claim that something stays possible that says nothing.
	CodeGoal Code = "FSM318"
	// CodeCost: a cost with a weight that may be negative, or of something that costs nothing.
	CodeCost Code = "FSM320"
)

// FSM4xx: findings of the verifier; see package verify.
const (
	// CodeEndless: a run that never ends.
	CodeEndless Code = "FSM401"
	// CodeBound: a run that exceeds the declared bound.
	CodeBound Code = "FSM402"
	// CodeProgress: a step on which the progress function does not decrease or
	// becomes negative.
	CodeProgress Code = "FSM403"
	// CodeRange: a value that leaves its declared range.
	CodeRange Code = "FSM404"
	// CodeInvariant: a condition that does not always hold.
	CodeInvariant Code = "FSM407"
	// CodeGap: values for which no alternative of an event applies.
	CodeGap Code = "FSM405"
	// CodeOverflow: a value that can exceed Go's int, or a divisor that can be 0.
	CodeOverflow Code = "FSM406"
	// CodeDead: an alternative that is never taken.
	CodeDead Code = "FSM408"
	// CodeDeadlock: a reachable configuration that is not terminal and in which no
	// event causes a transition.
	CodeDeadlock Code = "FSM409"
	// CodeUnproved: an obligation that is neither proved nor refuted.
	CodeUnproved Code = "FSM410"
	// CodeImpossible: a configuration from which no run leads to what the spec claims to stay possible.
	CodeImpossible Code = "FSM411"
	// CodeTrap: a configuration from which no run leads to an end, or after which nothing happens.
	CodeTrap Code = "FSM412"
	// CodeLate: a run that takes longer than the claimed time.
	CodeLate Code = "FSM413"
	// CodeExpensive: a run that costs more than the spec claims.
	CodeExpensive Code = "FSM414"
	// CodeUnreached: a state that no run reaches.
	CodeUnreached Code = "FSM415"
)
