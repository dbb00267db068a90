import type { App } from "./app";
import { BoardKeys } from "./boardkeys";
import type { Controls } from "./controls";
import { byId } from "./dom";
import { Help } from "./help";

/** How long a held space bar waits between moves, in milliseconds. */
const pace = 150;

/** Connects the keys. None does anything while a text box has the focus. */
export function connectKeys(app: App, controls: Controls): void {
  const { analysis, editor, game, mover, play, settings, values } = app;
  const help = new Help();
  const boardKeys = new BoardKeys(app);
  let walked = 0; // when space last played a move
  byId("help-open").addEventListener("click", () => help.open());
  const keys: Record<string, () => void> = {
    ArrowLeft: () => play.undo(),
    ArrowRight: () => game.redo(),
    "shift+ArrowLeft": () => game.goSibling(-1),
    "shift+ArrowRight": () => game.goSibling(1),
    ArrowUp: () => game.first(),
    Home: () => game.first(),
    ArrowDown: () => game.last(),
    End: () => game.last(),
    f: () => controls.flip(),
    l: () => controls.setAnalysis(!analysis.on),
    e: () => controls.setValues(!settings.get("values")),
    " ": () => void play.playBest(),
    "shift+ ": () => values.playFirst(),
    "?": () => help.open(),
  };
  window.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.altKey || target.closest("input, textarea, select, dialog")) return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    if (document.querySelector("dialog[open]")) return;
    if (editor.on) {
      if (editor.key(event)) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === " " && event.repeat && performance.now() - walked < pace) {
      event.preventDefault();
      return;
    }
    if (event.key === " ") walked = performance.now();
    const meant = mover.key(event) || boardKeys.key(event);
    const shifted = event.shiftKey && /^( |Arrow.*)$/.test(event.key);
    const act = keys[(shifted ? "shift+" : "") + event.key];
    if (!meant && !act) return;
    event.preventDefault();
    if (!meant && act) act();
  });
  // The page does not scroll by the space bar, which plays and places.
  window.addEventListener("keypress", (event) => {
    if (event.key === " " && !(event.target as HTMLElement).closest("input, textarea, select, dialog, button, summary, a")) event.preventDefault();
  });
}
