/** The guide: topics, search and terminal text. Pure. */

import { guide } from "../../data/guide/topics.ts";

export interface Topic {
  readonly name: string;
  readonly title: string;
  /** One sentence for the list of topics. */
  readonly about: string;
  /** Markdown. */
  readonly text: string;
}

export interface Section {
  readonly topic: Topic;
  readonly heading: string;
  /** Id of the heading on the topic's page. */
  readonly id: string;
  /** Plain text, one line per block. */
  readonly text: string;
}

export const topics: readonly Topic[] = [...guide].map(([name, [text, about]]) => ({
  name,
  title: /^# (.+)$/m.exec(text)?.[1] ?? name,
  about,
  text,
}));

export function topicNamed(name: string): Topic | undefined {
  return topics.find((topic) => topic.name === name);
}

/** Link to another topic: name, and `#heading` or `""`. */
export const TOPIC_LINK = /^([a-z-]+)\.md(#.*)?$/;

const line = (text: string) => `${text}\n`;

/** Separator in the text of `sectionsOf`; no guide contains it. */
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

/** Sections that contain every word of `query`, ignoring case; none for an empty query. */
export function searchGuide(query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  sections ??= topics.flatMap(sectionsOf);
  return sections.filter(({ heading, text }) => {
    const all = `${heading}\n${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** First line with a word of `query`, else the first line. */
export function excerptOf({ text }: Section, query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lines = text.split("\n");
  return (
    lines.find((one) => words.some((word) => one.toLowerCase().includes(word))) ??
    lines[0] ??
    ""
  ).trim();
}

/** Terminal text of a topic: each link once. Code has no frame, so that it can be copied, and no background. */
export function guideText({ text }: Topic, columns: number, colour: boolean): string {
  const seen = new Set<string>();
  const link = (_: string, label: string, url: string) => {
    const [, name] = TOPIC_LINK.exec(url) ?? [];
    const target = name === undefined ? url : `netlens%20guide%20${name}`;
    if (seen.has(target) || url.startsWith("#")) return label;
    seen.add(target);
    return `[${label}](${target})`;
  };
  const linked = text.replace(/<!--.*?-->/g, "").replace(/\[([^[\]]*)\]\(([^)\s]+)\)/g, link);
  const drawn = Bun.markdown
    .ansi(linked, { columns })
    .replaceAll("netlens%20guide%20", "netlens guide ")
    .replace(/^(?:\u001b\[2m)+[┌└]─(?:[ \u001b].*)?\n/gm, "")
    .replace(/^\u001b\[2m│ \u001b\[0m/gm, "    ")
    .replace(/\u001b\[48;5;\d+m\u001b\[38;5;\d+m/g, "\u001b[36m");
  return `${(colour ? drawn : Bun.stripANSI(drawn)).trim()}\n`;
}
