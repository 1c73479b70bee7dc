package reservation_test

import (
	"fmt"
	"log"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

// A caller who does not give a name still gets a table.
func Example() {
	d, err := reservation.NewDialog(reservation.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("-", d.Prompt())
	for _, text := range []string{
		"At 7:30 for four, please.", "Why do you ask?", "I would rather not say.", "No comment.", "No, at 8.", "Yes.",
	} {
		answer, err := d.Say(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("+", text)
		fmt.Println("-", answer)
	}
	fmt.Println(d.Machine().Outcome(), d.Machine().Name())

	// Output:
	// - For what time shall I book a table?
	// + At 7:30 for four, please.
	// - Under what name?
	// + Why do you ask?
	// - Sorry, I did not get that. Under what name?
	// + I would rather not say.
	// - Sorry, I did not get that. Under what name?
	// + No comment.
	// - I will put it under Guest, then. A table for 4 at 7:30 PM under Guest: is that right?
	// + No, at 8.
	// - A table for 4 at 8:00 PM under Guest: is that right?
	// + Yes.
	// - It is booked. Good-bye!
	// booked Guest
}
