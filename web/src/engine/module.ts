/** Returns the compiled module. It is compiled while it loads: the browser gets the response as it came, since it
 * keeps native code only for such a one. The share that has come, from 0 to 1, is counted in a copy. */
export async function compile(onProgress: (share: number) => void): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(SITE.wasm, document.baseURI));
  if (!response.ok) throw new Error(`${SITE.wasm}: ${response.status} ${response.statusText}`);
  void count(response.clone(), onProgress);
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Tells how much of the module has come. */
async function count({ body }: Response, onProgress: (share: number) => void): Promise<void> {
  const reader = body?.getReader();
  if (!reader) return;
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      onProgress(Math.min(1, bytes / SITE.wasmBytes));
    }
  } catch {
    // The compiler reports the failure.
  }
}
