import { type AnyField, type Context, field, item, type ProblemKind } from "../field.ts";
import { kindWords, structuredList } from "../reading/structured.ts";
import { memberText } from "../reading/structured-items.ts";
import { type InvalidId, lower, structuredKinds, type TypeId } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import type { List } from "../syntax/structured-fields.ts";
import { plural, quote } from "../wording.ts";

/** Methods that change nothing: an invalidation in their responses is ignored. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]);
/** RFC 9875 section 2: caches support at least so many groups and characters. */
const MOST_GROUPS = 32;
const LONGEST = 32;

type GroupKind = "cache-groups-large" | "cache-group-invalidation-ignored";

/** Lists of strings that name groups of stored responses (RFC 9875). */
function groups<N extends string, K extends GroupKind>(declaration: {
  readonly name: N;
  readonly description: string;
  readonly kinds: Readonly<Record<K | InvalidId<N> | TypeId<N>, ProblemKind>>;
  readonly judge: (list: List, context: Context) => readonly [K, string] | undefined;
}): AnyField<List> {
  const { name, description, kinds, judge } = declaration;
  return field({
    name,
    type: "sf-list",
    repeat: "list",
    kinds,
    parse: (value, note) => structuredList(name, value, note),
    items: (list) => list.map((member) => item(memberText(member), "", description)),
    check(list, context, note, line) {
      for (const [at, member] of list.entries()) {
        const kind = member.kind === "item" ? member.value.kind : undefined;
        if (kind !== "string")
          note(
            `${lower(name)}-type`,
            `${quote(memberText(member))} in ${name} is ${kind ? kindWords(kind) : "a list"} where a string is expected.`,
            line.items[at],
          );
      }
      const finding = judge(list, context);
      if (finding) note(finding[0], finding[1]);
    },
  });
}

/** Cache-Groups (RFC 9875 section 2): groups that the response belongs to. */
export const cacheGroups = groups<"Cache-Groups", "cache-groups-large">({
  name: "Cache-Groups",
  description: "A group that this response belongs to: invalidating it removes all of the group.",
  kinds: {
    ...structuredKinds("Cache-Groups", '"scripts"', "scripts", rfc(9875, "section-2")),
    "cache-groups-large": {
      severity: "info",
      link: rfc(9875, "section-2"),
      summary: "There are more groups, or longer names, than every cache supports.",
      bad: [`Cache-Groups: "${"a".repeat(40)}"`],
      good: ['Cache-Groups: "scripts"'],
      edge: [[`Cache-Groups: "${"g".repeat(33)}"`], [`Cache-Groups: "${"g".repeat(32)}"`]],
    },
  },
  judge: (list) =>
    list.length > MOST_GROUPS || list.some((member) => memberText(member).length > LONGEST)
      ? [
          "cache-groups-large",
          `Caches need to support ${plural(MOST_GROUPS, "group")} with names of ${LONGEST} characters only.`,
        ]
      : undefined,
});

/** Cache-Group-Invalidation (RFC 9875 section 3): groups whose stored responses are no longer valid. */
export const cacheGroupInvalidation = groups<"Cache-Group-Invalidation", "cache-group-invalidation-ignored">({
  name: "Cache-Group-Invalidation",
  description: "A group whose stored responses caches have to drop.",
  kinds: {
    ...structuredKinds("Cache-Group-Invalidation", '"scripts"', "scripts", rfc(9875, "section-3")),
    "cache-group-invalidation-ignored": {
      severity: "warning",
      link: rfc(9875, "section-3"),
      summary: "Caches ignore Cache-Group-Invalidation in responses to safe methods such as GET.",
      bad: { lines: ['Cache-Group-Invalidation: "scripts"'], method: "GET" },
      good: { lines: ['Cache-Group-Invalidation: "scripts"'], method: "POST" },
    },
  },
  judge: (_list, { method }) =>
    method !== undefined && SAFE.has(method)
      ? [
          "cache-group-invalidation-ignored",
          `Caches ignore Cache-Group-Invalidation in a response to ${method}.`,
        ]
      : undefined,
});
