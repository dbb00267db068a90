import type { App } from "../app/app";
import { countText } from "../tables/bytes";

/** How many nodes the module searches while the native program searches one; docs/web.md has the measurement. */
const ofNative = 0.25;

/** How long the engine is measured, in milliseconds. */
const time = 3000;

/** Searches Tinyhouse's start for some seconds, and returns the engine's speed in words. */
export async function measure(app: App): Promise<string> {
  const variant = app.game.find("tinyhouse");
  if (!variant) return "";
  let nps = 0;
  const task = app.task();
  if (app.play.isThinking) return "The engine thinks about its move. Measure it when it has moved.";
  await app.engine.search({
    ...task, ini: "", variant: variant.name, start: variant.start, moves: [], go: `movetime ${time}`,
    options: { ...task.options, MultiPV: 1 }, onLine: (line) => (nps = line.nps || nps),
  });
  app.think();
  return speedText(nps);
}

/** The speed in words, beside that of the native program. */
function speedText(nps: number): string {
  if (!nps) return "The engine was not measured: another search took over.";
  const here = `${countText(Math.round(nps / 1000))} thousand nodes a second`;
  if (!SITE.wasm) return `${here}, by the native program on the server.`;
  return `${here} in this browser. The native program searches ${1 / ofNative} times as many on the same machine: ` +
    `about ${countText(Math.round(nps / ofNative / 1000))} thousand.`;
}
