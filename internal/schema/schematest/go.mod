module github.com/fsmgen/fsmgen/internal/schema/schematest

go 1.26.0

require (
	github.com/fsmgen/fsmgen v0.0.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	go.yaml.in/yaml/v4 v4.0.0
)

require golang.org/x/text v0.14.0 // indirect

replace github.com/fsmgen/fsmgen => ../../..
