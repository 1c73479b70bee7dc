------------------------------ MODULE CoffeeCan ------------------------------
\* The machine CoffeeCan. TLC requires the file names CoffeeCan.tla and CoffeeCan.cfg, which
\* fsmgen export --format tla-cfg writes. The comments about types are for Apalache.
\*
\* An event may occur whenever the state lists it, with any payload, and an external
\* guard may return any answer. An illegal, ignored, or rejected event is not a step.
\* Data that a state does not have are constant there.

EXTENDS Integers

\* As in Go, where division rounds towards zero.
GoMax(x, y) == IF x >= y THEN x ELSE y
GoAbs(x) == IF x < 0 THEN -x ELSE x
GoQuo(x, y) == IF (x < 0) = (y < 0) THEN GoAbs(x) \div GoAbs(y) ELSE -(GoAbs(x) \div GoAbs(y))
GoRem(x, y) == x - y * GoQuo(x, y)

States == {"Can", "Last", "Empty"}
Terminal == {"Last", "Empty"}

CONSTANTS
  \* @type: Int;
  black0,
  \* @type: Int;
  white0

ASSUME black0 \in 0..1000
ASSUME white0 \in 0..1000

VARIABLES
  \* @type: Str;
  state,
  \* @type: Int;
  black,
  \* @type: Int;
  white

vars == <<state, black, white>>

TypeOK ==
  /\ state \in States
  /\ black \in 0..2000
  /\ white \in 0..1000

Init ==
  /\ state = "Can"
  /\ black = black0
  /\ white = white0

Can_DrawBlack_1 ==
  /\ state = "Can"
  /\ black >= 2
  /\ state' = "Can"
  /\ black' = black - 1
  /\ UNCHANGED white

Can_DrawWhite_1 ==
  /\ state = "Can"
  /\ white >= 2
  /\ state' = "Can"
  /\ black' = black + 1
  /\ white' = white - 2

Can_DrawBoth_1 ==
  /\ state = "Can"
  /\ (black >= 1) /\ (white >= 1)
  /\ state' = "Can"
  /\ black' = black - 1
  /\ UNCHANGED white

Can_Look_1 ==
  /\ state = "Can"
  /\ (black + white) = 1
  /\ state' = "Last"
  /\ UNCHANGED <<black, white>>

Can_Look_2 ==
  /\ state = "Can"
  /\ ~((black + white) = 1)
  /\ (black + white) = 0
  /\ state' = "Empty"
  /\ UNCHANGED <<black, white>>

\* The machine has ended. Without this step, TLC would report a deadlock.
Finished ==
  /\ state \in Terminal
  /\ UNCHANGED vars

Next ==
  \/ Can_DrawBlack_1
  \/ Can_DrawWhite_1
  \/ Can_DrawBoth_1
  \/ Can_Look_1
  \/ Can_Look_2
  \/ Finished

\* Fairness: if a step is possible, one is taken, so events continue to occur.
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ WF_vars(Next)

Inv_1 ==
  GoRem(white, 2) = GoRem(white0, 2)

Inv_2 ==
  (black + white) <= (black0 + white0)

Inv_3 ==
  state = "Last" => (white = GoRem(white0, 2))

Rank ==
  CASE state = "Can" -> GoMax(1, black + white)
    [] OTHER -> 0

RankOK ==
  /\ Rank >= 0

Falls ==
  \/ Rank' < Rank

Decreases ==
  [][Falls]_vars

\* The claimed bound on the number of steps.
WithinBound ==
  Rank <= GoMax(1, black0 + white0)

Terminates ==
  <>(state \in Terminal)

==============================================================================
