package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestActionBuilds runs the script with which the action builds fsmgen beside a go command that notes what it is asked for: the version
// of the module comes first, because generated files depend on it.
func TestActionBuilds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script of bash")
	}
	const module, own = "build -o OUT github.com/fsmgen/fsmgen/cmd/fsmgen\n", "build -C ACTION -o OUT ./cmd/fsmgen\n"
	for _, c := range []struct{ name, fails, want string }{
		{"go.mod names fsmgen", "never", module},
		{"go.mod does not", "list*", own},
		{"go.mod names it for other packages", "*cmd/fsmgen", module + own},
	} {
		dir := t.TempDir()
		script := "#!/bin/sh\ncase \"$1\" in build) echo \"$@\" >>" + dir + "/asked;; esac\ncase \"$*\" in *ACTION*) ;; " + c.fails + ") exit 1;; esac\n"
		write(t, filepath.Join(dir, "go"), script)
		if err := os.Chmod(filepath.Join(dir, "go"), 0o755); err != nil {
			t.Fatal(err)
		}
		build := exec.Command("../../.ci/build", "ACTION", "OUT")
		build.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "asked")); err != nil || string(got) != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, got, c.want, err)
		}
	}
}

// TestAction runs the script of the action in a repository beside programs that note what they are asked for: it compares once, keeps the
// image, posts the comment, and with pictures: true pushes the images to a branch, of which it keeps those of other pull requests.
func TestAction(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script of bash")
	}
	home := isolate(t)
	script, err := filepath.Abs("../../.ci/action")
	if err != nil {
		t.Fatal(err)
	}
	repo, remote, bin := filepath.Join(home, "repo"), filepath.Join(home, "fsmgen", "door.git"), filepath.Join(home, "bin")
	write(t, filepath.Join(repo, "door.fsm.yaml"), "machine: Door\nevents:\n  Go: {}\n  Stop: {}\ninitial: A\nterminal: {done: [Done]}\nstates:\n  A: {on: {Go: Done}}\n  Done: {}\n")
	gitIn(t, repo, "", "init", "-q")
	gitIn(t, repo, "", "add", ".")
	gitIn(t, repo, "", "commit", "-q", "-m", "one")
	gitIn(t, home, "", "init", "-q", "--bare", remote)
	for name, text := range map[string]string{
		"checked": "#!/bin/sh\necho \"$1\" >>" + home + "/ran\ncase \"$1\" in diff) exec fsmgen \"$@\";; esac\n",
		"gh":      "#!/bin/sh\ncase \"$*\" in *--body-file*) cp \"$5\" " + home + "/posted;; esac\n",
	} {
		write(t, filepath.Join(bin, name), text)
		if err := os.Chmod(filepath.Join(bin, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	act := func(pull, run string, environment ...string) (posted string, diffs int) {
		t.Helper()
		c := exec.Command("bash", script)
		c.Dir = repo
		c.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "FSMGEN=checked", "PATHS=./...", "AGAINST=HEAD", "COMMENT=true", "PULL="+pull, "IMAGE="+filepath.Join(home, "changes.svg"),
			"GITHUB_RUN_ID="+run, "GITHUB_SERVER_URL=https://github.com", "GITHUB_REPOSITORY=fsmgen/door", "GH_TOKEN=secret", "GITHUB_STEP_SUMMARY=",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.file://"+home+"/.insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/")
		c.Env = append(c.Env, environment...)
		_ = os.Remove(filepath.Join(home, "ran"))
		_ = os.Remove(filepath.Join(home, "posted"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		ran, err := os.ReadFile(filepath.Join(home, "ran"))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(filepath.Join(home, "posted"))
		return string(text), strings.Count(string(ran), "diff\n")
	}
	if posted, n := act("1", "10"); posted != "" || n != 1 {
		t.Errorf("nothing differs, and %d comparisons: %s", n, posted)
	}
	write(t, filepath.Join(repo, "door.fsm.yaml"), "machine: Door\nevents:\n  Go: {}\n  Stop: {}\ninitial: A\nterminal: {done: [Done]}\nstates:\n  A: {on: {Go: Done, Stop: Done}}\n  Done: {}\n")
	posted, n := act("1", "11")
	if n != 1 || !strings.HasPrefix(posted, "<!-- fsmgen diff -->\n### Door\n") || !strings.Contains(posted, "```mermaid") || !strings.Contains(posted, "[this run](https://github.com/fsmgen/door/actions/runs/11)") {
		t.Errorf("%d comparisons: %s", n, posted)
	}
	if image, err := os.ReadFile(filepath.Join(home, "changes.svg")); err != nil || !strings.HasPrefix(string(image), "<svg ") {
		t.Errorf("no image: %v", err)
	}
	for i, pull := range []string{"1", "2", "1"} {
		run := strconv.Itoa(20 + i)
		posted, n = act(pull, run, "PICTURES=true")
		if want := "](https://github.com/fsmgen/door/raw/fsmgen-pictures/" + pull + "/" + run + "-1/Door.svg)\n"; n != 1 || !strings.Contains(posted, want) || strings.Contains(posted, "```mermaid") {
			t.Errorf("%d comparisons, and no image at %s: %s", n, want, posted)
		}
	}
	if got := gitIn(t, remote, "", "ls-tree", "-r", "--name-only", "fsmgen-pictures"); got != "1/22-1/Door.svg\n2/21-1/Door.svg" {
		t.Errorf("the branch has %s", got)
	}
	if got := gitIn(t, remote, "", "rev-list", "--count", "fsmgen-pictures"); got != "1" {
		t.Errorf("the branch has %s commits", got)
	}
	// Without the permission, the comment has the diagram.
	if posted, _ = act("1", "30", "PICTURES=true", "GIT_CONFIG_VALUE_0=https://elsewhere/", "GITHUB_SERVER_URL=https://127.0.0.1:1"); !strings.Contains(posted, "```mermaid") || strings.Contains(posted, "fsmgen-pictures") {
		t.Errorf("the images are nowhere: %s", posted)
	}
}
