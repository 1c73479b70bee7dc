module github.com/fsmgen/fsmgen/bench

go 1.26.0

require (
	github.com/anggasct/fluo v1.0.0
	github.com/fsmgen/fsmgen v0.0.0
	github.com/looplab/fsm v1.0.3
	github.com/qmuntal/stateless v1.7.2
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/leanovate/gopter v0.2.11 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
)

replace github.com/fsmgen/fsmgen => ../
