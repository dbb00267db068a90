//go:build !unix

package client

import "os/exec"

func setGroup(*exec.Cmd) {}

// killGroup ends the engine; what it has started goes its own way.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
