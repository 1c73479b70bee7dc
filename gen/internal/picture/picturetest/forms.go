package picturetest

// Forms is a spec that has each kind of name, guard, update, timer and output that a spec can
// hold.
const Forms = `
machine: Forms
params: {n: {type: int, min: 1, max: 9}, on: {type: bool}}
enums: {Cause: [Soft, Hard, end, State], Other: [Hard, note]}
vars:
  i: {type: int, min: -9, max: 99}
  b: bool
  s: {type: string, init: '"<b>\"x\"; --> %%{init}%%\\n"'}
  cause: Cause
  err: error
guards:
  named: i < n
  plain: {}
  asked: {args: {text: string, k: int, c: Cause}}
  mixed: plain && !named || asked("a;b:c", i, Soft)
delays: {hold: 90s, backoff: {args: {k: int, text: string}}, pause: {doc: The program says it.}}
events:
  go_: {k: int, cause: Cause, err: error, text: string, ok: bool}
  Tick: {}
  root_start: {environment: true}
  toString: {cancellation: true}
  classDef: {}
outputs: {Log: {text: string, k: int}, direction: {}}
initial: end
terminal: {success: [Done], failure: [Broken], default_: [state_]}
states:
  end:
    entry: {Log: {text: '"</script>"', k: -1}}
    on:
      go_:
        - {if: 'i + 1 <= n * 2 && i - -1 >= n / 2 || !(i % 3 != 0)', to: Outer, set: {i: 'min(i, max(n, 3)) - event.k'}}
        - {if: event.ok == b && event.text == "a \"quoted\" <b>;:#text" && event.cause != Cause.Hard, to: note, set: {s: event.text, err: event.err}}
        - {if: named, to: Done}
        - {if: plain, to: Done, emit: [{Log: {text: s, k: i}}, direction]}
        - {if: 'asked("<<choice>> [[x]] **", n, Soft) && on', to: Broken, clear: [i, s]}
        - {otherwise: reject}
      Tick: Broken
      root_start: {otherwise: ignore}
      toString: state_
      classDef: {emit: direction}
  Outer:
    initial: root
    after: {hold: Tick, 1h30m: classDef}
    entry: [{Log: {text: s, k: i}}, direction]
    exit: direction
    on: {Tick: Broken, classDef: Outer, toString: Done}
    states:
      root:
        after: {'backoff(i, "x;y")': Tick, pause: classDef}
        on: {Tick: [{if: b, set: {b: '!b'}}, {to: note}], root_start: Done}
  note:
    ignore: [root_start, classDef]
    on: {Tick: note, toString: Done, go_: {if: event.k > 0, to: end}}
  Done: {}
  Broken: {}
  state_: {}
`
