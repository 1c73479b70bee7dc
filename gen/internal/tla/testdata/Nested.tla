------------------------------- MODULE Nested -------------------------------
\* The machine Nested. TLC requires the file names Nested.tla and Nested.cfg, which
\* fsmgen export --format tla-cfg writes. The comments about types are for Apalache.
\*
\* An event may occur whenever the state lists it, with any payload, and an external
\* guard may return any answer. An illegal, ignored, or rejected event is not a step.
\* Data that a state does not have are constant there.
\* Ints and strings in a payload are chosen from constants, because TLC needs finite
\* sets: other values are not checked.

EXTENDS Integers

\* As in Go, where division rounds towards zero.
GoMin(x, y) == IF x <= y THEN x ELSE y
GoAbs(x) == IF x < 0 THEN -x ELSE x
GoQuo(x, y) == IF (x < 0) = (y < 0) THEN GoAbs(x) \div GoAbs(y) ELSE -(GoAbs(x) \div GoAbs(y))
GoRem(x, y) == x - y * GoQuo(x, y)

States == {"Outer", "Inner", "Over"}
Terminal == {"Over"}

CONSTANTS
  \* @type: Int;
  n,
  \* @type: Bool;
  deep,
  \* @type: Set(Int);
  Ints

ASSUME n \in Int
ASSUME n >= 0
ASSUME deep \in BOOLEAN
ASSUME Ints \subseteq Int

\* What a configuration may put in their place.
DefaultInts == {-1, 0, 1, 2, 3}

VARIABLES
  \* @type: Str;
  state,
  \* @type: Int;
  i,
  \* @type: Int;
  j,
  \* @type: Bool;
  odd,
  \* @type: Int;
  Inner_from,
  \* @type: Int;
  Over_from

vars == <<state, i, j, odd, Inner_from, Over_from>>

TypeOK ==
  /\ state \in States
  /\ i \in 0..n
  /\ j \in Int
  /\ j >= 0
  /\ odd \in BOOLEAN
  /\ Inner_from \in Int
  /\ state = "Inner" => Inner_from >= 1
  /\ Over_from \in Int

Init ==
  /\ state = "Outer"
  /\ i = n
  /\ j = 0
  /\ odd = FALSE
  /\ Inner_from = 0
  /\ Over_from = 0

Outer_Step_1 ==
  /\ state = "Outer"
  /\ (i > 0) /\ deep
  /\ state' = "Inner"
  /\ i' = i - 1
  /\ j' = n
  /\ odd' = ((GoRem(i, 2) = 1) \/ odd)
  /\ Inner_from' = i
  /\ UNCHANGED Over_from

Outer_Step_2 ==
  /\ state = "Outer"
  /\ ~((i > 0) /\ deep)
  /\ state' = "Over"
  /\ Over_from' = i
  /\ UNCHANGED <<i, j, odd, Inner_from>>

Outer_Look ==
  /\ state = "Outer"
  /\ state' = "Outer"
  /\ j' = GoMin(j, n)
  /\ UNCHANGED <<i, odd, Inner_from, Over_from>>

Inner_Step_1 ==
  /\ state = "Inner"
  /\ j > 0
  /\ state' = "Inner"
  /\ j' = j - 1
  /\ UNCHANGED <<i, odd, Inner_from, Over_from>>

Inner_Step_2 ==
  /\ state = "Inner"
  /\ ~(j > 0)
  /\ (j <= 0) /\ (~odd)
  /\ state' = "Outer"
  /\ Inner_from' = 0
  /\ UNCHANGED <<i, j, odd, Over_from>>

Inner_Given_1 ==
  /\ state = "Inner"
  /\ \E event_by \in Ints :
      /\ (event_by > 0) /\ (j > event_by)
      /\ state' = "Inner"
      /\ j' = j - event_by
      /\ UNCHANGED <<i, odd, Inner_from, Over_from>>

\* The machine has ended. Without this step, TLC would report a deadlock.
Finished ==
  /\ state \in Terminal
  /\ UNCHANGED vars

Next ==
  \/ Outer_Step_1
  \/ Outer_Step_2
  \/ Outer_Look
  \/ Inner_Step_1
  \/ Inner_Step_2
  \/ Inner_Given_1
  \/ Finished

\* Fairness: if a step is possible, one is taken, so events continue to occur.
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ WF_vars(Next)

Inv_1 ==
  j <= n

\* If each alternative of an event has a condition, one of the conditions holds.
Complete ==
  /\ state = "Inner" => ((j > 0) \/ ((j <= 0) /\ (~odd)))

\* TLA+ ignores a step that changes nothing; for fsmgen, such a step can repeat forever.
NoStutter ==
  /\ state = "Outer" => ~(j = GoMin(j, n))
  /\ state = "Inner" => ~(\E event_by \in Ints : ((event_by > 0) /\ (j > event_by)) /\ (j = j - event_by))

Rank_1 ==
  CASE state = "Outer" -> 2 * i
    [] state = "Inner" -> (2 * i) + 1
    [] OTHER -> 0

Rank_2 ==
  CASE state = "Outer" -> 0
    [] state = "Inner" -> j
    [] OTHER -> 0

RankOK ==
  /\ Rank_1 >= 0
  /\ Rank_2 >= 0

Falls ==
  \/ Rank_1' < Rank_1
  \/ Rank_1' = Rank_1 /\ Rank_2' < Rank_2

Decreases ==
  [][Falls]_vars

Terminates ==
  <>(state \in Terminal)

==============================================================================
