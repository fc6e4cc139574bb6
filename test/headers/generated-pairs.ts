/**
 * Sentences of one answer that contradict each other: a cookie stored and refused, a page allowed and blocked,
 * a response cacheable and never stored, a resource loaded and blocked. Reads everything that users read.
 */

import type { HttpStep } from "../../src/http/schema.ts";
import { answersOf } from "../../src/view/report/questions.ts";
import { OTHERS, verdictAnswers } from "../../src/view/report/verdicts.ts";

type Cookie = NonNullable<NonNullable<HttpStep["verdicts"]>["cookies"]>[number];

/** Sentence with its place: `intent`, a header, the id of a finding, or a question. */
type Sentence = readonly [place: string, text: string];

function findingsIn({ problems, details }: HttpStep["headers"][number]) {
  return [...problems, ...(details.items ?? []).flatMap((item) => item.problems ?? [])];
}

function sentencesOf(step: HttpStep): Sentence[] {
  const found = [...step.headers.flatMap(findingsIn), ...(step.problems ?? [])];
  return [
    ["intent", step.intent ?? ""],
    ...step.headers.map(({ name, alternate = "" }) => [name, alternate] as const),
    ...step.headers.flatMap(({ name, details: { items = [] } }) =>
      items.map(({ alternate = "" }) => [name, alternate] as const),
    ),
    ...found.map(({ name, title }) => [name, title] as const),
    ...verdictAnswers(step).map(({ question, answer }) => [question, answer] as const),
  ];
}

/** Condition on an answer, and the sentences that contradict it. */
interface Pair {
  readonly is: string;
  readonly when: (step: HttpStep) => boolean | undefined;
  readonly not: RegExp;
  /** Places to read; default all. */
  readonly at?: RegExp;
}

const requests = ({ requestHeaders = [] }: HttpStep, header: string) =>
  requestHeaders.some(({ name }) => name === header);

/** Whether the page that sent the request may read the response; undefined without such a page. */
function mayRead(step: HttpStep): boolean | undefined {
  const cors = step.verdicts?.cors;
  if (!cors || cors.preflight || !requests(step, "origin")) return undefined;
  return requests(step, "cookie") ? cors.withCredentials : cors.allowed;
}

const PAIRS: readonly Pair[] = [
  {
    is: "no cache stores it",
    when: ({ status, verdicts }) =>
      verdicts?.caching &&
      status !== 304 &&
      !verdicts.caching.shared.stores &&
      !verdicts.caching.private.stores,
    not: /\bcacheable for\b|^(?:fresh|cached separately|stored by) |^(?:Browsers|Only|Shared)\b.* may store|caches (?:may store it|revalidate|keep)/,
    at: /^(?!surrogate-control$)/,
  },
  {
    is: "caches use it without checking",
    when: ({ verdicts }) =>
      verdicts?.caching?.private.reuse === "without-asking" &&
      (verdicts.caching.private.freshFor ?? 0) > 0 &&
      verdicts.caching.shared.reuse === "without-asking",
    not: /must not be stored|not stored|fetched every time|stale on arrival|caches store nothing|nothing is stored|treat (?:it|the response) as expired/i,
    at: /^(?:intent|cache-control|expires|vary|expires-past|expires-invalid|Who may store)/,
  },
  {
    is: "no site may frame it",
    when: ({ verdicts }) => verdicts?.framing?.by === "nobody",
    not: /any site may frame|any site can frame|^Any site\.$/,
  },
  {
    is: "any site may frame it",
    when: ({ verdicts }) => verdicts?.framing?.by === "anyone",
    not: /no site may frame|only its own origin may frame|^No site\.$/,
  },
  {
    is: "the page may read it",
    when: mayRead,
    not: /may not read (?:it|the response)|request of \S+ fails|^no other origin may read it/,
    at: /^(?:intent|cors-|access-control-allow-origin$)/,
  },
  {
    is: "no page of another origin may read it",
    when: ({ headers }) => headers.filter(({ name }) => name === "access-control-allow-origin").length > 1,
    not: /^(?!no other).*\bmay read it|lets any site read/,
    at: /^access-control-/,
  },
];

/** Findings that only hold for a cookie that some browser keeps. */
const OF_KEPT = /^cookie-(?:session-.*|insecure|lifetime-conflict|lifetime-too-long|samesite-missing)$/;

const COUNTED = /^(?:(?<all>The only one|Both|All \d+)\.|(?<kept>\d+) of \d+)/;

function cookieClashes(step: HttpStep): string[] {
  const { verdicts } = step;
  const own: readonly Cookie[] = verdicts?.cookies ?? [];
  const others = OTHERS.map(([engine]) => verdicts?.[engine]?.cookies ?? own);
  const inLines = own.flatMap((cookie) => {
    const header = step.headers[cookie.line];
    const isRefused = [own, ...others].every(
      (cookies) => cookies.find(({ line }) => line === cookie.line)?.outcome === "refused",
    );
    const found = header ? findingsIn(header) : [];
    return found.flatMap(({ name, title, severity }) => {
      if (isRefused && OF_KEPT.test(name)) return [`refused by all, but ${title}`];
      if (name !== "cookie-third-party" || cookie.outcome !== "refused") return [];
      if (/all browsers refuse it/.test(title) !== isRefused)
        return [`refused by all: ${isRefused}, but ${title}`];
      return (severity === "error") === isRefused ? [] : [`refused by all: ${isRefused}, but ${severity}`];
    });
  });
  const theirs = others[0]?.some(
    ({ line, outcome }) =>
      outcome !== "refused" && own.some((cookie) => cookie.line === line && cookie.outcome === "refused"),
  );
  if (theirs && /browsers reject/.test(step.intent ?? ""))
    inLines.push(`Firefox keeps one, but "${step.intent}"`);
  const answer = verdictAnswers(step).find(({ question }) => /^Which cookies/.test(question))?.answer;
  const { all, kept } = COUNTED.exec(answer ?? "")?.groups ?? {};
  const stored = own.filter(({ outcome }) => outcome === "stored").length;
  const isCounted = all === undefined ? Number(kept) === stored : stored === own.length;
  return own.length === 0 || isCounted ? inLines : [...inLines, `"${answer}", but ${stored} are stored`];
}

function loadClashes({ verdicts }: HttpStep): string[] {
  const { integrity, policy } = verdicts ?? {};
  const asked = answersOf({ verdicts });
  return (policy?.loads ?? []).flatMap((load, index) => {
    const answer = asked[index]?.answer ?? "";
    if (/^blocked/.test(answer) === load.allowed) return [`${answer}, but allowed is ${load.allowed}`];
    const needsHash =
      integrity && !integrity.reportOnly && integrity.blocked.some((kind) => kind === load.as);
    return needsHash && load.inline === undefined && load.allowed
      ? [`Integrity-Policy blocks ${load.as}, but ${answer}`]
      : [];
  });
}

/** Contradictions within the answer on a response. */
export function clashesOf(step: HttpStep): string[] {
  const sentences = sentencesOf(step);
  const pairs = PAIRS.filter(({ when }) => when(step) === true).flatMap(({ is, not, at }) =>
    sentences
      .filter(([place, text]) => (at?.test(place) ?? true) && not.test(text))
      .map(([place, text]) => `${is}, but ${place}: ${text}`),
  );
  return [...pairs, ...cookieClashes(step), ...loadClashes(step)];
}
