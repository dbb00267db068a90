#include "textflag.h"

// func Fetch(l *Line)
TEXT ·Fetch(SB), NOSPLIT, $0-8
	MOVQ l+0(FP), AX
	PREFETCHT0 (AX)
	RET
