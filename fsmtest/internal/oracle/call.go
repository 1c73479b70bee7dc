package oracle

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Same reports whether two calls are of one method with the same arguments.
func (c Call) Same(d Call) bool { return slices.EqualFunc(c, d, mirror.Same) }

// Method is the name of the method.
func (c Call) Method() string { return c[0].(string) }

// String returns the call as text. Arguments of Go types are written as their types.
func (c Call) String() string {
	values := make([]string, len(c)-1)
	for i, v := range c[1:] {
		switch reflect.ValueOf(v).Kind() {
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint16:
			values[i] = fmt.Sprint(v)
		case reflect.String:
			values[i] = fmt.Sprintf("%q", v)
		default:
			values[i] = fmt.Sprintf("%T", v)
		}
	}
	return c.Method() + "(" + strings.Join(values, ", ") + ")"
}

// Equal reports whether two calls are of one method with equal arguments.
func (c Call) Equal(d Call) bool {
	if len(c) != len(d) {
		return false
	}
	for i, arg := range c {
		if !equalArgs(arg, d[i]) {
			return false
		}
	}
	return true
}

// equalArgs reports whether arguments are equal, as far as JSON gives back what it writes.
func equalArgs(a, b any) bool {
	switch a := a.(type) {
	case time.Time:
		b, is := b.(time.Time)
		return is && a.Equal(b)
	case error:
		b, is := b.(error)
		return is && a.Error() == b.Error()
	}
	return reflect.DeepEqual(a, b)
}
