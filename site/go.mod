module github.com/fsmgen/fsmgen/site

go 1.26.0

require (
	github.com/alecthomas/chroma/v2 v2.27.0
	github.com/fsmgen/fsmgen v0.0.0
	github.com/yuin/goldmark v1.8.7
	golang.org/x/net v0.62.0
)

require github.com/dlclark/regexp2/v2 v2.2.1 // indirect

replace github.com/fsmgen/fsmgen => ../
