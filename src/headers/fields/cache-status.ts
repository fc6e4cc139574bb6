import { cacheStatusParams } from "../../../data/headers/directives/cache-status-params.ts";
import { field, item } from "../field.ts";
import { structuredList } from "../reading/structured.ts";
import {
  type KindTable,
  memberText,
  noteWrongKinds,
  parameterItems,
  plain,
} from "../reading/structured-items.ts";
import { structuredKinds } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { rfc } from "../specs.ts";
import type { Member } from "../syntax/structured-fields.ts";
import { duration, quote } from "../wording.ts";

const KINDS: KindTable = new Map([
  ["hit", ["boolean"]],
  ["fwd", ["token"]],
  ["fwd-status", ["integer"]],
  ["ttl", ["integer"]],
  ["stored", ["boolean"]],
  ["collapsed", ["boolean"]],
  ["key", ["string"]],
  ["detail", ["string", "token"]],
]);

/** Cache-Status (RFC 9211): what each cache on the way did with the request, nearest to the origin first. */
export const cacheStatus = field({
  name: "Cache-Status",
  type: "sf-list",
  repeat: "list",
  kinds: {
    ...structuredKinds("Cache-Status", "ExampleCache; hit", "ExampleCache; hit=1", rfc(9211, "section-2")),
    "cache-status-fwd-unknown": {
      severity: "warning",
      link: rfc(9211, "section-2.2"),
      summary: "fwd has a value that is not registered.",
      bad: ["Cache-Status: ExampleCache; fwd=invalid"],
      good: ["Cache-Status: ExampleCache; fwd=uri-miss"],
    },
    "cache-status-hit-and-fwd": {
      severity: "error",
      link: rfc(9211, "section-2.2"),
      summary: "A cache says both that it had the response and that it asked for it.",
      bad: ["Cache-Status: ExampleCache; hit; fwd=stale"],
      good: ["Cache-Status: ExampleCache; hit; ttl=60"],
    },
    "cache-status-parameter-unknown": {
      severity: "info",
      link: rfc(9211, "section-2"),
      summary: "A parameter of Cache-Status is not registered.",
      bad: ["Cache-Status: ExampleCache; hit; mood=good"],
      good: ["Cache-Status: ExampleCache; hit"],
    },
    "cache-status-range": {
      severity: "warning",
      link: rfc(9211, "section-2.3"),
      summary: "A number of Cache-Status is out of range.",
      bad: ["Cache-Status: ExampleCache; fwd=miss; fwd-status=42"],
      good: ["Cache-Status: ExampleCache; fwd=miss; fwd-status=200"],
    },
  },
  parse: (value, note) => structuredList("Cache-Status", value, note),
  items: (list) => list.flatMap(memberItems),
  alternate: (list) => list.map((member) => `${memberText(member)}: ${story(member)}`).join("; "),
  check(list, _context, note, line) {
    let at = 0;
    for (const member of list) {
      const own = line.items[at];
      const { parameters } = member;
      if (member.kind === "inner-list" || !["string", "token"].includes(member.value.kind))
        note(
          "cache-status-type",
          `${quote(memberText(member))} is not a name of a cache: a token or string is expected.`,
          own,
        );
      noteWrongKinds("Cache-Status", parameters, KINDS, line.items, at + 1, note);
      if (parameters.has("hit") && parameters.has("fwd"))
        note("cache-status-hit-and-fwd", `${memberText(member)} says both hit and fwd.`, own);
      for (const [offset, [name, bare]] of [...parameters].entries()) {
        const place = line.items[at + 1 + offset];
        if (!KINDS.has(name))
          note("cache-status-parameter-unknown", `The parameter ${name} is not registered.`, place);
        else if (name === "fwd" && bare.kind === "token" && !cacheStatusParams.get(`fwd=${bare.value}`))
          note("cache-status-fwd-unknown", `fwd=${bare.value} is not a registered reason.`, place);
        else if (name === "fwd-status" && bare.kind === "integer" && (bare.value < 100 || bare.value > 599))
          note("cache-status-range", `fwd-status=${bare.value} is not a status code.`, place);
      }
      at += 1 + parameters.size;
    }
  },
});

function memberItems(member: Member): Item[] {
  const own = item(memberText(member), "", "A cache on the way, by the name it gives itself.", story(member));
  return [
    own,
    ...parameterItems(member.parameters, (name, bare) => [
      cacheStatusParams.get(name) ?? "A parameter that is not registered.",
      name === "ttl" && bare.kind === "integer"
        ? ttl(bare.value)
        : cacheStatusParams.get(`${name}=${plain(bare)}`),
    ]),
  ];
}

function ttl(seconds: number): string {
  return seconds < 0 ? `stale for ${duration(seconds)}` : `fresh for ${duration(seconds)} more`;
}

/** What one cache did, in words. */
function story({ parameters }: Member): string {
  const fwd = parameters.get("fwd");
  const seconds = parameters.get("ttl");
  const left = seconds?.kind === "integer" ? `, ${ttl(seconds.value)}` : "";
  const hit = parameters.get("hit");
  if (hit?.kind === "boolean" && hit.value) return `hit${left}`;
  if (!fwd) return `no word on hit or miss${left}`;
  const stored = parameters.get("stored");
  const kept = stored?.kind === "boolean" && stored.value ? ", stored now" : "";
  return `forwarded (${plain(fwd)})${kept}${left}`;
}
