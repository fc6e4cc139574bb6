import { robotsDirectives } from "../../../data/headers/directives/robots-directives.ts";
import { wordTable } from "../../../data/word-table.ts";
import { field, type Item, item, problem } from "../field.ts";
import { corrected } from "../reading/fixing.ts";
import { suggest } from "../suggest.ts";
import { perhaps, quote } from "../wording.ts";

interface Rule {
  /** In lower case. */
  readonly name: string;
  readonly value?: string;
  /** Separator of name and value; crawlers require a colon. */
  readonly sign?: string;
  /** Crawler that this rule is for; absent for all. */
  readonly agent?: string;
}

const LINK = "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag";
const KNOWN: readonly string[] = [...robotsDirectives.keys()];
/** Valid values by directive. */
const VALUES = wordTable<RegExp>({
  "max-snippet": /^-?\d+$/,
  "max-video-preview": /^-?\d+$/,
  "max-image-preview": /^(?:none|standard|large)$/i,
});
const HIDES: ReadonlySet<string> = new Set(["noindex", "none"]);
const SHOWS: ReadonlySet<string> = new Set(["index", "all"]);
const AGENT =
  /^(?=[a-z][\w-]*$).+?(?:bot|-extended|search|crawler|spider|other)|^(?:slurp|bingpreview|yandex|duckduckgo|ccbot)$/i;

/** X-Robots-Tag: what search engines may do with the resource, like the robots meta element. */
export const xRobotsTag = field("X-Robots-Tag", "list", {
  repeat: "separate",
  empty: "",
  parse: readRules,
  items: (rules) => rules.map(ruleItem),
  alternate: (rules) =>
    rules.some(({ name }) => HIDES.has(name)) ? "kept out of search results" : undefined,
  parts: (rules) => rules.slice(0, MOST_JUDGED),
}).problems({
  eachPart: [
    problem("robots-directive-unknown", "warning", LINK, {
      detect: ({ name }) => !robotsDirectives.has(name) && { word: name, likely: suggest(name, KNOWN) },
      title: ({ word, likely }) => `${quote(word)} is not a directive of search engines${perhaps(likely)}.`,
      fix: corrected,
      bad: ["X-Robots-Tag: no-index"],
      good: ["X-Robots-Tag: noindex"],
    }),
    problem("robots-value-invalid", "warning", LINK, {
      detect({ name, value = "", sign }) {
        if (sign === "=" && robotsDirectives.has(name)) return true;
        if (name !== "unavailable_after") return VALUES.get(name)?.test(value) === false;
        return [value.replace(/-/g, " "), value].every((text) => Number.isNaN(Date.parse(text)));
      },
      title: (_, { name, value = "", sign }) =>
        sign === "="
          ? `${name} and ${quote(value)} need a colon between them, not an equals sign.`
          : `${quote(value)} is not a value of ${name}.`,
      bad: ["X-Robots-Tag: max-image-preview: big"],
      good: ["X-Robots-Tag: max-image-preview: large"],
    }),
  ],
  eachLine: problem("robots-conflict", "warning", LINK, {
    detect(rules) {
      const shown = rules.find(({ name }) => SHOWS.has(name));
      return shown && rules.some(({ name, agent }) => HIDES.has(name) && agent === shown.agent) && shown;
    },
    title: ({ name }) => `${name} conflicts with a rule that forbids it; the stricter one applies.`,
    bad: ["X-Robots-Tag: index, noindex"],
    good: ["X-Robots-Tag: noindex"],
  }),
});

const MOST_JUDGED = 100;

/** `[agent:] directive[: value]`, separated by commas; the date of unavailable_after may have one. */
function readRules(text: string): Rule[] {
  const rules: Rule[] = [];
  let agent: string | undefined;
  for (const part of text.split(",")) {
    let word = part.trim();
    const colon = word.indexOf(":");
    const head = colon < 0 ? "" : word.slice(0, colon).trim();
    if (head !== "" && robotsDirectives.get(head.toLowerCase()) === undefined && AGENT.test(head)) {
      agent = head;
      word = word.slice(colon + 1).trim();
    }
    if (word === "") continue;
    const last = rules.at(-1);
    if (last?.name === "unavailable_after" && /^\d/.test(word)) {
      rules[rules.length - 1] = { ...last, value: `${last.value ?? ""}, ${word}` };
      continue;
    }
    rules.push({ ...readRule(word), ...(agent !== undefined && { agent }) });
  }
  return rules;
}

function readRule(word: string): Rule {
  const at = word.search(/[:=]/);
  if (at < 0) return { name: word.toLowerCase() };
  const [name, value] = [word.slice(0, at), word.slice(at + 1)];
  return { name: name.trim().toLowerCase(), value: value.trim(), sign: word.charAt(at) };
}

function ruleItem({ name, value = "", agent }: Rule): Item {
  const description = robotsDirectives.get(name) ?? "Not a directive of search engines.";
  return item(name, value, description, agent === undefined ? undefined : `for ${agent}`);
}
