package main

import (
	"context"
	"fmt"

	"tinyhouse/engine/score"
	"tinyhouse/solver/proof"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
)

// replay checks the certificate of an answer that rests on hashed positions, by moves played
// forward, and marks the answer as verified if all records are right and give it.
func (a *app) replay(ctx context.Context, f *solveFlags, answer *proof.Answer) error {
	c, err := certificate.Open(f.out, container.NewCache(f.Memory))
	if err != nil {
		return err
	}
	defer c.Close()
	bar := a.startProgress("verify", "records")
	r, err := verify.Certificate(ctx, c, verify.Options{Threads: f.Threads, Progress: bar.Advance})
	bar.Stop()
	switch {
	case err != nil:
		return fmt.Errorf("certificate %s is complete, but not verified: %w", f.out, err)
	case r.Errors > 0:
		return fmt.Errorf("certificate %s has %d errors, which tinyhouse verify prints", f.out, r.Errors)
	case !gives(r.Root, answer):
		return fmt.Errorf("certificate %s proves %v only", f.out, r.Root)
	}
	answer.Result.Hashed = false
	return nil
}

// gives reports whether bounds are as narrow as an answer.
func gives(b score.Bounds, answer *proof.Answer) bool {
	return b.Lower.Outcome >= answer.Low && b.Upper.Outcome <= answer.High
}
