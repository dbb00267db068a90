//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// setGroup puts the engine into its own process group: it does not receive an interrupt typed at the
// terminal, and can be killed with its children.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the engine and its children.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
