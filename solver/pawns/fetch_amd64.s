#include "textflag.h"

// func fetch(l *line)
TEXT ·fetch(SB), NOSPLIT, $0-8
	MOVQ l+0(FP), AX
	PREFETCHT0 (AX)
	RET
