//go:build !unix

package client

import "os/exec"

func setGroup(*exec.Cmd) {}

// killGroup kills the engine but not its children.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
