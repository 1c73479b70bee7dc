package fsm_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// edges are ints at which results begin not to fit.
var edges = []int{math.MinInt, math.MinInt + 1, -1 << 31, -7, -2, -1, 0, 1, 2, 3, 10, math.MaxInt32, math.MaxInt / 2, math.MaxInt/2 + 1, math.MaxInt - 1, math.MaxInt}

// TestChecked compares each operation with integers of any size.
func TestChecked(t *testing.T) {
	operations := []struct {
		name  string
		op    func(c *fsm.Checked, x, y int) int
		exact func(z, x, y *big.Int) *big.Int
	}{
		{"Add", (*fsm.Checked).Add, (*big.Int).Add},
		{"Sub", (*fsm.Checked).Sub, (*big.Int).Sub},
		{"Mul", (*fsm.Checked).Mul, (*big.Int).Mul},
		{"Quo", (*fsm.Checked).Quo, (*big.Int).Quo},
		{"Rem", (*fsm.Checked).Rem, (*big.Int).Rem},
	}
	for _, o := range operations {
		for _, x := range edges {
			for _, y := range edges {
				want := math.MaxInt
				if y != 0 || o.name != "Quo" && o.name != "Rem" {
					if z := o.exact(new(big.Int), big.NewInt(int64(x)), big.NewInt(int64(y))); z.IsInt64() && int64(int(z.Int64())) == z.Int64() {
						want = int(z.Int64())
					}
				}
				var c fsm.Checked
				if got := c.Most(o.op(&c, x, y)); got != want {
					t.Errorf("%s(%d, %d) is %d, want %d", o.name, x, y, got, want)
				}
				if got := c.Most(5); got != 5 {
					t.Errorf("the limit after %s(%d, %d) is %d, want 5", o.name, x, y, got)
				}
			}
		}
	}
}

func TestCheckedTime(t *testing.T) {
	for _, test := range []struct {
		n    int
		unit time.Duration
		want time.Duration
	}{
		{0, time.Hour, 0},
		{90, time.Second, 90 * time.Second},
		{2562047, time.Hour, 2562047 * time.Hour},
		{2562048, time.Hour, math.MaxInt64},
		{math.MaxInt, time.Nanosecond, time.Duration(math.MaxInt)},
		{math.MaxInt, time.Hour, math.MaxInt64},
	} {
		var c fsm.Checked
		if got := c.Time(test.n, test.unit); got != test.want {
			t.Errorf("Time(%d, %v) is %v, want %v", test.n, test.unit, got, test.want)
		}
	}
	var c fsm.Checked
	if got := c.Time(c.Add(math.MaxInt, 1), time.Second); got != math.MaxInt64 {
		t.Errorf("the time of a sum that does not fit is %v", got)
	}
	if got := c.Time(2, time.Second); got != 2*time.Second {
		t.Errorf("the time after it is %v", got)
	}
}
