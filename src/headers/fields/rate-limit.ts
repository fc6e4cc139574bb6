/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers), in the current form and that of draft 7. */

import { type AnyField, field, item, type Note, type ProblemKind } from "../field.ts";
import { structuredList } from "../reading/structured.ts";
import { plain } from "../reading/structured-items.ts";
import { type InvalidId, lower, structuredKinds, type TypeId } from "../reading/value-kinds.ts";
import type { Item as HeaderItem } from "../schema.ts";
import { type BareItem, type Member, parseDictionary } from "../syntax/structured-fields.ts";
import { duration, plural, quote } from "../wording.ts";

export type Kind =
  | InvalidId<Shape["name"]>
  | TypeId<Shape["name"]>
  | "rate-limit-parameter-missing"
  | "rate-limit-parameter-type"
  | "rate-limit-old-form"
  | "rate-limit-above-quota";

const LINK = "https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers";

const KINDS: Readonly<Record<Kind, ProblemKind>> = {
  ...structuredKinds("RateLimit", '"default";r=50;t=30', "(a)", LINK),
  ...structuredKinds("RateLimit-Policy", '"default";q=100;w=60', "(a)", LINK),
  "rate-limit-parameter-missing": {
    severity: "error",
    link: LINK,
    summary: "A rate limit lacks the parameter that says how much: q in a policy, r in a limit.",
    bad: ['RateLimit-Policy: "default";w=60'],
    good: ['RateLimit-Policy: "default";q=100;w=60'],
  },
  "rate-limit-parameter-type": {
    severity: "error",
    link: LINK,
    summary: "A parameter of a rate limit is not a whole number of at least 0.",
    bad: ['RateLimit: "default";r=many;t=30'],
    good: ['RateLimit: "default";r=50;t=30'],
  },
  "rate-limit-old-form": {
    severity: "info",
    link: LINK,
    summary: "A rate limit is in the form of earlier drafts.",
    bad: ["RateLimit: limit=100, remaining=50, reset=5"],
    good: ['RateLimit: "default";r=50;t=5'],
  },
  "rate-limit-above-quota": {
    severity: "warning",
    link: LINK,
    summary: "More is left of a rate limit than its quota allows in all: one of the two numbers is wrong.",
    bad: ["X-RateLimit-Limit: 60", "X-RateLimit-Remaining: 75"],
    good: ["X-RateLimit-Limit: 60", "X-RateLimit-Remaining: 59"],
    edge: [
      ['RateLimit-Policy: "a";q=100;w=60', 'RateLimit: "a";r=101;t=5'],
      ['RateLimit-Policy: "a";q=100;w=60', 'RateLimit: "a";r=100;t=5'],
    ],
  },
};

/** One limit or policy: its name and numbers. */
interface Limit {
  readonly name: string;
  readonly numbers: ReadonlyMap<string, BareItem>;
}

interface Shape {
  readonly name: "RateLimit" | "RateLimit-Policy";
  /** What it says how much of. */
  readonly main: string;
  readonly words: (count: number, seconds: number | undefined) => string;
  readonly time: string;
  readonly description: string;
}

const POLICY: Shape = {
  name: "RateLimit-Policy",
  main: "q",
  time: "w",
  words: (count, seconds) =>
    `${plural(count, "request")}${seconds === undefined ? "" : ` in ${duration(seconds)}`}`,
  description:
    "A policy: how much may be used (q), in how many seconds (w), in which unit (qu), for whom (pk).",
};
const LIMIT: Shape = {
  name: "RateLimit",
  main: "r",
  time: "t",
  words: (count, seconds) =>
    `${plural(count, "request")} left${seconds === undefined ? "" : `, resets in ${duration(seconds)}`}`,
  description: "A limit: how much is left (r), for how many seconds (t), for whom (pk).",
};

const WHOLE: ReadonlySet<string> = new Set(["q", "w", "r", "t"]);

function rateField(shape: Shape, kinds?: Readonly<Record<Kind, ProblemKind>>): AnyField<readonly Limit[]> {
  return field({
    name: shape.name,
    type: "sf-list",
    repeat: "list",
    ...(kinds && { kinds }),
    parse: (value, note) => read(shape, value, note),
    items: (limits) => limits.map((limit) => limitItem(limit, shape)),
    alternate: (limits) =>
      limits
        .map((limit) => words(limit, shape))
        .filter(Boolean)
        .join("; ") || undefined,
    check(limits, context, note, { items }) {
      const policies = shape === LIMIT ? context.values(rateLimitPolicy).flat() : [];
      for (const [at, limit] of limits.entries()) {
        checkLimit(limit, shape, (id, title, _at, fix) => note(id, title, items[at], fix));
        checkQuota(limit, policies, (id, title, _at, fix) => note(id, title, items[at], fix));
      }
    },
  });
}

function read(shape: Shape, value: string, note: Note<Kind>): readonly Limit[] | undefined {
  const old = /^\s*limit\s*=/i.test(value) ? parseDictionary(value).value : undefined;
  if (old) {
    note("rate-limit-old-form", `${shape.name} is in the form of earlier drafts.`);
    const bare = (key: string): [string, BareItem][] => {
      const member = old.get(key);
      return member?.kind === "item" ? [[key === "reset" ? shape.time : shape.main, member.value]] : [];
    };
    const quota = old.get("limit");
    const numbers = new Map([...bare("remaining"), ...bare("reset")]);
    if (shape === LIMIT && quota?.kind === "item") numbers.set("q", quota.value);
    return [{ name: "limit", numbers }];
  }
  return structuredList(shape.name, value, note)?.map((member) => limitOf(member, shape, note));
}

function limitOf(member: Member, shape: Shape, note: Note<Kind>): Limit {
  if (member.kind === "item" && member.value.kind === "integer") {
    note("rate-limit-old-form", `${shape.name} is in the form of earlier drafts: without a name in quotes.`);
    return {
      name: plain(member.value),
      numbers: new Map([...member.parameters, [shape.main, member.value]]),
    };
  }
  const isNamed = member.kind === "item" && (member.value.kind === "string" || member.value.kind === "token");
  if (!isNamed) note(`${lower(shape.name)}-type`, `A member of ${shape.name} has no name in double quotes.`);
  return { name: member.kind === "item" ? plain(member.value) : "", numbers: member.parameters };
}

function limitItem(limit: Limit, shape: Shape): HeaderItem {
  const value = [...limit.numbers].map(([key, bare]) => `${key}=${plain(bare)}`).join(";");
  return item(limit.name, value, shape.description, words(limit, shape));
}

function words({ numbers }: Limit, shape: Shape): string | undefined {
  const count = numbers.get(shape.main);
  const seconds = numbers.get(shape.time);
  if (count?.kind !== "integer" || count.value < 0) return undefined;
  const unit = numbers.get("qu");
  // Bytes of content, or requests under way, are not so many requests.
  if (unit?.kind === "string" && unit.value !== "requests") return undefined;
  return shape.words(count.value, seconds?.kind === "integer" ? seconds.value : undefined);
}

function checkLimit({ name, numbers }: Limit, shape: Shape, note: Note<Kind>): void {
  if (!numbers.has(shape.main))
    note(
      "rate-limit-parameter-missing",
      `${quote(name)} in ${shape.name} has no ${shape.main}, which says how much.`,
    );
  for (const [key, bare] of numbers)
    if (WHOLE.has(key) && (bare.kind !== "integer" || bare.value < 0))
      note(
        "rate-limit-parameter-type",
        `${key}=${plain(bare)} in ${shape.name} is not a whole number of at least 0.`,
      );
}

/** What is left against the quota: of the policy of that name, or beside it as earlier drafts had it. */
function checkQuota({ name, numbers }: Limit, policies: readonly Limit[], note: Note<Kind>): void {
  const left = numbers.get("r");
  const policy = policies.find((one) => one.name === name);
  const quota = (policy?.numbers ?? numbers).get("q");
  if (left?.kind !== "integer" || quota?.kind !== "integer" || left.value <= quota.value) return;
  const where = policy ? `the quota of ${quote(name)} in RateLimit-Policy` : "its limit";
  note("rate-limit-above-quota", `RateLimit says that ${left.value} are left; ${where} is ${quota.value}.`);
}

/** RateLimit: how much of a limit is left. */
export const rateLimit = rateField(LIMIT, KINDS);
/** RateLimit-Policy: which limits there are. */
export const rateLimitPolicy = rateField(POLICY);
