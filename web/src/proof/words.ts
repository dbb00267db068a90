import { count, sideName } from "../app/announce";
import type { Claim, Replay, Reply, Step } from "./types";

function other(turn: string): string {
  return turn === "w" ? "b" : "w";
}

/** A number of plies that may be less. */
function plies(n: number): string {
  return `${count(n, "ply", "plies")} or fewer`;
}

/** A claim about a position in words: "Black wins, 9 plies or fewer". */
export function claimText({ value, plies: n, bound }: Claim, turn: string): string {
  if (value === "win") return `${sideName(turn)} wins, ${plies(n ?? 0)}`;
  if (value === "loss") return `${sideName(other(turn))} wins, ${plies(n ?? 0)}`;
  if (value === "unknown") return "nothing is claimed of the root";
  if (bound === "at least") return `${sideName(turn)} draws or better`;
  return bound === "at most" ? `${sideName(other(turn))} draws or better` : "a draw";
}

/** What the certificate has at the shown position. */
export function stepText(step: Step, turn: string): string {
  const side = sideName(turn);
  if (step.move) {
    const claim = step.claim === "win" ? `a win in ${plies(step.plies ?? 0)}` : "a draw or better";
    return `${side} to move: the certificate claims ${claim}, by ${step.move.san}.`;
  }
  if (step.result) return `The game is over: ${step.result}.`;
  const inside = step.replies.filter(({ status }) => status !== "outside").length;
  if (inside === 0) return "This position is outside the certificate.";
  const all = inside === step.replies.length;
  return `${side} to move: ${all ? "every reply" : `${inside} of ${count(step.replies.length, "move")}`} ${all ? "is" : inside === 1 ? "is" : "are"} answered.`;
}

/** What the certificate has after a reply of a side. */
export function replyText({ status, plies: n }: Reply, turn: string): string {
  if (status === "over") return "over";
  if (status === "outside") return "outside the certificate";
  const side = sideName(other(turn));
  return `${n === null ? `${side} draws or better` : `${side} wins in ${plies(n)}`}, in the certificate`;
}

/** The result of the check of a step. */
export function replayText({ record, fault, records, over, outside }: Replay, step: Step, turn: string): string {
  const replies = records + over + outside;
  if (fault) return `Not justified: ${fault}.`;
  if (record && replies === 0) return `Verified: ${step.move?.san ?? ""} is legal, and the game is over as claimed.`;
  const better = step.claim === "win" ? "of a quicker win" : "of a draw or better";
  const parts = [records && `${records} with a record ${better}`, over && `${over} ending the game as claimed`].filter(Boolean).join(", ");
  if (record) return `Verified: ${step.move?.san ?? ""} is legal and has ${count(replies, "reply", "replies")}: ${parts}.`;
  if (step.result) return `There is no record to verify: the game is over.`;
  return `There is no record of this position, where ${sideName(turn)} answers. Of ${count(replies, "move")}, ` +
    `${records} lead to a record, ${over} end the game, ${outside} lead out of the certificate.`;
}
