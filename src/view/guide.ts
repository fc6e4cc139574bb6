/** The guide: its topics, the words in it, and how a terminal shows it. Pure. */

import { guide } from "../../data/guide/topics.ts";

export interface Topic {
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** A heading with the text below it. */
export interface Section {
  readonly topic: Topic;
  readonly heading: string;
  /** The heading's id on the topic's page. */
  readonly id: string;
  /** Plain text; blocks are lines. */
  readonly text: string;
}

export const topics: readonly Topic[] = [...guide].map(([name, text]) => ({
  name,
  title: /^# (.+)$/m.exec(text)?.[1] ?? name,
  text,
}));

export function topicNamed(name: string): Topic | undefined {
  return topics.find((topic) => topic.name === name);
}

/** A link to another topic: its name, and `#heading` or `""`. */
export const TOPIC_LINK = /^([a-z-]+)\.md(#.*)?$/;

const line = (text: string) => `${text}\n`;

/** Marks a heading in the text of `sectionsOf`; it occurs in no other text. */
const MARK = "\u0001";

let sections: readonly Section[] | undefined;

function sectionsOf(topic: Topic): Section[] {
  const plain = Bun.markdown.render(
    topic.text,
    {
      heading: (children, { id = "" }) => `${MARK}${id}\n${children}\n`,
      paragraph: line,
      code: line,
      listItem: line,
      tr: line,
      th: (children) => `${children} `,
      td: (children) => `${children} `,
      html: () => "",
    },
    { headings: { ids: true } },
  );
  return plain
    .split(MARK)
    .slice(1)
    .map((part) => {
      const [id = "", heading = "", ...rest] = part.split("\n");
      return { topic, id, heading, text: rest.join("\n").trim() };
    });
}

/** Sections that have every word of `query`, in any case; none for no words. */
export function searchGuide(query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  sections ??= topics.flatMap(sectionsOf);
  return sections.filter(({ heading, text }) => {
    const all = `${heading}\n${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** The first line of a section that has a word of `query`, else its first line. */
export function excerptOf({ text }: Section, query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lines = text.split("\n");
  return (
    lines.find((one) => words.some((word) => one.toLowerCase().includes(word))) ??
    lines[0] ??
    ""
  ).trim();
}

/** A topic as text for a terminal. Code has no frame, so that it can be copied, and no ground of its own. */
export function guideText({ text }: Topic, columns: number, colour: boolean): string {
  const linked = text.replace(/<!--.*?-->/g, "").replace(/\]\(([^)\s]+)\)/g, (whole, url: string) => {
    const [, name] = TOPIC_LINK.exec(url) ?? [];
    return name === undefined ? whole : `](netlens guide ${name})`.replaceAll(" ", "%20");
  });
  const drawn = Bun.markdown
    .ansi(linked, { columns })
    .replaceAll("netlens%20guide%20", "netlens guide ")
    .replace(/^(?:\u001b\[2m)+[┌└]─(?:[ \u001b].*)?\n/gm, "")
    .replace(/^\u001b\[2m│ \u001b\[0m/gm, "    ")
    .replace(/\u001b\[48;5;\d+m\u001b\[38;5;\d+m/g, "\u001b[36m");
  return `${(colour ? drawn : Bun.stripANSI(drawn)).trim()}\n`;
}
