/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers, also in the form of draft 7). */

import {
  type BareItem,
  type List,
  type Member,
  parseDictionary,
  parseList,
} from "../../syntax/structured-fields.ts";
import {
  type AnyField,
  type AnyRow,
  type At,
  field,
  groupsOf,
  item,
  judge,
  problem,
  type Report,
  type Worded,
  worded,
} from "../field.ts";
import { plain, readStructured, structuredProblems, type Unparsed } from "../reading/structured.ts";
import type { Item as HeaderItem } from "../schema.ts";
import { duration, plural, quote } from "../wording.ts";

const LINK = "https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers";

export const oldForm = worded("rate-limit-old-form", "info", LINK, {
  bad: ["RateLimit: limit=100, remaining=50, reset=5"],
  good: ['RateLimit: "default";r=50;t=5'],
});

export const resetTime = worded("rate-limit-reset-time", "warning", LINK, {
  bad: ["RateLimit-Reset: 1790000000"],
  good: ["RateLimit-Reset: 60"],
});

export const aboveQuota = worded("rate-limit-above-quota", "warning", LINK, {
  bad: ["X-RateLimit-Limit: 60", "X-RateLimit-Remaining: 75"],
  good: ["X-RateLimit-Limit: 60", "X-RateLimit-Remaining: 59"],
});

interface ShapedLimit extends Limit {
  readonly shape: Shape;
}

const parameterProblems = groupsOf<ShapedLimit, unknown>([
  problem("rate-limit-parameter-missing", "error", LINK, {
    detect: ({ numbers, shape }: ShapedLimit) => !numbers.has(shape.main),
    title: (_, { name, shape }) => `${quote(name)} in ${shape.name} has no ${shape.main}, the amount.`,
    bad: ['RateLimit-Policy: "default";w=60'],
    good: ['RateLimit-Policy: "default";q=100;w=60'],
  }),
  problem("rate-limit-parameter-type", "error", LINK, {
    detectAll: ({ numbers }: ShapedLimit) => [...numbers].filter(isOfWrongType),
    title: ([key, bare], { shape }) => `${key}=${plain(bare)} in ${shape.name} is not a number of 0 or more.`,
    bad: ['RateLimit: "default";r=many;t=30'],
    good: ['RateLimit: "default";r=50;t=30'],
  }),
]);

/** A limit or policy: name and numbers. */
interface Limit {
  readonly name: string;
  readonly numbers: ReadonlyMap<string, BareItem>;
}

interface Shape {
  readonly name: "RateLimit" | "RateLimit-Policy";
  /** Name of the parameter with the count. */
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
  description: "A policy: amount (q), seconds (w), unit (qu) and partition (pk).",
};
const LIMIT: Shape = {
  name: "RateLimit",
  main: "r",
  time: "t",
  words: (count, seconds) =>
    `${plural(count, "request")} left${seconds === undefined ? "" : `, resets in ${duration(seconds)}`}`,
  description: "A limit: what is left (r), seconds to reset (t) and partition (pk).",
};

const WHOLE: ReadonlySet<string> = new Set(["q", "w", "r", "t"]);

function rateField(shape: Shape, good: string, named: readonly AnyRow[] = []): AnyField<readonly Limit[]> {
  const problems = structuredProblems(shape.name, parseList, LINK, { good, wrong: "(a)" });
  return field(shape.name, "sf-list", {
    parse: (value, report) => read(shape, problems, value, report),
    partItem: (limit) => limitItem(limit, shape),
    alternate: (limits) =>
      limits
        .map((limit) => words(limit, shape))
        .filter(Boolean)
        .join("; ") || undefined,
  }).problems({
    named: [...problems, ...named],
    check(limits, context, report, line) {
      const policies = shape === LIMIT ? context.values(rateLimitPolicy).flat() : [];
      for (const [at, limit] of limits.entries()) {
        judge(parameterProblems, { ...limit, shape }, context, line, report, line.items[at]);
        checkQuota(limit, policies, report, line.items[at]);
      }
    },
  });
}

type ListProblems = readonly [invalid: Unparsed<List>, type: Worded];

function read(
  shape: Shape,
  [invalid, type]: ListProblems,
  value: string,
  report: Report,
): readonly Limit[] | undefined {
  const old = /^\s*limit\s*=/i.test(value) ? parseDictionary(value).value : undefined;
  if (old) {
    report(oldForm, `${shape.name} uses the form of earlier drafts.`);
    const bare = (key: string): [string, BareItem][] => {
      const member = old.get(key);
      return member?.kind === "item" ? [[key === "reset" ? shape.time : shape.main, member.value]] : [];
    };
    const quota = old.get("limit");
    const numbers = new Map([...bare("remaining"), ...bare("reset")]);
    if (shape === LIMIT && quota?.kind === "item") numbers.set("q", quota.value);
    return [{ name: "limit", numbers }];
  }
  return readStructured(invalid, value, report)?.map((member) => limitOf(member, shape, type, report));
}

function limitOf(member: Member, shape: Shape, type: Worded, report: Report): Limit {
  if (member.kind === "item" && member.value.kind === "integer") {
    report(oldForm, `${shape.name} uses the form of earlier drafts, without a name in quotes.`);
    return {
      name: plain(member.value),
      numbers: new Map([...member.parameters, [shape.main, member.value]]),
    };
  }
  const isNamed = member.kind === "item" && (member.value.kind === "string" || member.value.kind === "token");
  if (!isNamed) report(type, `A member of ${shape.name} has no name in double quotes.`);
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
  // Quotas in other units do not count requests.
  if (unit?.kind === "string" && unit.value !== "requests") return undefined;
  return shape.words(count.value, seconds?.kind === "integer" ? seconds.value : undefined);
}

function isOfWrongType([key, bare]: readonly [string, BareItem]): boolean {
  return WHOLE.has(key) && (bare.kind !== "integer" || bare.value < 0);
}

/** Compares the remaining count with the quota in RateLimit-Policy or, in early drafts, in RateLimit. */
function checkQuota({ name, numbers }: Limit, policies: readonly Limit[], report: Report, at: At): void {
  const left = numbers.get("r");
  const policy = policies.find((one) => one.name === name);
  const quota = (policy?.numbers ?? numbers).get("q");
  if (left?.kind !== "integer" || quota?.kind !== "integer" || left.value <= quota.value) return;
  const where = policy ? `the quota of ${quote(name)} in RateLimit-Policy` : "its limit";
  report(aboveQuota, `RateLimit reports ${left.value} left, but ${where} is ${quota.value}.`, at);
}

/** RateLimit: remaining requests of a limit. */
export const rateLimit = rateField(LIMIT, '"default";r=50;t=30', [
  oldForm,
  aboveQuota,
  resetTime,
  ...parameterProblems.flat(),
]);
/** RateLimit-Policy: quotas. */
export const rateLimitPolicy = rateField(POLICY, '"default";q=100;w=60');
