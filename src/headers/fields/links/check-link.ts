import { linkRelations } from "../../../../data/headers/directives/link-relations.ts";
import type { ExplainedLine, Note } from "../../field.ts";
import { suggest } from "../../suggest.ts";
import type { Link, Links } from "../../syntax/link.ts";
import { parseMediaType } from "../../syntax/media-type.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { checkUriReference } from "../../syntax/uri.ts";
import { quote } from "../../wording.ts";
import type { LinkKind } from "./kinds.ts";

const RELATIONS: readonly string[] = [...linkRelations.keys()].filter((name) => !name.includes(":"));
/** Attributes of the link element that are written otherwise in a field. */
const MISPLACED: ReadonlySet<string> = new Set(["href"]);

/** Judges what any link needs, whatever its relation (RFC 8288 section 3). */
export function checkLink(link: Link, note: Note<LinkKind>): void {
  const flaw = checkUriReference(link.target).flaws[0];
  if (flaw)
    note(
      "link-target-invalid",
      `${quote(link.target)} is not a URI reference: ${quote(flaw.text)} is not allowed in one.`,
    );
  checkRelations(link, note);
  const anchor = parameterValue(link.parameters, "anchor");
  if (anchor !== undefined && checkUriReference(anchor).flaws.length > 0)
    note("link-anchor-invalid", `The anchor ${quote(anchor)} is not a URI reference.`);
  const type = parameterValue(link.parameters, "type");
  if (type !== undefined && parseMediaType(type).flaws.length > 0)
    note("link-type-invalid", `The type ${quote(type)} is not a media type.`);
  for (const { name, sent } of link.parameters)
    if (MISPLACED.has(name))
      note("link-attribute-misplaced", `${sent} does nothing here: the target is in the angle brackets.`);
}

function checkRelations(link: Link, note: Note<LinkKind>): void {
  const hasRev = link.parameters.some(({ name }) => name === "rev");
  if (hasRev)
    note("link-rev", `The link to ${quote(link.target)} has rev, which is deprecated: rel says it.`);
  if (link.rel.length === 0 && !hasRev)
    note("link-relation-missing", `The link to ${quote(link.target)} has no rel, so it says nothing.`);
}

/** Looking for what was meant takes a while: it is done for the first unknown relations of a message only. */
const MOST_UNKNOWN = 40;

/** Judges the names of relations, of all links of a message together. */
export function checkRelationNames(lines: readonly ExplainedLine<Links>[], note: Note<LinkKind>): void {
  let unknown = 0;
  for (const { parsed, items } of lines)
    for (const [at, { rel: relations }] of (parsed?.links ?? []).entries())
      for (const rel of relations) {
        if (rel.includes(":") || linkRelations.get(rel) !== undefined) continue;
        if (++unknown > MOST_UNKNOWN) return;
        checkUnknown(rel, (id, title, _at, fix) => note(id, title, items[at], fix));
      }
}

function checkUnknown(rel: string, note: Note<LinkKind>): void {
  const meant = rel.length > 3 ? suggest(rel, RELATIONS, rel.length > 6 ? 2 : 1) : undefined;
  if (meant)
    note("link-relation-typo", `${quote(rel)} is not a known relation; ${meant} is meant.`, undefined, [
      rel,
      meant,
    ]);
  else
    note("link-relation-unregistered", `${quote(rel)} is not a registered relation: its meaning is private.`);
}
