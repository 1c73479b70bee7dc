package gotype_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"error", ""},
		{"*Request", ""},
		{"*net/http.Request", ""},
		{"map[string][]time.Duration", ""},
		{"map[Key]Value", ""},
		{"map[example.com/shop.Key[int]]int", ""},
		{"map[bytes.Buffer]int", "invalid map key type"},
		{"map[*bytes.Buffer]int", ""},
		{"map[[2]time.Time]int", ""},
		{"map[[2][]int]int", "invalid map key type"},
		{"map[func()]int", "invalid map key type func()"},
		{"map[[]int]int", "invalid map key type []int"},
		{"map[map[string]int]int", "invalid map key type"},
		{"chan map[func()]int", "invalid map key type"},
		{"func(map[func()]int) error", "invalid map key type"},
		{"map[chan int]any", ""},
		{"map[any]any", ""},
		{"[3]int", ""},
		{"[99999999999999999999]int", "invalid array length"},
		{"[1073741824]byte", "a gigabyte"},
		{"[65536][65536]int", "a gigabyte"},
		{"[4294967296][4294967296]int", "a gigabyte"},
		{"[][4294967296]int", ""},
		{"math.Pi", "package `math` of Go 1.26 has no type `Pi`"},
		{"[]net/http.Respons", "package `net/http` of Go 1.26 has no type `Respons`"},
		{"main.X", "package `main` cannot be imported"},
		{"[]main.X", "package `main` cannot be imported"},
		{"example.com/main.X", ""},
		{"sync.Mutex", "contain a lock"},
		{"*sync.Mutex", ""},
		{"[]sync.Mutex", ""},
		{"map[string]sync.Mutex", ""},
		{"[2]sync.WaitGroup", "contain a lock"},
		{"sync/atomic.Pointer[Config]", "contain a lock"},
		{"*sync/atomic.Pointer[Config]", ""},
		{"*sync/atomic.Pointer", "without instantiation"},
		{"iter.Seq2[int]", "not enough type arguments"},
		{"iter.Seq[int, int]", "too many type arguments"},
		{"iter.Seq2[string, Row]", ""},
		{"time.Time[int]", "not a generic type"},
		{"int[string]", "not a generic type"},
		{"Box[int, string]", ""},
		{"example.com/box.Box[map[[]int]int]", "invalid map key type"},
		{"unique.Handle[string]", ""},
		{"unique.Handle[[]string]", "does not satisfy comparable"},
		{"unique.Handle[Key]", ""},
		{"cmp.Ordered", "outside a type constraint"},
		{"func(a int, a string)", "redeclared"},
		{"func(a Key, Key int) (Box[int], error)", ""},
		{"func(example.com/a.Box) example.com/b.Box[int]", ""},
		{"func(example.com/a.Box) example.com/a.Box[int]", "cannot use generic type a.Box[T0 any] without instantiation"},
		{"map[Box]Box[int]", "without instantiation"},
		{"func(std0 Std, std int) time.Time", ""},
		{"func(context.Context, ...string) (n int, err error)", ""},
		{"syscall.Handle", ""},
		{"[]string", ""},
	} {
		g, err := expr.ParseGoType(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		f := gotype.Check(g)
		switch {
		case f == nil && test.want != "":
			t.Errorf("%s is accepted", test.text)
		case f != nil && (test.want == "" || !strings.Contains(f.Message, test.want)):
			t.Errorf("%s: %+v", test.text, *f)
		case f != nil:
			t.Logf("%s [%s]", f.Message, f.Help)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, text := range []string{"*Request", "*net/http.Request", "map[string]time.Duration"} {
		g, err := expr.ParseGoType(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				gotype.Check(g)
			}
		})
	}
}
