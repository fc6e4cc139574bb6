import { type List, type Member, parseList } from "../../syntax/structured-fields.ts";
import { type AnyField, type AnyRow, detecting, item, problem } from "../field.ts";
import { inQuotes } from "../reading/fixing.ts";
import {
  memberKind,
  memberText,
  memberValue,
  structuredField,
  structuredProblems,
} from "../reading/structured.ts";
import { plural, quote } from "../wording.ts";

/** Safe methods: responses to them cannot invalidate cache groups. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]);
/** Minimum limits of caches (RFC 9875 section 2). */
const MOST_GROUPS = 32;
const LONGEST = 32;

/** Field with a list of strings: names of groups of stored responses (RFC 9875). */
function groups(name: string, link: string, description: string, row: AnyRow<List, unknown>): AnyField<List> {
  const [unparsed, wrongType] = structuredProblems(name, parseList, link, {
    good: '"scripts"',
    wrong: "scripts",
    fix: inQuotes,
  });
  return structuredField(unparsed, {
    partItem: (member) => item(memberText(member), "", description),
  }).problems({
    eachPart: detecting(
      wrongType,
      (member: Member) =>
        memberValue(member, "string") === undefined &&
        `${quote(memberText(member))} in ${name} is ${memberKind(member)} where a string is expected.`,
    ),
    eachLine: [row],
  });
}

/** Cache-Groups (RFC 9875 section 2): groups that the response belongs to. */
export const cacheGroups = groups(
  "Cache-Groups",
  "rfc9875#section-2",
  "A group that this response belongs to: invalidating it removes all members.",
  problem("cache-groups-large", "info", "rfc9875#section-2", {
    detect: (list: List) =>
      list.length > MOST_GROUPS || list.some((member) => memberText(member).length > LONGEST),
    title: () => `Caches need support only ${plural(MOST_GROUPS, "group")}, with ${LONGEST} characters each.`,
    bad: [`Cache-Groups: "${"a".repeat(40)}"`],
    good: ['Cache-Groups: "scripts"'],
  }),
);

/** Cache-Group-Invalidation (RFC 9875 section 3): groups whose stored responses are invalid. */
export const cacheGroupInvalidation = groups(
  "Cache-Group-Invalidation",
  "rfc9875#section-3",
  "A group whose stored responses caches must discard.",
  problem("cache-group-invalidation-ignored", "warning", "rfc9875#section-3", {
    detect: (_: List, { method }) => method !== undefined && SAFE.has(method) && method,
    title: (method) => `Caches ignore Cache-Group-Invalidation in a response to ${method}.`,
    bad: { lines: ['Cache-Group-Invalidation: "scripts"'], method: "GET" },
    good: { lines: ['Cache-Group-Invalidation: "scripts"'], method: "POST" },
  }),
);
