------------------------------- MODULE Sorter -------------------------------
\* The machine Sorter. TLC requires the file names Sorter.tla and Sorter.cfg, which
\* fsmgen export --format tla-cfg writes. The comments about types are for Apalache.
\*
\* An event may occur whenever the state lists it, with any payload, and an external
\* guard may return any answer. An illegal, ignored, or rejected event is not a step.
\* Data that a state does not have are constant there.
\* No event occurs while a step without an event, one of "always", is possible.
\* The spec declares no progress, so there is no ranking function.

EXTENDS Integers

\* As in Go, where division rounds towards zero.
GoMin(x, y) == IF x <= y THEN x ELSE y

States == {"Waiting", "Sorting", "Full", "Done", "Stopped"}
Terminal == {"Done", "Stopped"}

CONSTANTS
  \* @type: Int;
  n

ASSUME n \in 0..5

VARIABLES
  \* @type: Str;
  state,
  \* @type: Int;
  left,
  \* @type: Int;
  heavy,
  \* @type: Bool;
  smoke

vars == <<state, left, heavy, smoke>>

TypeOK ==
  /\ state \in States
  /\ left \in 0..n
  /\ heavy \in 0..n
  /\ smoke \in BOOLEAN

Init ==
  /\ state = "Waiting"
  /\ left = n
  /\ heavy = 0
  /\ smoke = FALSE

Waiting_Item_1 ==
  /\ state = "Waiting"
  /\ \E event_large \in BOOLEAN :
      /\ ~(left = 0)
      /\ ~(smoke)
      /\ event_large
      /\ state' = "Sorting"
      /\ left' = left - 1
      /\ heavy' = GoMin(heavy + 1, n)
      /\ UNCHANGED smoke

Waiting_Item_2 ==
  /\ state = "Waiting"
  /\ \E event_large \in BOOLEAN :
      /\ ~(left = 0)
      /\ ~(smoke)
      /\ ~(event_large)
      /\ state' = "Sorting"
      /\ left' = left - 1
      /\ UNCHANGED <<heavy, smoke>>

Waiting_Alarm ==
  /\ state = "Waiting"
  /\ ~(left = 0)
  /\ ~(smoke)
  /\ state' = "Waiting"
  /\ left' = left - 1
  /\ smoke' = TRUE
  /\ UNCHANGED heavy

Waiting_always_1 ==
  /\ state = "Waiting"
  /\ left = 0
  /\ state' = "Done"
  /\ UNCHANGED <<left, heavy, smoke>>

Waiting_always_2 ==
  /\ state = "Waiting"
  /\ ~(left = 0)
  /\ smoke
  /\ state' = "Stopped"
  /\ UNCHANGED <<left, heavy, smoke>>

Sorting_always_1 ==
  /\ state = "Sorting"
  /\ heavy > 2
  /\ state' = "Full"
  /\ UNCHANGED <<left, heavy, smoke>>

Sorting_always_2 ==
  /\ state = "Sorting"
  /\ ~(heavy > 2)
  /\ state' = "Waiting"
  /\ UNCHANGED <<left, heavy, smoke>>

Full_Item ==
  /\ state = "Full"
  /\ ~(heavy > 4)
  /\ ~(left = 0)
  /\ ~(smoke)
  /\ state' = "Done"
  /\ UNCHANGED <<left, heavy, smoke>>

Full_always_1 ==
  /\ state = "Full"
  /\ heavy > 4
  /\ state' = "Stopped"
  /\ UNCHANGED <<left, heavy, smoke>>

Full_always_2 ==
  /\ state = "Full"
  /\ ~(heavy > 4)
  /\ left = 0
  /\ state' = "Done"
  /\ UNCHANGED <<left, heavy, smoke>>

Full_always_3 ==
  /\ state = "Full"
  /\ ~(heavy > 4)
  /\ ~(left = 0)
  /\ smoke
  /\ state' = "Stopped"
  /\ UNCHANGED <<left, heavy, smoke>>

\* The machine has ended. Without this step, TLC would report a deadlock.
Finished ==
  /\ state \in Terminal
  /\ UNCHANGED vars

Next ==
  \/ Waiting_Item_1
  \/ Waiting_Item_2
  \/ Waiting_Alarm
  \/ Waiting_always_1
  \/ Waiting_always_2
  \/ Sorting_always_1
  \/ Sorting_always_2
  \/ Full_Item
  \/ Full_always_1
  \/ Full_always_2
  \/ Full_always_3
  \/ Finished

\* Fairness: if a step is possible, one is taken, so events continue to occur.
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ WF_vars(Next)

Terminates ==
  <>(state \in Terminal)

==============================================================================
