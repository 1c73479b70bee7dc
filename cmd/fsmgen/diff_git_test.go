package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

const doorSpec = "machine: Door\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Done]}\nstates: {A: {on: {Go: Done}}, Done: {}}\n"

// gitIn runs git in a folder with no configuration but that of the repository.
func gitIn(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"}, args...)...)
	c.Dir, c.Stdin = dir, strings.NewReader(input)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// isolate is for tests with git: the configuration of the user does not change them.
func isolate(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: fsmgen diff --against is NOT tested")
	}
	dir := t.TempDir()
	for name, value := range map[string]string{"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "HOME": dir, "GIT_CEILING_DIRECTORIES": dir} {
		t.Setenv(name, value)
	}
	return dir
}

// against compares the current folder with main, and returns the exit code and what is printed.
func against() (int, string) {
	var out bytes.Buffer
	code := run(context.Background(), []string{"diff", "--against", "main", "."}, stdio{strings.NewReader(""), &out, &out})
	return code, out.String()
}

// TestHostileRepositories compares specs in repositories that lack a blob, and whose configuration names programs in each way that
// git knows: as a folder of a pull request that is a repository without a working tree, and as an unpacked archive.
func TestHostileRepositories(t *testing.T) {
	sample.Turn(t)
	if runtime.GOOS == "windows" {
		t.Skip("the programs are lines of a shell")
	}
	home := isolate(t)
	made := filepath.Join(home, "made")
	program := "echo x >>" + made + "; false #"
	remote := "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\tpromisor = true\n"
	configs := map[string]string{
		"uploadpack": remote + "\turl = " + home + "\n\tuploadpack = \"" + program + "\"\n",
		"allowed":    remote + "\turl = " + home + "\n\tuploadpack = \"" + program + "\"\n[protocol]\n\tallow = always\n[protocol \"file\"]\n\tallow = always\n",
		"ext":        remote + "\turl = \"ext::sh -c " + strings.ReplaceAll(program, " ", "% ") + "\"\n[protocol \"ext\"]\n\tallow = always\n",
		"ssh":        remote + "\turl = ssh://example.invalid/x\n[protocol \"ssh\"]\n\tallow = always\n[core]\n\tsshCommand = \"" + program + "\"\n",
		"programs": remote + "\turl = " + home + "\n[core]\n\tfsmonitor = \"" + program + "\"\n\tpager = \"" + program + "\"\n\talternateRefsCommand = \"" + program +
			"\"\n\thooksPath = " + home + "\n[diff]\n\texternal = \"" + program + "\"\n[alias]\n\tls-tree = \"!" + program + "\"\n\tcat-file = \"!" + program + "\"\n",
	}
	for name, config := range configs {
		for _, bare := range []bool{true, false} {
			t.Run(name+"/bare="+strconv.FormatBool(bare), func(t *testing.T) {
				outer := filepath.Join(home, t.Name())
				dir, store := filepath.Join(outer, "sub"), filepath.Join(outer, "sub")
				if !bare {
					store = filepath.Join(dir, ".git")
				}
				write(t, filepath.Join(dir, "door.fsm.yaml"), doorSpec)
				gitIn(t, outer, "", "init", "-q")
				// git makes an empty repository where the attacker has copied one.
				gitIn(t, outer, "", "init", "-q", "--bare", store)
				blob := gitIn(t, store, doorSpec, "hash-object", "-w", "--stdin")
				tree := gitIn(t, store, "100644 blob "+blob+"\tdoor.fsm.yaml\n", "mktree")
				commit := gitIn(t, store, "", "commit-tree", "-m", "x", tree)
				gitIn(t, store, "", "update-ref", "refs/heads/main", commit)
				if err := os.Remove(filepath.Join(store, "objects", blob[:2], blob[2:])); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(store, "config"), config)
				t.Chdir(dir)
				code, out := against()
				if _, err := os.Stat(made); err == nil {
					t.Errorf("a program of the configuration has run")
					_ = os.Remove(made)
				}
				want := "git fetch --refetch --no-filter"
				if bare {
					want = "is itself a git repository"
				}
				if code != 3 || !strings.Contains(out, want) {
					t.Errorf("exit code %d, and not %q:\n%s", code, want, out)
				}
			})
		}
	}
}

// TestPartialClone follows the advice that a partial clone gets.
func TestPartialClone(t *testing.T) {
	home := isolate(t)
	origin, clone := filepath.Join(home, "origin"), filepath.Join(home, "clone")
	write(t, filepath.Join(origin, "door.fsm.yaml"), doorSpec)
	gitIn(t, origin, "", "init", "-q")
	gitIn(t, origin, "", "config", "uploadpack.allowFilter", "true")
	gitIn(t, origin, "", "add", ".")
	gitIn(t, origin, "", "commit", "-q", "-m", "one")
	gitIn(t, home, "", "clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+filepath.ToSlash(origin), clone)
	write(t, filepath.Join(clone, "door.fsm.yaml"), doorSpec)
	t.Chdir(clone)
	if code, out := against(); code != 3 || !strings.Contains(out, "this clone is partial") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	gitIn(t, clone, "", "fetch", "-q", "--refetch", "--no-filter")
	if code, out := against(); code != 0 || out != "no machine differs\n" {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

// TestGitBombs compares with revisions that are small in git, and large when listed or read.
func TestGitBombs(t *testing.T) {
	sample.Turn(t)
	home := isolate(t)
	t.Chdir(home)
	write(t, "door.fsm.yaml", doorSpec)
	gitIn(t, home, "", "init", "-q")
	large := gitIn(t, home, strings.Repeat("#", maxRead)+"\n", "hash-object", "-w", "--stdin")
	some := gitIn(t, home, strings.Repeat("#", maxRead)+"", "hash-object", "-w", "--stdin")
	small := gitIn(t, home, doorSpec, "hash-object", "-w", "--stdin")
	// level makes a folder with n entries for the same object.
	level := func(n int, kind, object, suffix string) string {
		var list strings.Builder
		for i := range n {
			list.WriteString(map[string]string{"blob": "100644", "tree": "040000"}[kind] + " " + kind + " " + object + "\t" + strconv.Itoa(10000+i) + suffix + "\n")
		}
		return gitIn(t, home, list.String(), "mktree")
	}
	deep := level(10, "blob", small, ".txt")
	for range 10 {
		deep = level(10, "tree", deep, "")
	}
	for _, c := range []struct{ name, tree, want string }{
		{"entries", deep, "lists more than 128 MiB of file names"},
		{"specs", level(maxSpecs+1, "blob", small, suffix), "selects more than 10000 specs"},
		{"bytes", level(maxTreeRead/maxRead+1, "blob", some, suffix), "more than 256 MiB"},
		{"file", level(1, "blob", large, suffix), "has more than 8 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gitIn(t, home, "", "update-ref", "refs/heads/main", gitIn(t, home, "", "commit-tree", "-m", "x", c.tree))
			if code, out := against(); code != 3 || !strings.Contains(out, c.want) {
				t.Errorf("exit code %d, and not %q:\n%.1000s", code, c.want, out)
			}
		})
	}
}
