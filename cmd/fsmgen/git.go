package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// gitOptions let git run no other program, whatever the configuration of the repository says, and find no repository that is a
// folder of another one's working tree.
var gitOptions = []string{
	"--no-pager", "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.alternateRefsCommand=", "-c", "diff.external=",
}

// gitEnvironment lets git fetch nothing. Unlike protocol.allow, GIT_ALLOW_PROTOCOL is stronger than protocol.NAME.allow in the configuration of
// the repository; older versions of git do not know GIT_NO_LAZY_FETCH.
var gitEnvironment = []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}

// errTooLong says that git prints more than the limit.
var errTooLong = errors.New("too long")

// git runs git in the current folder and returns what it prints, or errTooLong if that has more bytes than the limit.
func git(ctx context.Context, limit int, args ...string) (out []byte, err error) {
	err = gitStream(ctx, func(r io.Reader) (err error) {
		out, err = io.ReadAll(io.LimitReader(r, int64(limit)+1))
		if err == nil && len(out) > limit {
			err = errTooLong
		}
		return err
	}, args...)
	return out, err
}

// gitStream runs git in the current folder and gives what it prints to a function, whose error ends git, and is returned.
func gitStream(ctx context.Context, read func(io.Reader) error, args ...string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := exec.CommandContext(ctx, "git", append(gitOptions[:len(gitOptions):len(gitOptions)], args...)...)
	c.Env = append(os.Environ(), gitEnvironment...)
	var complaint head
	c.Stderr = &complaint
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); errors.Is(err, exec.ErrNotFound) {
		return errors.New("--against needs git, which is not installed")
	} else if err != nil {
		return err
	}
	if err := read(out); err != nil {
		cancel()
		_ = c.Wait()
		return err
	}
	if err := c.Wait(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return gitError(ctx, args, strings.ReplaceAll(strings.TrimSpace(complaint.String()), "\n", "; "), err)
	}
	return nil
}

// gitError explains why git has failed, and what to do about it.
func gitError(ctx context.Context, args []string, complaint string, err error) error {
	switch {
	case complaint == "" && args[0] == "rev-parse" && len(args) > 2:
		return fmt.Errorf("unknown git revision %q", strings.TrimSuffix(args[len(args)-1], "^{commit}"))
	case complaint == "":
		complaint = err.Error()
	case strings.Contains(complaint, "safe.bareRepository"):
		return errors.New("this folder is in a folder that is itself a git repository without a working tree, which fsmgen does not read, because anybody who can commit files " +
			"can make one: run fsmgen in a working tree, or set GIT_DIR to this repository if it is yours (git " + args[0] + ": " + complaint + ")")
	case args[0] != "config" && isPartial(ctx):
		return errors.New("this clone is partial, and lacks what is compared; fsmgen does not fetch it, because the configuration of a repository can name any program to do that: " +
			"run git fetch --refetch --no-filter, or clone without --filter (git " + args[0] + ": " + complaint + ")")
	}
	return fmt.Errorf("git %s: %s", args[0], complaint)
}

// isPartial reports whether git may leave out objects of the repository until they are needed.
func isPartial(ctx context.Context) bool {
	const most = 1 << 16
	out, err := git(ctx, most, "config", "--get-regexp", `^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$`)
	return errors.Is(err, errTooLong) || err == nil && len(out) > 0
}

// head keeps the first bytes that are written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	const most = 4 << 10
	_, _ = h.Buffer.Write(p[:min(len(p), max(0, most-h.Len()))])
	return len(p), nil
}
