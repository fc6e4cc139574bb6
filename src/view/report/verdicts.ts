/** Formats verdicts as questions and answers. Pure. */

import { cacheUses } from "../../../data/browsers/caches.ts";
import { wordTable } from "../../../data/word-table.ts";
import {
  keptText,
  lifeText,
  storeText as mayStore,
  type ReportedVerdicts,
  sourcesText,
} from "../../headers/verdicts.ts";
import { duration } from "../../headers/wording.ts";
import type { HttpStep } from "../../http/schema.ts";

export interface Answer {
  readonly question: string;
  readonly answer: string;
  readonly tone: "good" | "bad" | "neutral";
  readonly details: readonly string[];
}

/** Verdicts of one engine; null where an engine other than Chromium has none. */
type Verdicts = { readonly [Name in keyof ReportedVerdicts]: ReportedVerdicts[Name] | null };
type Store = NonNullable<ReportedVerdicts["caching"]>["shared"];
type Browser = NonNullable<ReportedVerdicts["caching"]>["browser"];
type Directive = NonNullable<ReportedVerdicts["policy"]>["directives"][string];

/** Answers that apply to the response. */
export function verdictAnswers({ status, headers, verdicts }: HttpStep): Answer[] {
  if (status === 0 && headers.length === 0) return [];
  const known: ReportedVerdicts = verdicts ?? {};
  // A 304 only updates a stored response.
  const first = status === 304 ? [] : [caching];
  return [...first, cookies, policy, framing, timing, integrity, permissions].flatMap((answerFor) => {
    const answer = answerFor(known);
    if (!answer) return [];
    const others = OTHERS.flatMap(([engine, name]) => {
      const own = known[engine];
      const other = own && answerFor({ ...known, ...own });
      return other ? differences(answer, other, name) : [];
    });
    return [{ ...answer, details: [...answer.details, ...others] }];
  });
}

/** Engines other than Chromium, and their best-known browsers. */
export const OTHERS = [
  ["firefox", "Firefox"],
  ["webkit", "Safari"],
] as const;

/** Another browser's answer, or the details that differ. */
function differences(chromium: Answer, other: Answer, browser: string): string[] {
  if (other.answer !== chromium.answer) return [`In ${browser}: ${other.answer}`];
  const known = new Set(chromium.details);
  return other.details.filter((detail) => !known.has(detail)).map((detail) => `In ${browser}: ${detail}`);
}

const PAGES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** MDN Observatory's grade; undefined for responses that are not pages. */
export function gradeOf({
  verdicts,
}: HttpStep): { readonly grade: string; readonly score: number } | undefined {
  const { type = "", sniffed = true } = verdicts?.content ?? {};
  if (!PAGES.has(type) && !(type === "" && sniffed)) return undefined;
  return verdicts?.security?.observatory;
}

function caching({ caching }: Verdicts): Answer | undefined {
  if (!caching) return undefined;
  const { shared, private: own, browser } = caching;
  return {
    question: "Who may store this, and for how long?",
    answer: rememberedText(shared, own, browser) ?? storesText(shared, own, browser),
    tone: "neutral",
    details: [
      `Shared caches: ${storeText(shared)}`,
      `Private caches: ${storeText(own)}`,
      ...(browser ? [browserText(browser)] : []),
    ],
  };
}

function browserText({ again, reload, back, remembered }: NonNullable<Browser>): string {
  const how = (use: string) => cacheUses.get(use) ?? use;
  const time = remembered === undefined ? "" : ` ${rememberedFor(remembered)}`;
  return `In the browser: the next visit is ${how(again)}${time}, a reload is ${how(reload)}, going back is ${how(back)}`;
}

/** `for 10 minutes`, `indefinitely` */
function rememberedFor(remembered: number | "for good"): string {
  return remembered === "for good" ? "indefinitely" : `for ${duration(remembered)}`;
}

/** Answer for responses that browsers cache although the standard gives them no lifetime: mostly permanent redirects. */
function rememberedText(shared: Store, own: Store, browser: Browser): string | undefined {
  const { remembered } = browser ?? {};
  if (remembered === undefined || own.lifetime !== null) return undefined;
  const time = rememberedFor(remembered);
  const isUsed = shared.stores && shared.reuse !== "never";
  const theirs = isUsed ? `shared caches may ${mayStore(shared)}` : "shared caches fetch it every time";
  return `Browsers reuse it ${time}; ${theirs}.`;
}

function storesText(shared: Store, own: Store, browser: Browser): string {
  if (!shared.stores && !own.stores)
    return browser?.back === "from-cache" ? "Fetched every time, except for the back button." : NO_CACHE;
  if (!shared.stores) return `Only the visitor's browser may ${mayStore(own)}.`;
  if (own.stores && shared.reuse === "never" && own.reuse === "never")
    return "Cacheable in theory; in practice every visit reaches the server.";
  const [theirs, mine] = [mayStore(shared), mayStore(own)];
  if (!own.stores) return `Only shared caches may ${theirs}.`;
  return theirs === mine
    ? `Browsers and shared caches may ${mine}.`
    : `Browsers may ${mine}; shared caches may ${theirs}.`;
}

const NO_CACHE = "No cache: it is fetched every time.";

function storeText(store: Store): string {
  if (!store.stores) return `not stored${store.why ? ` (${store.why})` : ""}`;
  const from = store.lifetimeFrom === "none" ? "" : `, by ${store.lifetimeFrom}`;
  const stale = store.staleWhileRevalidate
    ? `; reused stale for ${duration(store.staleWhileRevalidate)} while it is revalidated`
    : "";
  return `stored, ${lifeText(store)}${from}${stale}`;
}

function cookies({ cookies }: Verdicts): Answer | undefined {
  if (!cookies?.length) return undefined;
  const kept = cookies.filter(({ outcome }) => outcome === "stored");
  const refused = cookies.filter(({ outcome }) => outcome === "refused");
  return {
    question: "Which cookies do browsers keep?",
    answer:
      kept.length === cookies.length
        ? allText(cookies.length)
        : `${kept.length} of ${cookies.length}${refused.length > 0 ? `; rejected: ${names(refused)}` : ""}.`,
    tone: refused.length > 0 ? "bad" : "neutral",
    details: cookies.map((cookie) => cookieText(cookie)),
  };
}

function allText(count: number): string {
  if (count === 1) return "The only one.";
  return count === 2 ? "Both." : `All ${count}.`;
}

function cookieText(cookie: NonNullable<Verdicts["cookies"]>[number]): string {
  const name = cookie.name === "" ? "(no name)" : cookie.name;
  if (cookie.outcome !== "stored")
    return `${name}: ${cookie.outcome === "refused" ? "rejected" : cookie.outcome}${cookie.why ? ` (${cookie.why})` : ""}`;
  const traits = [
    cookie.secure ? "HTTPS only" : "HTTP as well",
    cookie.httpOnly ? "hidden from scripts" : "scripts can read it",
    cookie.sameSite === "unset" ? "no SameSite" : `SameSite ${cookie.sameSite}`,
  ];
  return `${name}: kept ${keptText(cookie)}, ${traits.join(", ")}`.replace("kept ,", "kept,");
}

function names(cookies: readonly { readonly name: string }[]): string {
  return cookies
    .slice(0, 3)
    .map(({ name }) => name || "(no name)")
    .concat(cookies.length > 3 ? [`${cookies.length - 3} more`] : [])
    .join(", ");
}

function policy({ policy }: Verdicts): Answer | undefined {
  const directives = Object.entries(policy?.directives ?? {});
  if (directives.length === 0 && !policy?.sandboxed) return undefined;
  const script = directives.find(([name]) => name === "script-src-elem" || name === "script-src")?.[1];
  const open = script?.inline === true;
  return {
    question: "What does the policy allow?",
    answer: policy?.sandboxed
      ? "No script: the sandbox lacks allow-scripts."
      : script
        ? open
          ? "Any inline script, so it does not stop cross-site scripting."
          : scriptsText(script)
        : "Any script: no directive limits scripts.",
    tone: !policy?.sandboxed && (open || !script) ? "bad" : "good",
    details: directives.map(
      ([name, directive]) =>
        `${name}${directive.from === name ? "" : ` (from ${directive.from})`}: ${fromText(directive, MOST_SOURCES)}${directive.inline ? ", inline" : ""}${directive.eval ? ", eval" : ""}`,
    ),
  };
}

function scriptsText(script: Directive): string {
  const from = sourcesText(script, FIRST_SOURCES);
  return from === undefined ? "No script." : `Scripts from ${from}${script.eval ? ", and eval" : ""}.`;
}

/** Maximum sources in an answer and in a detail; the header lines have the whole policy. */
const FIRST_SOURCES = 3;
const MOST_SOURCES = 20;

const fromText = (directive: Directive, most: number): string => sourcesText(directive, most) ?? "nowhere";

function framing({ framing }: Verdicts): Answer | undefined {
  if (!framing) return undefined;
  const { by, from } = framing;
  const text =
    by === "anyone"
      ? "Any site."
      : by === "nobody"
        ? "No site."
        : by === "same-origin"
          ? "Only pages of the same origin."
          : `Only ${typeof by === "string" ? by : by.join(", ")}.`;
  return {
    question: "Who may frame it?",
    answer: text,
    tone: by === "anyone" ? "bad" : "good",
    details: from === "none" ? ["No header restricts framing."] : [`Decided by ${from}.`],
  };
}

/** Answer about timing; undefined for the default, the page's own origin. */
function timing({ timing }: Verdicts): Answer | undefined {
  if (!timing || timing === "same-origin") return undefined;
  return {
    question: "Who may read its timing?",
    answer:
      timing === "anyone"
        ? "Pages of any site."
        : `Only pages of its own origin and ${[timing].flat().join(", ")}.`,
    tone: "neutral",
    details: ["Decided by Timing-Allow-Origin."],
  };
}

const LOADED = wordTable({ script: "scripts", style: "style sheets" });

function integrity({ integrity }: Verdicts): Answer | undefined {
  if (!integrity) return undefined;
  const { blocked, reportOnly, reported = [], unsupported = [] } = integrity;
  const text = (names: readonly string[]) => names.map((name) => LOADED.get(name) ?? name).join(" and ");
  return {
    question: "What needs an integrity hash?",
    answer:
      blocked.length === 0
        ? "Nothing: the policy blocks nothing."
        : `${text(blocked)}, which are ${reportOnly ? "reported" : "blocked"} without one.`.replace(
            /^s/,
            "S",
          ),
    tone: blocked.length > 0 && !reportOnly ? "good" : "neutral",
    details: [
      ...(reported.length > 0 ? [`Only reported: ${text(reported)}`] : []),
      ...(unsupported.length > 0 ? [`Not supported by browsers yet: ${text(unsupported)}`] : []),
    ],
  };
}

const MOST_NAMED = 3;

function permissions({ permissions, firefox, webkit }: Verdicts): Answer | undefined {
  const features = Object.entries(permissions ?? {});
  if (features.length === 0) return undefined;
  const denied = features.filter(([, { self }]) => !self).map(([name]) => name);
  const more = denied.length > MOST_NAMED ? [`${denied.length - MOST_NAMED} more`] : [];
  const ignoring = [
    ...(firefox?.permissions === null ? ["Firefox"] : []),
    ...(webkit?.permissions === null ? ["Safari"] : []),
  ];
  return {
    question: "Which browser features may it use?",
    answer:
      denied.length === 0
        ? "All; the policy also allows some in frames."
        : `Not ${[...denied.slice(0, MOST_NAMED), ...more].join(", ")}.`,
    tone: "neutral",
    details: [
      ...features.map(
        ([name, { allowlist }]) => `${name}: ${allowlist.length === 0 ? "no origin" : allowlist.join(" ")}`,
      ),
      ...(ignoring.length > 0 ? [`Only in Chromium: ${ignoring.join(" and ")} ignore the header.`] : []),
    ],
  };
}
