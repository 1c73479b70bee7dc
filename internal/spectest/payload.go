package spectest

// Payload is a spec in which three regions handle an event, and all of them read its payload. All that it claims is proved.
const Payload = `
machine: Oven
enums: {Mode: [Low, High]}
vars:
  warmth: {type: int, min: 0, max: 9}
  mode: Mode
events: {Start: {degrees: int, quick: bool, mode: Mode}, Set: {quick: bool}, Stop: {}}
outputs: {Show: {mode: Mode}}
initial: Idle
terminal: {done: [Off]}
states:
  Idle: {on: {Stop: Baking}}
  Baking:
    on: {Stop: Off, Start: {otherwise: ignore}, Set: {otherwise: ignore}}
    done: Off
    parallel:
      Heat:
        initial: Cold
        states:
          Cold: {on: {Start: {if: event.quick, to: Hot}, Set: Hot}}
          Hot: {final: true}
      Light:
        initial: Dark
        states:
          Dark:
            on:
              Start: [{if: event.degrees > 5, to: Lit, set: {warmth: "min(event.degrees, 9)"}}, {if: event.mode == High, to: Lit}]
              Set: {if: event.quick, to: Lit}
          Lit: {final: true}
      Fan:
        initial: Still
        states:
          Still: {on: {Start: {if: event.quick, to: Turning, set: {mode: event.mode}, emit: {Show: {mode: event.mode}}}}}
          Turning: {final: true}
  Off: {}
progress: {Idle: 5, Baking: 1, Cold: 1, Dark: 1, Still: 1}
bound: 6
`
