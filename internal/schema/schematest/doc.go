// Package schematest tests the JSON Schema of specs with a validator. It is a
// module of its own, so that users of fsmgen do not depend on one:
//
//	cd internal/schema/schematest && go test ./...
package schematest
