#include "textflag.h"

// func Prefetch(l *Line)
TEXT ·Prefetch(SB), NOSPLIT, $0-8
	MOVQ l+0(FP), AX
	PREFETCHT0 (AX)
	RET
