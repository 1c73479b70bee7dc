package syntax

// foreign are words of other state-machine languages (XState, SCXML, SMC,
// stateless, looplab/fsm), by section, each with the key to use instead. The
// text completes the sentence "use ...".
var foreign = map[string]map[string]string{
	"spec": {
		"id": "`machine`", "name": "`machine`", "context": "`vars`", "variables": "`vars`", "datamodel": "`vars`", "data": "`vars`",
		"parameters": "`params`", "final": "`terminal`", "finals": "`terminal`", "transitions": "`on` in each state",
		"actions": "`outputs`", "effects": "`outputs`", "version": "`fsm`", "start": "`initial`", "description": "`doc`",
		"conditions": "`guards`", "timers": "`after` in a state", "regions": "`parallel` in a state", "parallel": "`parallel` in a state",
		"invoke": "`invoke` in a state", "machines": "`use`", "children": "`use`", "import": "`use`", "actors": "`calls` or `use`", "services": "`calls`", "promises": "`calls`",
		"package": "`package` under `go`", "prefix": "`prefix` under `go`", "faces": "`faces` under `go`",
	},
	"go section": {"tests": "`tests` at the top level of the spec", "name": "`machine` at the top level of the spec, or `prefix`"},
	"outcome":    {"type": "`kind`", "state": "`states`", "status": "`kind`"},
	"limit":      {"limit": "`transitions`", "max": "`transitions`", "state": "`to`"},
	"stall rule": {"transitions": "`limit`", "max": "`limit`", "state": "`to`"},
	"state": {
		"regions": "`parallel`", "orthogonal": "`parallel`", "type": "`parallel`, `final: true`, or `terminal` at the top level of the spec",
		"transitions": "`on`", "events": "`on`", "terminal": "`terminal` at the top level of the spec",
		"onDone": "`done`", "history": "`history` in the transition that returns, as in {to: Playing, history: shallow}", "onEntry": "`entry`", "onentry": "`entry`", "onExit": "`exit`", "onexit": "`exit`", "enter": "`entry`", "leave": "`exit`",
		"timeout": "`after`", "machine": "`invoke`", "call": "`invoke`", "calls": "`invoke`", "delay": "`after`", "description": "`doc`", "substates": "`states`", "vars": "`data`", "context": "`data`",
		"tags": "`req`", "eventless": "`always`", "transient": "`always`", "immediate": "`always`",
	},
	"transition": {
		"guard": "`if`", "cond": "`if`", "when": "`if`", "unless": "`if`, with ! before the condition", "target": "`to`", "dst": "`to`", "goto": "`to`", "next": "`to`",
		"actions": "`emit` for outputs and `set` for variables", "action": "`emit` for outputs and `set` for variables", "do": "`emit`", "send": "`emit`",
		"assign": "`set`", "update": "`set`", "description": "`doc`", "else": "{to: STATE} without `if` as the last alternative, or `otherwise` to ignore or reject the event",
		"internal": "no key for this: a transition without `to` is internal", "reenter": "no key for this: a transition with a `to` enters its target, and one without stays",
	},
	"child machine": {"path": "`spec`", "file": "`spec`", "machine": "`spec`"},
	"call":          {"args": "`with`", "params": "`with`", "result": "`done`", "returns": "`done`", "description": "`doc`", "error": "no key for this: the result `error` has the field `err`"},
	"invocation":    {"src": "`call` or `machine`", "input": "`with`", "params": "`with`", "args": "`with`", "done": "`done` under `on`", "error": "`error` under `on`", "onDone": "`done` under `on`", "onError": "`error` under `on`"},
	"parameter":     {"value": "`default`", "init": "`default`", "initial": "`default`", "minimum": "`min`", "maximum": "`max`", "description": "`doc`"},
	"variable":      {"value": "`init`", "default": "`init`", "initial": "`init`", "minimum": "`min`", "maximum": "`max`", "description": "`doc`"},
	"datum":         {"init": "`set` in each transition that enters the state", "default": "`set` in each transition that enters the state", "description": "`doc`"},
	"guard":         {"expr": "`if`", "condition": "`if`", "params": "`args`", "description": "`doc`"},
	"delay":         {"params": "`args`", "duration": "`after`", "constant": "`after`", "description": "`doc`"},
}
