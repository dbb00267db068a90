/** The element with an id, which the page must have. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** Lets a box keep its height while its content is on its way, so that what is below it stays where it is. */
export function holdHeight(box: HTMLElement, waits: boolean): void {
  box.style.minHeight = waits ? `${box.offsetHeight}px` : "";
}

/** Calls a function on a click, and again while the button is held. */
export function onHold(button: HTMLButtonElement, act: () => void): void {
  let timer: number | undefined;
  const stop = (): void => clearInterval(timer);
  const again = (): void => (button.disabled ? stop() : act()); // some browsers do not tell when one that is disabled is let go
  button.addEventListener("click", act);
  button.addEventListener("pointerdown", () => {
    stop();
    timer = setTimeout(() => (timer = setInterval(again, 120)), 500);
  });
  for (const event of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(event, stop);
}

/** Makes an element with properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Partial<HTMLElementTagNameMap[K]> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Makes a button that does something. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

/** Makes a label with its control. */
export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return element("label", {}, `${text} `, control);
}
