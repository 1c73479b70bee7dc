package proptest

import (
	"regexp"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// equivalent lists mutants that change nothing, with the reason.
var equivalent = map[string]string{
	"alarm: Can: true for false":                                                                "every state accepts something",
	"pump: Can: true for false":                                                                 "every state accepts something",
	"checkout: Cancel: drop m.money = MoneyCharging":                                            "Open is entered once, and the regions begin with their zero values",
	"checkout: ChargeError: drop m.money = MoneyCharging":                                       "the condition says that money is Charging already",
	"delivery: Cancel: drop m.money = MoneyCharging":                                            "Open is entered once, and the regions begin with their zero values",
	"delivery: raiseLate: drop m.stock = StockFetching":                                         "the condition says that stock is Fetching already",
	"delivery: Fire: drop m.firing = t + 1":                                                     "no timer goes on to run after its event, so that none expires",
	"delivery: Fire: make t + 1 -":                                                              "no timer goes on to run after its event, so that none expires",
	"dispatch: Declined: drop m.money = MoneyAsking":                                            "the case says that money is Asking already",
	"dispatch: InDraft.Open: false for err != nil of err := s.m.Open()":                         "nothing can refuse the event in Draft",
	"checkout: FetchError: drop m.calls[CallFetch] = -call":                                     "the call starts again at once, with a number of its own",
	"checkout: FetchError: drop m.stock = StockFetching":                                        "the condition says that stock is Fetching already",
	"courier: LocateDone: swap if left > m.n && size == m.size and if left == 0 && m.slots > 1": "n is 0 at least, so that the conditions exclude each other",
	"pump: Progress: case StateResting never comes":                                             "0 is what other values give",
	"pump: Progress: return 0 + 1 (2)":                                                          "every state has a progress of its own",
	"pump: Progress: return 0 - 1 (2)":                                                          "every state has a progress of its own",
	"pump: Progress: 0 is one more (2)":                                                         "every state has a progress of its own",
	"pump: Progress: 0 is one less (2)":                                                         "every state has a progress of its own",
	"haggle: Swap: swap if m.state != DealStateFirm and if m.level > 0 && !m.params.Strict":     "level is 0 outside Firm",
	"fallback: Select: swap if m.remaining == m.params.Providers && m.remaining > 0 && fits and if m.remaining < m.params.Providers && m.remaining > 0 && fits": exclude,
	"fallback: Select: swap if m.remaining < m.params.Providers && m.remaining > 0 && fits and if m.remaining > 0 && !fits":                                     exclude,
	"fallback: Select: make m.remaining < m.params.Providers <=":                                                                                                "the alternative before is taken where they are equal",
	"fallback: Select: drop m.retries = 0":                                                              "there were no retries before the first provider",
	"fallback: Failure: drop m.reason = AbortReasonFatalFailure":                                        "the reason is the first, and so zero",
	"fallback: Failure: swap if class == FailureClassTransient and if class == FailureClassRecoverable": exclude,
	"quota: Spend: swap if amount == m.rest && m.rest > 0 and if amount != m.rest":                      exclude,
	"reservation: Turn: 1 is one less":                                                                  atLeast2,
	"reservation: Turn: 1 is one less (5)":                                                              atLeast2,
	"reservation: Turn: 1 is one less (8)":                                                              atLeast2,
	"reservation: Turn: swap if party >= 1 && party <= 20 and if party > 20":                            exclude,
	"reservation: Turn: swap if reply == ReplyYes and if reply == ReplyNo":                              exclude,
	"reservation: Turn: make party > 20 >=":                                                             before20,
	"reservation: Turn: 20 is one less (2)":                                                             before20,
	"reservation: Turn: 20 is one more (4)":                                                             "an alternative before is taken with 21",
	"reservation: checkClaims: 0 is one more (4)":                                                       atLeast2,
	"reservation: checkClaims: 0 is one less (4)":                                                       atLeast2,
	"orchestration: Initialized: drop m.reason = AbortReasonInitFailed (2)":                             "the reason is the first, and so zero",
	"everything: Start: make m.left > 0 >=":                                                             noJobs,
	"everything: Start: 0 is one less":                                                                  noJobs,
	"everything: checkClaims: 0 is one less (2)":                                                        "left is most at most, so that the invariant wants transitions to be 0 at least",
	"everything: checkClaims: make m.count < -1 <=":                                                     "the invariant of the state wants 1 at least",
	"everything: checkClaims: 1 is one more (2)":                                                        "the invariant of the state wants 1 at least",
	"everything: checkClaims: 1 is one less (2)":                                                        "the invariant of the state wants 1 at least",
	"everything: checkClaims: 0 is one more (4)":                                                        "the other argument of max is 1",
	"everything: checkClaims: 0 is one less (4)":                                                        "the other argument of max is 1",
	"haggle: Offer: drop m.turn = by":                                                                   "the guard of the transition says that turn is by already",
	"negotiation: TurnOver: drop m.reason = FailureReasonMaxTurnsExceeded":                              "the reason is the first, and so zero",
	"orchestration: Initialized: drop m.reason = AbortReasonInitFailed":                                 "the reason is the first, and so zero",
	"haggle: Swap: drop m.level = 0":                                                                    "the guards before leave only 0",
	"haggle: Swap: m.price for m.level (5)":                                                             "the guards before leave only 0, and outside of its state price is 0",
	"haggle: Swap: m.size for m.level (5)":                                                              "the guards before leave only 0, and outside of its state size is 0",
	"pump: Order: EventTry for EventOrder (3)":                                                          "the cases before are of all states",
	"pump: Order: EventStop for EventOrder (3)":                                                         "the cases before are of all states",
	"call: Failure: retries for time_":                                                                  unread,
	"call: InTrying.Failure: retries for time_":                                                         unread,
	"call: InWaiting.Failure: retries for time_":                                                        unread,
	"call: InWaiting.Failure: time_ for retries":                                                        unread,
	"quota: InHeld.Spend: amount for from":                                                              unread,
	"quota: InHeld.Spend: to for from":                                                                  unread,
	"quota: InHeld.Spend: amount for to":                                                                unread,
	"quota: InHeld.Spend: from for to":                                                                  unread,
	"reservation: InAskTime.Turn: time for name":                                                        unread,
	"reservation: InAskParty.Turn: name for time":                                                       unread,
	"reservation: InAskParty.Turn: time for name":                                                       unread,
	"reservation: InAskName.Turn: name for time":                                                        unread,
	"everything: WorstCase: 0 is one more":                                                              "most is 1 at least",
	"everything: WorstCase: 0 is one less":                                                              "most is 1 at least",
	"everything: checkClaims: m.left for m.transitions":                                                 "left is most at most, so that the invariant wants transitions to be 0 at least",
	"everything: checkClaims: m.stalls for m.transitions":                                               "left is most at most, so that the invariant wants transitions to be 0 at least",
	"everything: checkClaims: m.count for m.transitions":                                                "left is most at most, so that the invariant wants transitions to be 0 at least",
	"everything: checkClaims: m.left for m.count":                                                       "the invariant of the state wants 1 at least",
	"everything: checkClaims: m.transitions for m.count":                                                "the invariant of the state wants 1 at least",
	"everything: checkClaims: m.stalls for m.count":                                                     "the invariant of the state wants 1 at least",
	"refund: raiseAlways: swap if m.tries >= m.params.Limit && m.points < 2 and if m.points >= 6":       exclude,
	"refund: raiseAlways: swap if m.tries >= m.params.Limit && m.points < 2 and if m.points >= 6 (2)":   exclude,
	"refund: raiseAlways: swap if m.points > 3 && m.means == MeansCard and if m.points == 3":            exclude,
	"refund: raiseAlways: swap if m.mark == 3 and if m.tries >= m.params.Limit && m.points < 2":         "mark is points + 1, so that the conditions exclude each other",
	"refund: Begin: case StatePaid never comes":                                                         "no machine begins with enough points",
	"refund: Begin: InWaiting for InPaid":                                                               "no machine begins with enough points",
	"refund: Begin: InRefused for InPaid":                                                               "no machine begins with enough points",
	"refund: InWaiting.Pick: case StatePaid never comes":                                                "there are 3 points after Counting",
	"refund: InWaiting.Pick: InWaiting for InPaid":                                                      "there are 3 points after Counting",
	"refund: InWaiting.Pick: InRefused for InPaid":                                                      "there are 3 points after Counting",
	"refund: InMarking.Ring: InWaiting for InRefused":                                                   "without tries left, the machine rests in Marking with 4 points at least",
	"refund: InMarking.Ring: InPaid for InRefused":                                                      "without tries left, the machine rests in Marking with 4 points at least",
	"delivery: handleTick: drop m.expire(TimerChargingTick)":                                            between,
	"delivery: handleTick: TimerFetchingLate for TimerChargingTick":                                     between,
	"delivery: handleTick: TimerWaitingTick for TimerChargingTick":                                      between,
	"delivery: handleTick: drop m.expire(TimerChargingTick) (2)":                                        runsNot,
	"delivery: handleTick: TimerFetchingLate for TimerChargingTick (2)":                                 runsNot,
	"delivery: handleTick: TimerWaitingTick for TimerChargingTick (2)":                                  runsNot,
	"delivery: handleTick: EventBoth for EventTick (3)":                                                 runsNot,
	"delivery: handleTick: EventLate for EventTick (3)":                                                 runsNot,
	"delivery: handleBoth: EventTick for EventBoth (4)":                                                 "the transitions of both events have the same conditions",
	"errand: startMachine: RaisedThen for RaisedNext":                                                   first,
	"errand: startMachine: RaisedNone for RaisedNext":                                                   first,
	"fallback: Select: m.current for m.retries":                                                         "both are 0 before the first provider",
	"haggle: DefaultDealParams: p.Rounds for p.Low":                                                     "both are 2",
	"negotiation: run: EventViolation for EventTimeout":                                                 "each state takes both or neither",
}

const (
	exclude  = "the conditions exclude each other"
	before20 = "the alternative before is taken with 20"
	atLeast2 = "maxNoProgress is 2 at least"
	noJobs   = "the limit of transitions comes before the machine waits again without jobs"
	between  = "the step that follows stops the timer, and nobody can look in between"
	runsNot  = "the timer does not run there, and raises nothing"
	first    = "the machine always takes its first step, which sets what is raised, before it returns"
	ring     = "the event changes nothing where the machine rests"
	unread   = "no guard or update reads the argument there"
)

// excuse is a reason why faults change nothing, of all machines for which it holds.
type excuse struct {
	fault *regexp.Regexp
	why   string
	holds func(m *core.Machine) bool // nil: of all
}

var excuses = []excuse{
	{regexp.MustCompile(`^raiseAlways: false for m\.state != `), "in other states, regions have their first values, with which nothing applies", (*core.Machine).Parallel},
	{regexp.MustCompile(`^turn: true for !all( \(\d\))?$`), "the steps that are left come in the next round", (*core.Machine).Parallel},
	{regexp.MustCompile(`^turn: false for true( \(2\))?$`), "nothing else follows the step of the last region, so that nobody goes on by it", of("Trip")},
	{regexp.MustCompile(`^turn: true for m\.payment == PaymentWaiting$`), "a region that is still to handle an event can", of("Trip")},
	{regexp.MustCompile(`^startCall: min for max$`), "no run starts the call twice", of("Trip")},
	{regexp.MustCompile(`^InIdle\.Found: (true for s\.m\.state == StateOpen|InOpen for InBooked)$`), "nobody has paid when the machine leaves Idle", of("Trip")},
	{regexp.MustCompile(`^parts: runOpenFlight for runOpenJourney( \(\d\))?$`), "the regions inside Reserving have no parts while it is not active", of("Trip")},
	{regexp.MustCompile(`^FetchError: swap \+\+ and -- \(2\)$`), "a run notices any change of how often a state was entered", func(m *core.Machine) bool { return m.Name == "Checkout" }},
	{regexp.MustCompile(`^onward: true for err == nil$`), "an event that is refused leaves the machine at rest", nil},
	{regexp.MustCompile(`^settle: (0 is one more|false for true)$`), "the steps that are left come in the next round", (*core.Machine).Parallel},
	{regexp.MustCompile(`^(raiseAlways: (swap if .*m\.turn\(false\)( and .*)?|true for false|drop m\.openRest = OpenRestNone)|turn: (negate|false for|true for) !all)$`), "one step is left, which no other one precedes", of("Delivery", "Dispatch")},
	{regexp.MustCompile(`^(run|\w*run(Timers|Calls)\.Start\w+): fsmdrive\.Live\((r\.)?ctx\): also if it has ended( \(2\))?$`), "each state accepts the end of the context, or the run ends then, so that no event comes later", of("Errand", "Escrow", "Everything", "Trip")},
	{regexp.MustCompile(`^(raiseLate|handleTick): (swap if m\.state != StateOpen and .*|Event\w+ for Event\w+ \([34]\)|leave out Guards.*)$`), "a timer raises the event only in the states that it runs in", of("Delivery")},
	{regexp.MustCompile(`^stopTimer: drop m\.mode\.Release\(\)$`), "what the step starts then notes the same", of("Call")},
	{regexp.MustCompile(`^expire: (make t \+ 1 -|drop m\.due\[t\], .*|false for true)$`), "the rest of the event follows at once, and leaves the state of the timer", of("Delivery")},
	{regexp.MustCompile(`^run: true for is$`), "a run of a machine without an end returns no other error", func(m *core.Machine) bool {
		return !slices.ContainsFunc(m.States, func(s core.State) bool { return s.Outcome >= 0 })
	}},
	{regexp.MustCompile(`^run: \d+ is one more$`), "a place for parts that none has stays empty", (*core.Machine).Parallel},
	{regexp.MustCompile(`^Refresh: twice m\.beginTimer\(t, [^(]*\)$`), "at the same time, the timer is due at the same time", nil},
	{regexp.MustCompile(`^(\w*Restore\w*: swap if host == nil and|From\w*Values: swap|readFields: swap|Validate: swap|checkClaims: swap|\w*(New\w*|[sS]tartMachine|Run|Resume|Continue): swap if (m|h|host|ctx) == nil and)`), "both refuse; which speaks first is not promised", nil},
	{regexp.MustCompile(`^\w+: swap if (ctx == nil and if )?!\w+\.Valid\(\)( and if m\.state != .*)?$`), "both refuse; which speaks first is not promised", nil},
	{regexp.MustCompile(`^\w*run(Timers|Calls)\.StopTimer: drop r\.timers\.Stop\(t\)$`), "where a timer stops the machine ends", stopsAtTheEnd},
	{regexp.MustCompile(`^(\w*New\w*|\w*Run): false for err != nil of (err := p\.Validate|m, err := )`), "no parameters, so that none are refused", func(m *core.Machine) bool { return len(m.Params) == 0 }},
	{regexp.MustCompile(`^\w*Begin: false for err != nil of m, err := `), "there are neither parameters nor a host to refuse", func(m *core.Machine) bool { return len(m.Params) == 0 && !hosted(m) }},
	{regexp.MustCompile(`In\w+\.\w+: false for (err|fault) != nil`), "nothing can refuse an event that the state lists", func(m *core.Machine) bool {
		return !hosted(m) && len(m.Enums) == 0 && !slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Effect == core.Reject })
	}},
	{regexp.MustCompile(`^(raise\w+|handle(Tick|Late)): (\w*Event\w+ for \w*Event\w+ \(2\)|false for m\.state != .*)$`), "a timer raises the event only in the states that it runs in", nil},
	{regexp.MustCompile(`^(sendFrom|Order|Skip|raiseLate|Stop|LocateDone|EchoDone|EchoError|DepotReady): drop (s\.)?m\.settle\(\)( \(2\))?$`), "the machine rests wherever the event leads", func(m *core.Machine) bool {
		return m.Name == "Courier"
	}},
	{regexp.MustCompile(`^(Begin: (In\w+ for In|case State)(Walking|Sitting)|InCoins\.Go: (In\w+ for In|case State)(Sitting|Standing)|(InWalking\.Go|InDozing\.Again): In\w+ for InStanding)( never comes)?$`), "what is raised on the way leads the machine on, or nothing is raised", func(m *core.Machine) bool { return m.Name == "Errand" }},
	{regexp.MustCompile(`^(handle)?(Fetch|Charge)(Done|Error): (true for m\.\w+ == \w+|Event\w+ for Event\w+|leave out Guards.*)( \(\d\))?$`), "a result that is not stale comes only in the state that waits for it", func(m *core.Machine) bool { return m.Name == "Checkout" }},
	{regexp.MustCompile(`^(handle)?(Late|Book(Done|Error)|Step\d(Answered|Failed)): leave out Guards|^handleLate: Event\w+ for Event\w+ \([34]\)$`), "a result or a timer comes only in the states that wait for it", of("Trip", "Orchestration")},
	{regexp.MustCompile(`^raiseAlways: drop m\.openRest = OpenRestNone( \(\d\))?$`), "regions handle an event before anything else follows", nil},
	{regexp.MustCompile(`^raiseAlways: swap if m\.state != \w+ and if m\.turn\(`), "in other states, regions have nothing left to handle", nil},
	{regexp.MustCompile(`^raiseAlways: false for true$`), "with observers, the count of steps says whether there was one; without them, turn comes before", (*core.Machine).Parallel},
	{regexp.MustCompile(`^raiseAlways: (false for m\.flight == FlightFlightHeld && m\.hotel == HotelHotelHeld|\w+None for \w+Held \(3\))$`), "the event that is raised then leads to the same state", of("Trip")},
	{regexp.MustCompile(`^raiseAlways: drop m\.raised = RaisedTold$`), "the alternative before is taken where nothing is raised", of("Trip")},
	{regexp.MustCompile(`^raiseAlways: swap if m\.openRest == \w+ .* and if m\.(openRest == \w+ |stock == StockHeld && m\.money == MoneyPaid)`), exclude, nil},
	{regexp.MustCompile(`^\w+: swap if (m\.stock == \w+ and if m\.stock|m\.money == \w+ and if m\.money) == \w+$`), exclude, nil},
	{regexp.MustCompile(`^Can: (make m\.calls\[\w+\] > 0 >=|0 is one less)( \(\d\))?$`), "a call of the state has started", func(m *core.Machine) bool { return len(m.Calls) > 0 }},
	{regexp.MustCompile(`^\w+: swap if call <= 0 \|\| call != m\.calls\[\w+\] and if !\w+\.Valid\(\)$`), "both refuse; which speaks first is not promised", nil},
	{regexp.MustCompile(`^raiseAlways: swap if m\.(mode != 0|busy) and if m\.state != `), "neither makes a step", nil},
	{regexp.MustCompile(`^runs: true for false$`), "Fire refuses a timer that does not exist in any case", nil},
	{regexp.MustCompile(`^observe: true for m\.steps != before$`), "an event without an error is a step, as none is ignored", func(m *core.Machine) bool {
		return !slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Effect == core.Ignore })
	}},
	{regexp.MustCompile(`^startCall: (make n < 0 <=|0 is one (more|less))$`), "n is 1 at least, or the least int", nil},
	{regexp.MustCompile(`^stopCall: (make n > 0 >=|0 is one less)$`), "a call of the state that is left has started", nil},
	{regexp.MustCompile(`^invokes: true for false$`), "every call is one of a state", nil},
	{regexp.MustCompile(`^takeCalls: (make n > 0 >=|0 is one less \(2\))$`), "what is 0 is the same with another sign", nil},
	{regexp.MustCompile("^Starts: `json:\"calls\"` is another text$"), "package json finds the field by its name", nil},
	{regexp.MustCompile(`^Starts: true for false$`), "the value is set before it is read", nil},
	{regexp.MustCompile(`^Stale: make stale\.Number <= made <$`), "a call that runs with a number is not stale", nil},
}

// of holds for the machines with certain names.
func of(names ...string) func(m *core.Machine) bool {
	return func(m *core.Machine) bool { return slices.Contains(names, m.Name) }
}

// hosted reports whether a machine has a host.
func hosted(m *core.Machine) bool { return len(m.Asks)+len(m.Outputs)+len(m.Timers)+len(m.Calls) > 0 }

// stopsAtTheEnd reports whether the machine ends in each state that leaves those
// in which a timer runs.
func stopsAtTheEnd(m *core.Machine) bool {
	for _, t := range m.Transitions {
		for _, timer := range m.Timers {
			if t.Effect == core.Take && slices.Contains(timer.States, t.From) && !slices.Contains(timer.States, t.To) && !m.Terminal(t.To) {
				return false
			}
		}
	}
	return true
}

// spared returns why no test need tell a fault from the machine, or "".
func spared(name string, m *core.Machine, what string) string {
	if why := equivalent[name+": "+what]; why != "" {
		return why
	}
	for _, e := range excuses {
		if e.fault.MatchString(what) && (e.holds == nil || e.holds(m)) {
			return e.why
		}
	}
	return ""
}
