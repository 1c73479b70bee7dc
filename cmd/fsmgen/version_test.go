package main

import (
	"runtime/debug"
	"testing"
)

// TestVersion checks what fsmgen version prints for each way to build fsmgen.
func TestVersion(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, test := range []struct {
		module, revision, modified, want string
	}{
		{"v1.2.3", "", "", "v1.2.3"}, // go install fsmgen@v1.2.3, or go get -tool
		{"v0.0.0-20260102030405-0123456789ab+dirty", revision, "true", "v0.0.0-20260102030405-0123456789ab+dirty"},
		{"(devel)", revision, "false", "(devel) 0123456789ab"},
		{"", revision, "true", "(devel) 0123456789ab+dirty"},
		{"(devel)", "", "", "(devel)"}, // without git
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: test.module}}
		for key, value := range map[string]string{"vcs.revision": test.revision, "vcs.modified": test.modified} {
			if value != "" {
				info.Settings = append(info.Settings, debug.BuildSetting{Key: key, Value: value})
			}
		}
		if got := versionOf(info); got != test.want {
			t.Errorf("%+v is %q, want %q", test, got, test.want)
		}
	}
}
