import { byId, element } from "./dom";
import { keep, recall } from "./store";

/** A cache of the page. */
export interface CacheSize {
  name: string;
  files: number;
  bytes: number;
}

/** How often the page looks for a new build, in milliseconds, beside each time that it gets the focus. */
const period = 3_600_000;

/** Offline registers the service worker, which keeps the site on the device, and asks before it updates. Each change
 * of its state sends "change". */
export class Offline extends EventTarget {
  /** Whether the app works without its server, in a sentence. */
  state = "Getting ready for use offline.";

  async start(): Promise<void> {
    try {
      if (await this.register()) this.ready();
    } catch (error) {
      this.tell(`Not ready for use offline: ${(error as Error).message}`, "failed");
    }
  }

  /** The caches of this site, the largest first. */
  async caches(): Promise<CacheSize[]> {
    if (!("caches" in self)) return [];
    const all = await Promise.all((await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const sizes = await Promise.all((await cache.matchAll()).map(async (response) => (await response.blob()).size));
      return { name, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }));
    return all.filter(({ name }) => name.includes(document.baseURI.replace(/[^/]*$/, ""))).sort((a, b) => b.bytes - a.bytes);
  }

  /** Reports whether the site is kept. */
  private async register(): Promise<boolean> {
    if (!SITE.wasm) throw new Error("this page needs its server.");
    if (!("serviceWorker" in navigator)) throw new Error("this browser keeps pages from https or localhost only.");
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
      if (data === "script") ports[0]?.postMessage(script());
    });
    const registration = await serviceWorker.register(new URL("sw.js", document.baseURI));
    this.watch(registration.waiting);
    this.watch(registration.installing);
    registration.addEventListener("updatefound", () => this.watch(registration.installing));
    const look = (): void => void registration.update().catch(() => {}); // the device may be offline
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
    setInterval(look, period);
    await serviceWorker.ready;
    registration.active?.postMessage("clean");
    if (!(await caches.match(script()))) this.offer(() => location.reload()); // the site has changed since this page was sent
    return true;
  }

  /** Follows a build that is being kept: it is offered once it is, unless it is the first one. */
  private watch(worker: ServiceWorker | null): void {
    const follow = (): void => {
      if (worker?.state === "redundant" && !navigator.serviceWorker.controller) {
        this.tell("Not ready for use offline: not all files could be kept. Reload the page to try again.", "failed");
      }
      if (worker?.state !== "installed" || !navigator.serviceWorker.controller) return;
      this.offer(() => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
        worker.postMessage("accept");
      });
    };
    worker?.addEventListener("statechange", follow);
    follow();
  }

  /** Asks whether to use the new build. */
  private offer(accept: () => void): void {
    byId("update").hidden = false;
    byId("update-accept").onclick = accept;
    byId("update-decline").onclick = () => (byId("update").hidden = true);
  }

  /** Says once on this device that the app is ready. */
  private ready(): void {
    this.tell("Ready for use offline: the app and the engine are on this device.", "ready");
    if (recall<boolean>("offline", 1)) return;
    keep("offline", 1, true);
    const note = element("p", { className: "toast", role: "status" });
    document.body.append(note);
    setTimeout(() => (note.textContent = "Ready for use offline."), 100); // screen readers say what changes in a region that is there
    setTimeout(() => note.remove(), 8000);
  }

  private tell(state: string, short: string): void {
    this.state = state;
    document.documentElement.dataset["offline"] = short;
    this.dispatchEvent(new Event("change"));
  }
}

/** The address of the page's script, which has the digest of the build in it. */
function script(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
}
