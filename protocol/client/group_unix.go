//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// setGroup makes the engine the head of a process group of its own: an interrupt typed at
// the terminal is for us, not for it, and what it starts can be ended with it.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the engine and what it has started.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
