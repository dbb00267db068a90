import { moveText } from "./announce";
import type { App } from "./app";
import { say } from "./say";
import { lastSquares } from "../board/mover";
import type { Node } from "../game/game";
import type { Position } from "../rules/types";
import type { Sound } from "../sound/sounds";

/** The sound of a move. */
function soundOf({ san }: Node, position: Position): Sound {
  if (position.result !== "*") return "end";
  if (position.check) return "check";
  return san.includes("x") ? "capture" : san.includes("@") ? "drop" : "move";
}

/** Lets the user see and hear how the game came from one node to another. */
export function showMove(app: App, before: Node, now: Node, position: Position): void {
  const { board, mover, play, settings, sounds } = app;
  say(moveText(now, position.turn) + play.status(position));
  const forward = now.parent === before;
  if (forward) sounds.play(soundOf(now, position));
  const wasDragged = mover.takeDropped();
  if (wasDragged || !settings.get("animation") || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [from, to] = lastSquares(forward ? now.uci : before.parent === now ? before.uci : "");
  if (from && to) forward ? board.slide(from, to) : board.slide(to, from);
}
