module github.com/fsmgen/fsmgen/internal/importer/scxml/scxmltest

go 1.26.0

replace github.com/fsmgen/fsmgen => ../../../..

require (
	github.com/fsmgen/fsmgen v0.0.0-00010101000000-000000000000
	github.com/google/go-cmp v0.7.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
)
