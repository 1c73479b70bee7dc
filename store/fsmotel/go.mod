module github.com/fsmgen/fsmgen/store/fsmotel

go 1.26.0

require (
	github.com/fsmgen/fsmgen v0.0.0
	go.opentelemetry.io/otel v1.47.0
	go.opentelemetry.io/otel/trace v1.47.0
)

require github.com/cespare/xxhash/v2 v2.3.0 // indirect

replace github.com/fsmgen/fsmgen => ../../
