package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of fsmgen",
		Example: "  fsmgen version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprint(std.out, versionLine())
			return nil
		},
	}
}

// versionLine is what fsmgen version and fsmgen --version print.
func versionLine() string {
	return fmt.Sprintf("fsmgen %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the version of this binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return versionOf(info)
}

// versionOf returns the module version that the go command recorded in a binary. For a
// build from a checkout, that is a pseudo-version, or (devel) with the revision.
func versionOf(info *debug.BuildInfo) string {
	v := info.Main.Version
	if v != "" && v != "(devel)" {
		return v
	}
	v = "(devel)"
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	if revision := setting["vcs.revision"]; revision != "" {
		v += " " + revision[:min(12, len(revision))]
	}
	if setting["vcs.modified"] == "true" {
		v += "+dirty"
	}
	return v
}
