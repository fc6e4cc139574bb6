/** Problems of a link, whatever its relation (RFC 8288 section 3). */

import { linkRelations } from "../../../../data/headers/directives/link-relations.ts";
import { type Link, type Links, parseLinks } from "../../../syntax/link.ts";
import { parseMediaType } from "../../../syntax/media-type.ts";
import { parameterValue } from "../../../syntax/parameters.ts";
import { checkUriReference } from "../../../syntax/uri.ts";
import type { ExplainedLine } from "../../field.ts";
import { encodedReference, swapping } from "../../fixing.ts";
import { groupsOf, problem, type Report } from "../../problem.ts";
import { quotedValue } from "../../reading/parameters.ts";
import { invalidValue } from "../../reading/value-problems.ts";
import { rfc } from "../../specs.ts";
import { suggest } from "../../suggest.ts";
import { quote } from "../../wording.ts";

const RELATIONS: readonly string[] = [...linkRelations.keys()].filter((name) => !name.includes(":"));
/** Attributes of the link element that are written otherwise in a field. */
const MISPLACED: ReadonlySet<string> = new Set(["href"]);

const hasRev = ({ parameters }: Link) => parameters.some(({ name }) => name === "rev");

/** The flaws of a line but for a second hreflang: a link may be in several languages. */
export function flawsOf({ flaws }: Links): Links["flaws"] {
  return flaws.filter(({ id, text }) => id !== "parameter-repeated" || text.toLowerCase() !== "hreflang");
}

const inBrackets = swapping(/^([^<>\s;,"]+)(?=\s*;)/, "<$1>");

export const linkInvalid = invalidValue("Link", "/a; rel=next", "</a>; rel=next", rfc(8288, "section-3"), {
  fix: (value) => quotedValue(value, flawsOf(parseLinks(value))) ?? inBrackets(value),
});

export const linkProblems = groupsOf<Link, unknown>([
  problem({
    id: "link-target-invalid",
    severity: "error",
    link: rfc(8288, "section-3.1"),
    summary: "The target of a link is not a URI reference.",
    detect: ({ target }) => checkUriReference(target).flaws[0],
    title: (flaw, { target }) =>
      `${quote(target)} is not a URI reference: ${quote(flaw.text)} is not allowed in one.`,
    fix: swapping(/<([^<>]*)>/g, (_, url: string) => `<${encodedReference(url)}>`),
    bad: ["Link: </new page>; rel=next"],
    good: ["Link: </new%20page>; rel=next"],
  }),
  problem({
    id: "link-rev",
    severity: "warning",
    link: rfc(8288, "section-3.3"),
    summary: "A link has rev, which is deprecated because it was often confused with rel.",
    detect: hasRev,
    title: (_, { target }) => `The link to ${quote(target)} has rev, which is deprecated; use rel.`,
    bad: ["Link: </author>; rel=author; rev=made"],
    good: ["Link: </author>; rel=author"],
  }),
  problem({
    id: "link-relation-missing",
    severity: "error",
    link: rfc(8288, "section-3.3"),
    summary: "A link has no relation type, so it has no meaning.",
    detect: (one) => one.rel.length === 0 && !hasRev(one),
    title: (_, { target }) => `The link to ${quote(target)} has no rel, so it has no meaning.`,
    bad: ['Link: </feed>; title="News"'],
    good: ["Link: </feed>; rel=alternate"],
  }),
  problem({
    id: "link-anchor-invalid",
    severity: "warning",
    link: rfc(8288, "section-3.2"),
    summary: "The anchor of a link is not a URI reference.",
    detect({ parameters }) {
      const anchor = parameterValue(parameters, "anchor");
      return anchor !== undefined && checkUriReference(anchor).flaws.length > 0 && { anchor };
    },
    title: ({ anchor }) => `The anchor ${quote(anchor)} is not a URI reference.`,
    bad: ['Link: </a>; rel=next; anchor="{x}"'],
    good: ['Link: </a>; rel=next; anchor="#x"'],
  }),
  problem({
    id: "link-type-invalid",
    severity: "warning",
    link: rfc(8288, "section-3.4.1"),
    summary: "The type of a link is not a media type.",
    detect({ parameters }) {
      const type = parameterValue(parameters, "type");
      return type !== undefined && parseMediaType(type).flaws.length > 0 && { type };
    },
    title: ({ type }) => `The type ${quote(type)} is not a media type.`,
    bad: ["Link: </a>; rel=alternate; type=rss"],
    good: ['Link: </a>; rel=alternate; type="application/rss+xml"'],
  }),
  problem({
    id: "link-attribute-misplaced",
    severity: "warning",
    link: rfc(8288, "section-3.4"),
    summary: "A link has an attribute that has no effect in a header field, such as href.",
    detectAll: ({ parameters }) => parameters.filter(({ name }) => MISPLACED.has(name)),
    title: ({ sent }) => `${sent} has no effect here: the target is in the angle brackets.`,
    fix: swapping(/;\s*href\s*=\s*(?:"[^"]*"|[^\s;,"]+)/gi, ""),
    bad: ["Link: </a>; rel=next; href=/b"],
    good: ["Link: </a>; rel=next"],
  }),
]);

const relationTypo = problem({
  id: "link-relation-typo",
  severity: "warning",
  link: rfc(8288, "section-2.1.1"),
  summary: "A relation type is unknown and looks misspelt.",
  title: ({ rel, meant }: { readonly rel: string; readonly meant: string }) =>
    `${quote(rel)} is not a known relation; use ${meant}.`,
  fix: (_, { rel, meant }) => [rel, meant],
  bad: ["Link: </a.css>; rel=prelaod; as=style"],
  good: ["Link: </a.css>; rel=preload; as=style"],
});

const relationUnregistered = problem({
  id: "link-relation-unregistered",
  severity: "info",
  link: rfc(8288, "section-2.1.2"),
  summary: "A relation type is neither registered nor a URI, so its meaning is private.",
  title: (rel: string) => `${quote(rel)} is not a registered relation, so its meaning is private.`,
  bad: ["Link: </a>; rel=example"],
  good: ["Link: </a>; rel=next"],
});

export const relationProblems = [relationTypo, relationUnregistered];

/** Looking for what was meant takes a while: it is done for the first unknown relations of a message only. */
const MOST_UNKNOWN = 40;

const isUnknown = (rel: string) => !rel.includes(":") && linkRelations.get(rel) === undefined;

/** Judges the names of relations, of all links of a message together. */
export function checkRelationNames(lines: readonly ExplainedLine<Links>[], report: Report): void {
  const unknown = lines.flatMap(({ parsed, items }) =>
    (parsed?.links ?? []).flatMap(({ rel }, at) =>
      rel.filter(isUnknown).map((name) => ({ name, at: items[at] })),
    ),
  );
  for (const { name: rel, at } of unknown.slice(0, MOST_UNKNOWN)) {
    const meant = rel.length > 3 ? suggest(rel, RELATIONS, rel.length > 6 ? 2 : 1) : undefined;
    if (meant) report(relationTypo, { rel, meant }, at);
    else report(relationUnregistered, rel, at);
  }
}
