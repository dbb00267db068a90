/** A variant of an ini text: its section, from the header to the next one. */
export interface Section {
  name: string;
  parent: string;
  text: string;
  /** The line of the header in the text that the user gave, from 1. */
  line: number;
}

const header = /^\s*\[([^:\]]*)(?::([^\]]*))?\]/;

/** Splits an ini text into its sections. Lines before the first one belong to it. */
export function split(ini: string): Section[] {
  const sections: Section[] = [];
  const before: string[] = [];
  ini.replace(/^\ufeff/, "").split(/\r?\n/).forEach((line, i) => {
    const match = header.exec(line);
    const last = sections[sections.length - 1];
    if (match) sections.push({ name: (match[1] ?? "").trim(), parent: (match[2] ?? "").trim(), text: line, line: i + 1 });
    else if (last) last.text += `\n${line}`;
    else before.push(line);
  });
  for (const section of sections) section.text = section.text.trimEnd();
  const [first] = sections;
  const lead = before.join("\n").trim();
  if (first && lead) {
    first.text = `${before.join("\n")}\n${first.text}`;
    first.line = 1;
  }
  return sections;
}

/** Orders sections so that each comes after its parent. */
export function ordered(sections: Section[]): Section[] {
  const done: Section[] = [];
  const visit = (section: Section, path: Section[]): void => {
    if (done.includes(section) || path.includes(section)) return;
    for (const parent of sections.filter(({ name }) => name === section.parent)) visit(parent, [...path, section]);
    done.push(section);
  };
  for (const section of sections) visit(section, []);
  return done;
}

/** A section with those that it inherits from. */
export function withParents(name: string, sections: Section[]): Section[] {
  const section = sections.find((s) => s.name === name);
  if (!section) return [];
  const others = sections.filter((s) => s !== section);
  return [...withParents(section.parent, others), section];
}

export function join(sections: Section[]): string {
  return sections.map(({ text }) => `${text}\n`).join("\n");
}

/** Gives a section another name or parent. */
export function renamed(section: Section, name: string, parent = section.parent): Section {
  const text = section.text.replace(/^\s*\[[^\]]*\]/m, parent ? `[${name}:${parent}]` : `[${name}]`);
  return { ...section, name, parent, text };
}
