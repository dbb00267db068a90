import { AboutPanel } from "./about/panel";
import { App } from "./app/app";
import { Controls } from "./app/controls";
import { connectKeys } from "./app/keys";
import { readPlace } from "./app/link";
import { Offline } from "./app/offline";
import { ProofPanel } from "./proof/panel";
import { PuzzlePanel } from "./puzzles/panel";
import { SettingsPanel } from "./settings/panel";
import { SolvedPanel } from "./solved/panel";
import { StatisticsPanel } from "./statistics/panel";
import type { Variant } from "./rules/types";
import { TablesPanel } from "./tables/panel";
import { VariantPanel } from "./variants/panel";

const place = readPlace(location);
const app = new App(place);
const { engine, game } = app;
const offline = new Offline();
const controls = new Controls(app);
connectKeys(app, controls);

const proof = new ProofPanel(app);
app.tabs.add(new SolvedPanel(app, (name) => void proof.openNamed(name)));
app.tabs.add(new TablesPanel(app, (file, name) => void proof.open(file, name)));
app.tabs.add(proof);
app.tabs.add(new StatisticsPanel(app));
app.tabs.add(new PuzzlePanel(app));
app.tabs.add(new VariantPanel(app));
app.tabs.add(new SettingsPanel(app));
app.tabs.add(new AboutPanel(app, offline));

/** Marks the page as ready once the engine and the rules answer and the game is there. */
function showReady(): void {
  if (app.restored && engine.isReady) document.documentElement.dataset["ready"] = "engine";
}

app.boot.onReady = showReady;

/** Shows the game that was kept, with its variations, unless the address names another one. Reports which it is. */
async function restore(): Promise<boolean> {
  const { address, kept, own, recent } = app;
  await own.start();
  const problem = kept ? await own.bring(kept.ini) : "";
  if (kept && !problem) game.load(kept.game, kept.at);
  if (!place || (await address.goes(place))) {
    recent.resume();
    return true;
  }
  if (!(await address.open(place))) {
    recent.resume();
    return true;
  }
  recent.leave();
  address.introduce();
  return false;
}

async function start(): Promise<void> {
  app.render();
  app.tabs.show(app.settings.get("tab"));
  document.documentElement.dataset["shown"] = "true"; // nothing is painted before, and so nothing moves
  try {
    const rules = await app.boot.start();
    if (!SITE.wasm) game.variants = game.builtin = await rules.ask<Variant[]>({ op: "variants" }); // a server may have more
    game.rules = rules;
    const sameGame = await restore();
    await game.refresh();
    app.clock.restore(sameGame);
    app.play.restore(sameGame);
    app.restored = true;
    game.changed();
    showReady();
    void app.useTables();
    void app.library.start();
  } catch (error) {
    app.boot.trouble.set("start", `The page could not start: ${(error as Error).message}. Reload it to try again.`);
    throw error;
  }
}

window.addEventListener("unhandledrejection", ({ reason }) => {
  app.boot.trouble.set("page", `Something went wrong: ${reason instanceof Error ? reason.message : String(reason)}.`);
});

void start();
void offline.start();
