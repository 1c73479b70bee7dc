------------------------------ MODULE Fallback ------------------------------
\* The machine Fallback. TLC requires the file names Fallback.tla and Fallback.cfg, which
\* fsmgen export --format tla-cfg writes. The comments about types are for Apalache.
\*
\* An event may occur whenever the state lists it, with any payload, and an external
\* guard may return any answer. An illegal, ignored, or rejected event is not a step.
\* Data that a state does not have are constant there.
\* Not modeled: variables of Go types (last, response, Exhausted_cause, Aborted_cause), outputs, the durations of timers.

EXTENDS Integers

States == {"Idle", "Selecting", "Attempting", "Retrying", "Succeeded", "Exhausted", "Aborted"}
Terminal == {"Succeeded", "Exhausted", "Aborted"}
FailureClass == {"Transient", "Recoverable", "Fatal"}
AbortReason == {"FatalFailure", "Cancellation", "Abandoned"}

CONSTANTS
  \* @type: Int;
  providers,
  \* @type: Int;
  maxRetries

ASSUME providers \in Int
ASSUME providers >= 0
ASSUME maxRetries \in Int
ASSUME maxRetries >= 0

VARIABLES
  \* @type: Str;
  state,
  \* @type: Int;
  remaining,
  \* @type: Int;
  current,
  \* @type: Int;
  retries,
  \* @type: Str;
  reason

vars == <<state, remaining, current, retries, reason>>

TypeOK ==
  /\ state \in States
  /\ remaining \in 0..providers
  /\ current \in 0..providers
  /\ retries \in 0..maxRetries
  /\ reason \in AbortReason

Init ==
  /\ state = "Idle"
  /\ remaining = providers
  /\ current = 0
  /\ retries = 0
  /\ reason = "FatalFailure"

Idle_RequestReceived ==
  /\ state = "Idle"
  /\ state' = "Selecting"
  /\ UNCHANGED <<remaining, current, retries, reason>>

Idle_Absent ==
  /\ state = "Idle"
  /\ state' = "Aborted"
  /\ reason' = "Abandoned"
  /\ UNCHANGED <<remaining, current, retries>>

Idle_Cancelled ==
  /\ state = "Idle"
  /\ state' = "Aborted"
  /\ reason' = "Cancellation"
  /\ UNCHANGED <<remaining, current, retries>>

Selecting_Select_1 ==
  /\ state = "Selecting"
  /\ \E answer_fits \in BOOLEAN :
      /\ ((remaining = providers) /\ (remaining > 0)) /\ answer_fits
      /\ state' = "Attempting"
      /\ remaining' = remaining - 1
      /\ current' = providers - remaining
      /\ retries' = 0
      /\ UNCHANGED reason

Selecting_Select_2 ==
  /\ state = "Selecting"
  /\ \E answer_fits \in BOOLEAN :
      /\ ~(((remaining = providers) /\ (remaining > 0)) /\ answer_fits)
      /\ ((remaining < providers) /\ (remaining > 0)) /\ answer_fits
      /\ state' = "Attempting"
      /\ remaining' = remaining - 1
      /\ current' = providers - remaining
      /\ retries' = 0
      /\ UNCHANGED reason

Selecting_Select_3 ==
  /\ state = "Selecting"
  /\ \E answer_fits \in BOOLEAN :
      /\ ~(((remaining = providers) /\ (remaining > 0)) /\ answer_fits)
      /\ ~(((remaining < providers) /\ (remaining > 0)) /\ answer_fits)
      /\ (remaining > 0) /\ (~answer_fits)
      /\ state' = "Selecting"
      /\ remaining' = remaining - 1
      /\ UNCHANGED <<current, retries, reason>>

Selecting_Select_4 ==
  /\ state = "Selecting"
  /\ \E answer_fits \in BOOLEAN :
      /\ ~(((remaining = providers) /\ (remaining > 0)) /\ answer_fits)
      /\ ~(((remaining < providers) /\ (remaining > 0)) /\ answer_fits)
      /\ ~((remaining > 0) /\ (~answer_fits))
      /\ state' = "Exhausted"
      /\ UNCHANGED <<remaining, current, retries, reason>>

Selecting_Absent ==
  /\ state = "Selecting"
  /\ state' = "Aborted"
  /\ reason' = "Abandoned"
  /\ UNCHANGED <<remaining, current, retries>>

Selecting_Cancelled ==
  /\ state = "Selecting"
  /\ state' = "Aborted"
  /\ reason' = "Cancellation"
  /\ UNCHANGED <<remaining, current, retries>>

Attempting_Success ==
  /\ state = "Attempting"
  /\ state' = "Succeeded"
  /\ UNCHANGED <<remaining, current, retries, reason>>

Attempting_Failure_1 ==
  /\ state = "Attempting"
  /\ \E event_class \in FailureClass :
      /\ event_class = "Transient"
      /\ state' = "Retrying"
      /\ UNCHANGED <<remaining, current, retries, reason>>

Attempting_Failure_2 ==
  /\ state = "Attempting"
  /\ \E event_class \in FailureClass :
      /\ ~(event_class = "Transient")
      /\ event_class = "Recoverable"
      /\ state' = "Selecting"
      /\ UNCHANGED <<remaining, current, retries, reason>>

Attempting_Failure_3 ==
  /\ state = "Attempting"
  /\ \E event_class \in FailureClass :
      /\ ~(event_class = "Transient")
      /\ ~(event_class = "Recoverable")
      /\ state' = "Aborted"
      /\ reason' = "FatalFailure"
      /\ UNCHANGED <<remaining, current, retries>>

Attempting_Slow ==
  /\ state = "Attempting"
  /\ state' = "Retrying"
  /\ UNCHANGED <<remaining, current, retries, reason>>

Attempting_Cancelled ==
  /\ state = "Attempting"
  /\ state' = "Aborted"
  /\ reason' = "Cancellation"
  /\ UNCHANGED <<remaining, current, retries>>

Retrying_RetryReady_1 ==
  /\ state = "Retrying"
  /\ retries < maxRetries
  /\ state' = "Attempting"
  /\ retries' = retries + 1
  /\ UNCHANGED <<remaining, current, reason>>

Retrying_RetryReady_2 ==
  /\ state = "Retrying"
  /\ ~(retries < maxRetries)
  /\ state' = "Selecting"
  /\ UNCHANGED <<remaining, current, retries, reason>>

Retrying_Cancelled ==
  /\ state = "Retrying"
  /\ state' = "Aborted"
  /\ reason' = "Cancellation"
  /\ UNCHANGED <<remaining, current, retries>>

\* The machine has ended. Without this step, TLC would report a deadlock.
Finished ==
  /\ state \in Terminal
  /\ UNCHANGED vars

Next ==
  \/ Idle_RequestReceived
  \/ Idle_Absent
  \/ Idle_Cancelled
  \/ Selecting_Select_1
  \/ Selecting_Select_2
  \/ Selecting_Select_3
  \/ Selecting_Select_4
  \/ Selecting_Absent
  \/ Selecting_Cancelled
  \/ Attempting_Success
  \/ Attempting_Failure_1
  \/ Attempting_Failure_2
  \/ Attempting_Failure_3
  \/ Attempting_Slow
  \/ Attempting_Cancelled
  \/ Retrying_RetryReady_1
  \/ Retrying_RetryReady_2
  \/ Retrying_Cancelled
  \/ Finished

\* Fairness: if a step is possible, one is taken, so events continue to occur.
Spec ==
  /\ Init
  /\ [][Next]_vars
  /\ WF_vars(Next)

Inv_1 ==
  state = "Attempting" => ((current + remaining) = (providers - 1))

Inv_2 ==
  state = "Retrying" => ((current + remaining) = (providers - 1))

Rank ==
  CASE state = "Idle" -> (providers * ((2 * maxRetries) + 3)) + 2
    [] state = "Selecting" -> (remaining * ((2 * maxRetries) + 3)) + 1
    [] state = "Attempting" -> ((remaining * ((2 * maxRetries) + 3)) + (2 * (maxRetries - retries))) + 3
    [] state = "Retrying" -> ((remaining * ((2 * maxRetries) + 3)) + (2 * (maxRetries - retries))) + 2
    [] OTHER -> 0

RankOK ==
  /\ Rank >= 0

Falls ==
  \/ Rank' < Rank

Decreases ==
  [][Falls]_vars

\* The claimed bound on the number of steps.
WithinBound ==
  Rank <= (providers * ((2 * maxRetries) + 3)) + 2

Terminates ==
  <>(state \in Terminal)

==============================================================================
