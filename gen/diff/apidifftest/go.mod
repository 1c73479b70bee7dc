module github.com/fsmgen/fsmgen/gen/diff/apidifftest

go 1.26.0

replace github.com/fsmgen/fsmgen => ../../..

require (
	github.com/fsmgen/fsmgen v0.0.0
	golang.org/x/exp v0.0.0-20261014143641-f0251eb4aa3e
	golang.org/x/tools v0.52.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)
