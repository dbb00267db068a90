import { byId } from "./dom";

/** A no-break space: it makes a text differ from the one before, so that screen readers read it again. */
const again = "\u00a0";

/** Says a text in the page's live region. */
export function say(text: string): void {
  const live = byId("live");
  live.textContent = live.textContent === text ? text + again : text;
}
