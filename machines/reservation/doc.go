// Package reservation books a table in a dialog, and comes to an end with
// callers who withhold what it needs.
//
// It is the state machine of reservation.fsm.yaml with a [Dialog] beside it,
// which understands what the caller says ([Understand]) and puts what the
// machine tells into words:
//
//	d, err := reservation.NewDialog(reservation.DefaultParams())
//	if err != nil {
//		return err
//	}
//	fmt.Println(d.Prompt())
//	for !d.Machine().State().Terminal() {
//		answer, err := d.Say(listen())
//		if err != nil {
//			return err
//		}
//		fmt.Println(answer)
//	}
//
// The machine asks for the time, the number of people and the name, reads the
// reservation back and books it on a yes:
//
//   - A caller who does not say what was asked for makes no progress. One turn
//     before a person would take over, the guard stalled holds, and the machine
//     goes on with a default: "7:00 PM", two people, "Guest". The output Filled
//     says that it was assumed.
//   - With noRecovery there are no defaults, and a person takes over at once. It is
//     there to compare: what the defaults win, and with which callers.
//   - The recovery is the last alternative: who answers at the last moment is
//     believed.
//   - A no alone at the end says nothing of what is wrong: all slots are cleared
//     and the questions begin again. A no, or a yes, with another value in it
//     corrects that value; it books nothing.
//   - There is no default for a yes. Who does not answer the last question is
//     given to a person, and so is who needs more turns than maxTurns, and a
//     party of more than 20.
//
// Guarantee: the machine makes at most maxTurns+1 transitions, whatever the
// caller says. [Params.MaxTransitions] returns the bound and [Machine.Progress],
// which falls with each transition, is how it is proved.
//
// The program in examples/reservation has scripted callers, and answers at the
// keyboard.
package reservation

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
