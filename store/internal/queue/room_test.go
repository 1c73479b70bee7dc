package queue

import (
	"testing"
	"time"
)

// TestRoom checks for how many outputs there is room, and when the next one can be claimed.
func TestRoom(t *testing.T) {
	room := Room{Named: map[string]int{"Mail": 1, "Call": 0}, Other: 2}
	claims := []Claim{{Output: "Mail"}, {Output: "Charge"}, {Output: "Call"}} // The last one has got another name meanwhile.
	left := room.without(claims)
	for name, want := range map[string][2]int{"Mail": {1, 0}, "Call": {0, 0}, "Charge": {2, 1}, "Send": {2, 2}} {
		if got := [2]int{room.Of(name), left.Of(name)}; got != want {
			t.Errorf("%s has room for %v, want %v", name, got, want)
		}
	}
	for _, each := range []struct {
		room Room
		none bool
	}{{Room{}, true}, {Room{Named: map[string]int{"Mail": 0}}, true}, {Room{Named: map[string]int{"Mail": 1}}, false}, {room, false}} {
		if each.room.Empty() != each.none {
			t.Errorf("%+v: %t", each.room, each.room.Empty())
		}
	}
	lanes := []lane{{"Call", 0}, {"Mail", time.Second}, {"Send", time.Minute}}
	for _, each := range []struct {
		room Room
		want time.Duration
	}{{room, time.Second}, {left, time.Minute}, {Room{}, -1}, {Room{Other: 1}, 0}} {
		if got := wait(lanes, each.room); got != each.want {
			t.Errorf("%+v: %v, want %v", each.room, got, each.want)
		}
	}
}
