package store

// Sentinel is what an error of this package means, for errors.Is. The types of the errors tell more, for errors.As.
type Sentinel string

// Error returns the text of the sentinel.
func (s Sentinel) Error() string { return string(s) }

// Each type of error has its sentinel. [EmptyError] has that of [NotFoundError]. What an error wraps
// has its own: a refusal whose reason is another machine that is not found is both.
const (
	ErrNotFound  Sentinel = "store: there is no machine, or no dead letter"
	ErrExists    Sentinel = "store: there is a machine with this ID"
	ErrInvalid   Sentinel = "store: an argument is wrong"
	ErrRefused   Sentinel = "store: the machine refuses the event"
	ErrKeyReused Sentinel = "store: the key belongs to another event"
	ErrRevision  Sentinel = "store: the machine is at another revision"
	ErrLoad      Sentinel = "store: the row cannot be loaded"
	ErrConflict  Sentinel = "store: other transactions were in the way"
	ErrUncertain Sentinel = "store: the event may or may not be accepted"
	ErrSchema    Sentinel = "store: the tables have another version"
)

// Is reports whether target is [ErrNotFound].
func (e *NotFoundError) Is(target error) bool { return target == e.sentinel() }

func (*NotFoundError) sentinel() Sentinel { return ErrNotFound }

// Is reports whether target is [ErrExists].
func (e *ExistsError) Is(target error) bool { return target == e.sentinel() }

func (*ExistsError) sentinel() Sentinel { return ErrExists }

// Is reports whether target is [ErrInvalid].
func (e *InvalidError) Is(target error) bool { return target == e.sentinel() }

func (*InvalidError) sentinel() Sentinel { return ErrInvalid }

// Is reports whether target is [ErrRefused].
func (e *RefusedError) Is(target error) bool { return target == e.sentinel() }

func (*RefusedError) sentinel() Sentinel { return ErrRefused }

// Is reports whether target is [ErrKeyReused].
func (e *KeyReusedError) Is(target error) bool { return target == e.sentinel() }

func (*KeyReusedError) sentinel() Sentinel { return ErrKeyReused }

// Is reports whether target is [ErrRevision].
func (e *RevisionError) Is(target error) bool { return target == e.sentinel() }

func (*RevisionError) sentinel() Sentinel { return ErrRevision }

// Is reports whether target is [ErrLoad].
func (e *LoadError) Is(target error) bool { return target == e.sentinel() }

func (*LoadError) sentinel() Sentinel { return ErrLoad }

// Is reports whether target is [ErrConflict].
func (e *ConflictError) Is(target error) bool { return target == e.sentinel() }

func (*ConflictError) sentinel() Sentinel { return ErrConflict }

// Is reports whether target is [ErrUncertain].
func (e *UncertainError) Is(target error) bool { return target == e.sentinel() }

func (*UncertainError) sentinel() Sentinel { return ErrUncertain }

// Is reports whether target is [ErrSchema].
func (e *SchemaError) Is(target error) bool { return target == e.sentinel() }

func (*SchemaError) sentinel() Sentinel { return ErrSchema }

// Is reports whether target is [ErrNotFound].
func (e *EmptyError) Is(target error) bool { return target == e.sentinel() }

func (*EmptyError) sentinel() Sentinel { return ErrNotFound }
