package enginetest

// Step is an ini text with two small variants that have double steps, en passant and promotion but
// no symmetry between the colours: step, and stephouse with drops.
const Step = `
[step]
maxRank = 6
maxFile = 2
king = k
rook = r
pawn = p
startFen = k1/p1/2/2/1P/1K w - - 0 1
castling = false
promotionRank = 6
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = r
doubleStepRegionBlack = *5

[stephouse:step]
startFen = k1/p1/2/2/1P/1K[] w - - 0 1
pieceDrops = true
capturesToHand = true
`
