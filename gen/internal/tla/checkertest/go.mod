module github.com/fsmgen/fsmgen/gen/internal/tla/checkertest

go 1.26.0

replace github.com/fsmgen/fsmgen => ../../../..

require github.com/fsmgen/fsmgen v0.0.0-00010101000000-000000000000

require go.yaml.in/yaml/v4 v4.0.0 // indirect
