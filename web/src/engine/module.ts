/** Returns the compiled module. It is compiled while it loads; the browser then keeps the native code. */
export async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(SITE.wasm, document.baseURI));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
