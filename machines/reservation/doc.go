// Package reservation books a table in a dialog that ends even if the caller withholds
// information.
//
// It consists of the state machine of reservation.fsm.yaml and a [Dialog], which understands
// what the caller says ([Understand]) and turns the outputs of the machine into sentences:
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
// The machine asks for the time, the number of people, and the name, reads the reservation
// back, and books it if the caller confirms:
//
//   - A turn in which the caller does not answer the question makes no progress. One turn
//     before a person would take over, the guard stalled holds, and the machine continues
//     with a default: "7:00 PM", two people, "Guest". The output Filled reports that the
//     value was assumed.
//   - With noRecovery, there are no defaults, and a person takes over at once. It exists to
//     measure the effect of the defaults for different callers.
//   - The recovery is the last alternative, so an answer in the last turn is accepted.
//   - A bare no to the final question does not say what is wrong, so the machine clears all
//     slots and asks again. A yes or no together with another value corrects that value and
//     books nothing.
//   - There is no default for the confirmation. A person takes over if the caller does not
//     answer the final question or needs more turns than maxTurns, and for a party of more
//     than 20.
//   - A person also takes over from a caller who does not answer within ten minutes, or within the
//     time of [NewDialogWithin].
//
// Guarantee: the machine makes at most maxTurns+1 transitions, whatever the caller says.
// [Params.MaxTransitions] returns the bound; the proof uses [Machine.Progress], which
// decreases with each transition. A dialog takes at most 10*(maxTurns+1) minutes:
// [Params.WorstCase] returns that, too.
//
// The program in examples/reservation has scripted callers and an interactive mode.
package reservation

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
