-------------------------------- MODULE Phone --------------------------------
\* The machine Phone. TLC requires the file names Phone.tla and Phone.cfg, which
\* fsmgen export --format tla-cfg writes. The comments about types are for Apalache.
\*
\* An event may occur whenever the state lists it, with any payload, and an external
\* guard may return any answer. An illegal, ignored, or rejected event is not a step.
\* Data that a state does not have are constant there.
\* Ints and strings in a payload are chosen from constants, because TLC needs finite
\* sets: other values are not checked.
\* Not modeled: outputs.

EXTENDS Integers

States == {"OffHook", "Ringing", "Talking", "OnHold", "PhoneDestroyed"}
Terminal == {"PhoneDestroyed"}

CONSTANTS
  \* @type: Set(Int);
  Ints

ASSUME Ints \subseteq Int

\* What a configuration may put in their place.
DefaultInts == {-1, 0, 1, 2, 3}

VARIABLES
  \* @type: Str;
  state,
  \* @type: Int;
  volume,
  \* @type: Bool;
  muted

vars == <<state, volume, muted>>

TypeOK ==
  /\ state \in States
  /\ volume \in 0..11
  /\ muted \in BOOLEAN

Init ==
  /\ state = "OffHook"
  /\ volume = 5
  /\ muted = FALSE

OffHook_CallDialed ==
  /\ state = "OffHook"
  /\ state' = "Ringing"
  /\ UNCHANGED <<volume, muted>>

Ringing_CallConnected ==
  /\ state = "Ringing"
  /\ state' = "Talking"
  /\ UNCHANGED <<volume, muted>>

Talking_LeftMessage ==
  /\ state = "Talking"
  /\ state' = "OffHook"
  /\ UNCHANGED <<volume, muted>>

Talking_PlacedOnHold ==
  /\ state = "Talking"
  /\ state' = "OnHold"
  /\ UNCHANGED <<volume, muted>>

Talking_MuteMicrophone ==
  /\ state = "Talking"
  /\ state' = "Talking"
  /\ muted' = TRUE
  /\ UNCHANGED volume

Talking_UnmuteMicrophone ==
  /\ state = "Talking"
  /\ state' = "Talking"
  /\ muted' = FALSE
  /\ UNCHANGED volume

Talking_SetVolume_1 ==
  /\ state = "Talking"
  /\ \E event_volume \in Ints :
      /\ (event_volume >= 0) /\ (event_volume <= 11)
      /\ state' = "Talking"
      /\ volume' = event_volume
      /\ UNCHANGED muted

OnHold_LeftMessage ==
  /\ state = "OnHold"
  /\ state' = "OffHook"
  /\ UNCHANGED <<volume, muted>>

OnHold_TakenOffHold ==
  /\ state = "OnHold"
  /\ state' = "Talking"
  /\ UNCHANGED <<volume, muted>>

OnHold_MuteMicrophone ==
  /\ state = "OnHold"
  /\ state' = "OnHold"
  /\ muted' = TRUE
  /\ UNCHANGED volume

OnHold_UnmuteMicrophone ==
  /\ state = "OnHold"
  /\ state' = "OnHold"
  /\ muted' = FALSE
  /\ UNCHANGED volume

OnHold_SetVolume_1 ==
  /\ state = "OnHold"
  /\ \E event_volume \in Ints :
      /\ (event_volume >= 0) /\ (event_volume <= 11)
      /\ state' = "OnHold"
      /\ volume' = event_volume
      /\ UNCHANGED muted

OnHold_PhoneHurledAgainstWall ==
  /\ state = "OnHold"
  /\ state' = "PhoneDestroyed"
  /\ UNCHANGED <<volume, muted>>

\* The steps of the machine without its environment.
System ==
  \/ Ringing_CallConnected
  \/ Talking_LeftMessage
  \/ OnHold_LeftMessage
  \/ OnHold_TakenOffHold
  \/ OnHold_PhoneHurledAgainstWall

\* The machine has ended. Without this step, TLC would report a deadlock.
Finished ==
  /\ state \in Terminal
  /\ UNCHANGED vars

Next ==
  \/ System
  \/ OffHook_CallDialed
  \/ Talking_PlacedOnHold
  \/ Talking_MuteMicrophone
  \/ Talking_UnmuteMicrophone
  \/ Talking_SetVolume_1
  \/ OnHold_MuteMicrophone
  \/ OnHold_UnmuteMicrophone
  \/ OnHold_SetVolume_1
  \/ Finished

\* Fairness: the machine takes a step if it can; its environment need not.
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ WF_vars(System)

Rank ==
  CASE state = "OffHook" -> 0
    [] state = "Ringing" -> 3
    [] state = "Talking" -> 1
    [] state = "OnHold" -> 2
    [] OTHER -> 0

RankOK ==
  /\ Rank >= 0

Falls ==
  \/ Rank' < Rank

Decreases ==
  [][System => Falls]_vars

\* The claimed bound on the number of steps.
WithinBound ==
  Rank <= 3

\* The machine does not run forever without its environment.
Settles ==
  <>[][System]_vars => ~[]<><<System>>_vars

==============================================================================
