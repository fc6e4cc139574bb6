import { linkRelations } from "../../../../data/headers/directives/link-relations.ts";
import { wordTable } from "../../../../data/word-table.ts";
import { type Link, parseLinks } from "../../../syntax/link.ts";
import { resolveReference } from "../../../syntax/uri.ts";
import { type Context, field, item } from "../../field.ts";
import { judge, problem } from "../../problem.ts";
import { valueEmpty } from "../../reading/common-problems.ts";
import { reportEmptyMembers } from "../../reading/list.ts";
import { reportExtValue, reportParameters } from "../../reading/parameters.ts";
import type { Item } from "../../schema.ts";
import { rfc } from "../../specs.ts";
import { listing, plural, quote } from "../../wording.ts";
import { FETCHING, hintOf, hintProblems } from "./hints.ts";
import { checkRelationNames, flawsOf, linkInvalid, linkProblems, relationProblems } from "./link-problems.ts";

const FLAW_WORDS = wordTable<(text: string) => string>({
  "link-target-not-bracketed": (text) => `${text} has no angle brackets around the target`,
  "link-bracket-unclosed": (text) => `${text} has an unclosed angle bracket`,
  "link-text-after-target": (text) => `${text} follows a target without a semicolon`,
});
/** More than this stand in each other's way: browsers fetch about six at once from one server. */
const MANY_PRELOADS = 15;
/** Links of one line that are judged; no honest line has more. */
const MOST_JUDGED = 100;

/** Link (RFC 8288 section 3): typed links to other resources, each an item. */
export const link = field({
  name: "Link",
  type: "list",
  repeat: "list",
  parse(value, report) {
    const links = parseLinks(value);
    for (const { id, text } of links.flaws) {
      const say = FLAW_WORDS.get(id);
      if (say) report(linkInvalid, `In Link, ${say(quote(text))}.`);
    }
    reportEmptyMembers("Link", links.flaws, report);
    if (links.links.length > 0) return links;
    if (links.flaws.length === 0) report(valueEmpty, "Link has no value.");
    return undefined;
  },
  itemsInMessage: ({ links }, context) => links.map((one) => linkItem(one, context)),
  alternate({ links }) {
    if (links.length < 2) return undefined;
    return `${plural(links.length, "link")}: ${listing([...new Set(links.flatMap(({ rel }) => rel))].slice(0, 8))}`;
  },
  together: (lines) => lines.flatMap(({ parsed }) => parsed?.links ?? []),
}).problems({
  named: [linkInvalid, ...linkProblems.flat(), ...hintProblems.flat(), ...relationProblems],
  allLines: [
    problem({
      id: "link-preloads-many",
      severity: "info",
      link: FETCHING,
      summary: "So many resources are preloaded that they compete with each other.",
      detect(links) {
        const count = links.filter(({ rel }) => rel.includes("preload")).length;
        return count > MANY_PRELOADS && count;
      },
      title: (count) => `${plural(count, "resource")} are preloaded and compete with each other.`,
      bad: Array.from({ length: 16 }, (_, at) => `Link: </${at}.css>; rel=preload; as=style`),
      good: ["Link: </a.css>; rel=preload; as=style"],
      edge: [
        [`Link: ${Array.from({ length: 16 }, (_, at) => `</${at}.css>; rel=preload; as=style`).join(", ")}`],
        [`Link: ${Array.from({ length: 15 }, (_, at) => `</${at}.css>; rel=preload; as=style`).join(", ")}`],
      ],
    }),
    problem({
      id: "link-canonical-several",
      severity: "warning",
      link: rfc(6596, "section-3"),
      summary: "A response names several canonical URLs, so search engines may use none.",
      detect(links) {
        const targets = links.filter(({ rel }) => rel.includes("canonical")).map(({ target }) => target);
        const canonical = new Set(targets);
        return canonical.size > 1 && [...canonical];
      },
      title: (canonical) =>
        `${listing(canonical.map((target) => quote(target)))} are each declared canonical.`,
      bad: ["Link: </a>; rel=canonical", "Link: </b>; rel=canonical"],
      good: ["Link: </a>; rel=canonical"],
    }),
  ],
  check(parsed, context, report, line) {
    const flaws = flawsOf(parsed);
    for (const [index, one] of parsed.links.slice(0, MOST_JUDGED).entries()) {
      const place = line.items[index];
      const end = one.at + one.text.length;
      const own = flaws.filter(({ at }) => at >= one.at && at < end);
      reportParameters(linkInvalid, own, one.parameters, report, place);
      if (one.titleExt) reportExtValue(linkInvalid, one.titleExt.flaws, report, place);
      if (one.parameters.some(({ name, quoted }) => name === "title*" && quoted))
        report(linkInvalid, "In Link, the value of title* must not be in double quotes.", place);
      judge(linkProblems, one, context, line, report, place);
      const hint = hintOf(one);
      if (hint) judge(hintProblems, hint, context, line, report, place);
    }
  },
  checkAll: (lines, _context, report) => checkRelationNames(lines, report),
});

function linkItem(one: Link, { url }: Context): Item {
  const descriptions = one.rel.map(
    (rel) => linkRelations.get(rel) ?? (rel.includes(":") ? "A private relation, named by a URI." : ""),
  );
  const description = descriptions.filter(Boolean).join(" ") || "A link to another resource.";
  return item(one.rel.join(" "), one.target, description, attributeWords(one, url));
}

/** The resolved target and the attributes, in words. */
function attributeWords(one: Link, url: URL | undefined): string | undefined {
  const resolved = resolveReference(one.target, url)?.href;
  const attributes = one.parameters
    .filter(({ name }) => name !== "rel")
    .map(({ sent, value, name }) => {
      const text = name === "title*" ? (one.titleExt?.value ?? value) : value;
      return text === undefined ? sent : `${name === "title*" ? "title" : sent} ${text}`;
    });
  const words = [resolved !== undefined && resolved !== one.target ? resolved : "", ...attributes].filter(
    Boolean,
  );
  return words.length > 0 ? words.join(", ") : undefined;
}
