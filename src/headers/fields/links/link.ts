import { linkRelations } from "../../../../data/headers/directives/link-relations.ts";
import { type Link, type Links, parseLinks } from "../../../syntax/link.ts";
import { parseMediaType } from "../../../syntax/media-type.ts";
import { parameterValue } from "../../../syntax/parameters.ts";
import { checkUriReference, resolveReference } from "../../../syntax/uri.ts";
import {
  type Context,
  type ExplainedLine,
  field,
  groupsOf,
  type Item,
  invalidValue,
  item,
  judge,
  problem,
  type Report,
  valueEmpty,
  worded,
} from "../../field.ts";
import { encodedReference, swapping } from "../../reading/fixing.ts";
import { reportEmptyMembers } from "../../reading/list.ts";
import { flawWords, quotedValue, reportExtValue, reportParameters } from "../../reading/parameters.ts";
import { isNamedHost } from "../../reading/response-kind.ts";
import { suggest } from "../../suggest.ts";
import { listing, plural, quote } from "../../wording.ts";
import { FETCHING, hintOf, hintProblems } from "./hints.ts";

const RELATIONS: readonly string[] = [...linkRelations.keys()].filter((name) => !name.includes(":"));
/** Attributes of the link element that the header does not have. */
const MISPLACED: ReadonlySet<string> = new Set(["href"]);

const hasRev = ({ parameters }: Link) => parameters.some(({ name }) => name === "rev");

/** Flaws except a repeated hreflang: a target may have several languages. */
function flawsOf({ flaws }: Links): Links["flaws"] {
  return flaws.filter(({ id, text }) => id !== "parameter-repeated" || text.toLowerCase() !== "hreflang");
}

const inBrackets = swapping(/^([^<>\s;,"]+)(?=\s*;)/, "<$1>");

const linkInvalid = invalidValue("Link", "/a; rel=next", "</a>; rel=next", "rfc8288#section-3", {
  fix: (value) => quotedValue(value, flawsOf(parseLinks(value))) ?? inBrackets(value),
});

const linkProblems = groupsOf<Link, unknown>([
  problem("link-target-invalid", "error", "rfc8288#section-3.1", {
    detect: ({ target }) => checkUriReference(target).flaws[0],
    title: (flaw, { target }) => `${quote(target)} is not a URI reference: it contains ${quote(flaw.text)}.`,
    fix: swapping(/<([^<>]*)>/g, (_, url: string) => `<${encodedReference(url)}>`),
    bad: ["Link: </new page>; rel=next"],
    good: ["Link: </new%20page>; rel=next"],
  }),
  problem("link-rev", "warning", "rfc8288#section-3.3", {
    detect: hasRev,
    title: (_, { target }) => `The link to ${quote(target)} has rev, which is deprecated; use rel.`,
    bad: ["Link: </author>; rel=author; rev=made"],
    good: ["Link: </author>; rel=author"],
  }),
  problem("link-relation-missing", "error", "rfc8288#section-3.3", {
    detect: (one) => one.rel.length === 0 && !hasRev(one),
    title: (_, { target }) => `The link to ${quote(target)} has no rel, so it has no meaning.`,
    bad: ['Link: </feed>; title="News"'],
    good: ["Link: </feed>; rel=alternate"],
  }),
  problem("link-anchor-invalid", "warning", "rfc8288#section-3.2", {
    detect({ parameters }) {
      const anchor = parameterValue(parameters, "anchor");
      return anchor !== undefined && checkUriReference(anchor).flaws.length > 0 && { anchor };
    },
    title: ({ anchor }) => `The anchor ${quote(anchor)} is not a URI reference.`,
    bad: ['Link: </a>; rel=next; anchor="{x}"'],
    good: ['Link: </a>; rel=next; anchor="#x"'],
  }),
  problem("link-type-invalid", "warning", "rfc8288#section-3.4.1", {
    detect({ parameters }) {
      const type = parameterValue(parameters, "type");
      return type !== undefined && parseMediaType(type).flaws.length > 0 && { type };
    },
    title: ({ type }) => `The type ${quote(type)} is not a media type.`,
    bad: ["Link: </a>; rel=alternate; type=rss"],
    good: ['Link: </a>; rel=alternate; type="application/rss+xml"'],
  }),
  problem("link-attribute-misplaced", "warning", "rfc8288#section-3.4", {
    detectAll: ({ parameters }) => parameters.filter(({ name }) => MISPLACED.has(name)),
    title: ({ sent }) => `${sent} has no effect here: the target is in the angle brackets.`,
    fix: swapping(/;\s*href\s*=\s*(?:"[^"]*"|[^\s;,"]+)/gi, ""),
    bad: ["Link: </a>; rel=next; href=/b"],
    good: ["Link: </a>; rel=next"],
  }),
]);

const relationTypo = problem("link-relation-typo", "warning", "rfc8288#section-2.1.1", {
  title: ({ rel, likely }: { readonly rel: string; readonly likely: string }) =>
    `${quote(rel)} is not a known relation; use ${likely}.`,
  fix: (_, { rel, likely }) => [rel, likely],
  bad: ["Link: </a.css>; rel=prelaod; as=style"],
  good: ["Link: </a.css>; rel=preload; as=style"],
});

const relationUnregistered = problem("link-relation-unregistered", "info", "rfc8288#section-2.1.2", {
  title: (rel: string) => `${quote(rel)} is not a registered relation, so its meaning is private.`,
  bad: ["Link: </a>; rel=example"],
  good: ["Link: </a>; rel=next"],
});

const relationProblems = [relationTypo, relationUnregistered];

/** Maximum number of unknown relations per message that are checked: finding suggestions is slow. */
const MOST_UNKNOWN = 40;

const isUnknown = (rel: string) => !rel.includes(":") && linkRelations.get(rel) === undefined;

function checkRelationNames(lines: readonly ExplainedLine<Links>[], report: Report): void {
  const unknown = lines.flatMap(({ parsed, items }) =>
    (parsed?.links ?? []).flatMap(({ rel }, at) =>
      rel.filter(isUnknown).map((name) => ({ name, at: items[at] })),
    ),
  );
  for (const { name: rel, at } of unknown.slice(0, MOST_UNKNOWN)) {
    const likely = rel.length > 3 ? suggest(rel, RELATIONS, rel.length > 6 ? 2 : 1) : undefined;
    if (likely) report(relationTypo, { rel, likely }, at);
    else report(relationUnregistered, rel, at);
  }
}

/** Maximum number of preloads without a finding; browsers fetch about six resources per server at once. */
const MANY_PRELOADS = 15;
/** Maximum number of links that are checked per line. */
const MOST_JUDGED = 100;

/** Link (RFC 8288 section 3): typed links to other resources; each link is an item. */
export const link = field(linkInvalid, "list", {
  parse(value, report) {
    const links = parseLinks(value);
    for (const { id, text } of links.flaws) {
      const words = id.startsWith("link-") && flawWords(id, text);
      if (words) report(linkInvalid, `In Link, ${words}.`);
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
  named: [...linkProblems.flat(), ...hintProblems.flat(), ...relationProblems],
  allLines: [
    problem("link-preloads-many", "info", FETCHING, {
      detect(links) {
        const count = links.filter(({ rel }) => rel.includes("preload")).length;
        return count > MANY_PRELOADS && count;
      },
      title: (count) => `${plural(count, "resource")} are preloaded and compete with each other.`,
      bad: Array.from({ length: 16 }, (_, at) => `Link: </${at}.css>; rel=preload; as=style`),
      good: ["Link: </a.css>; rel=preload; as=style"],
    }),
    worded("link-canonical-mistaken", "warning", "rfc6596#section-3", {
      detect(links, { url, status = 0 }) {
        const found = links.filter(({ rel }) => rel.includes("canonical")).map(({ target }) => target);
        const [target, ...others] = [...new Set(found)].map((text) => quote(text));
        if (target === undefined) return undefined;
        if (others.length > 0) return `${listing([target, ...others])} are all canonical.`;
        if (status >= 400)
          return `${target} is canonical, but search engines ignore the links of a ${status}.`;
        const to = resolveReference(found[0] ?? "", url);
        if (url && to && isNamedHost(url.hostname) && !isNamedHost(to.hostname))
          return `${target} is canonical, but search engines cannot reach it.`;
        return (
          url?.protocol === "https:" && to?.protocol === "http:" && `${target} is canonical, but not https.`
        );
      },
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

/** Resolved target and attributes, in words. */
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
