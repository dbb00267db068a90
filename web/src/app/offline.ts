/** Registers the service worker, which keeps the site on the device and asks before it updates. */
export async function goOffline(onReady: () => void, onUpdate: (accept: () => void) => void): Promise<void> {
  if (!SITE.wasm || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  let accepted = false;
  serviceWorker.addEventListener("controllerchange", () => {
    if (accepted) location.reload();
  });
  const registration = await serviceWorker.register(new URL("sw.js", document.baseURI));
  const offer = (worker: ServiceWorker | null): void => {
    if (!worker) return;
    const installed = (): void => {
      if (worker.state !== "installed" || !serviceWorker.controller) return;
      onUpdate(() => {
        accepted = true;
        worker.postMessage("accept");
      });
    };
    worker.addEventListener("statechange", installed);
    installed();
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => offer(registration.installing));
  addEventListener("focus", () => void registration.update().catch(() => {}));
  await serviceWorker.ready;
  onReady();
}
