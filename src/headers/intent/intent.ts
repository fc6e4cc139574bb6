import { wordTexts } from "../../../data/headers/words.ts";
import type { Context } from "../field.ts";
import { carriesLogin, knownCookie } from "../fields/cookies/known.ts";
import { isHtml, isNamedHost, isSuccess } from "../reading/response-kind.ts";
import type { Cookie } from "../verdicts/cookies/schema.ts";
import { plural } from "../wording.ts";
import { FIXED, fails } from "./failure.ts";
import { contradicts, freshness } from "./freshness.ts";
import { memory, redirects, refresh, target } from "./redirect.ts";
import { softwareNote } from "./software.ts";
import { accepted, created, notModified, options, partial, servedContent, succeeds } from "./success.ts";
import { brief, firstValue } from "./value.ts";

const REDIRECTIONS = wordTexts("adverbs of redirects");

/** Sentences for 1xx to 3xx that depend on headers. */
const SITUATIONS = new Map<number, (context: Context) => string>([
  [
    101,
    (context) => `Switches the connection to ${brief(firstValue(context, "upgrade") ?? "another protocol")}`,
  ],
  [103, (context) => earlyHints(context)],
  [104, (context) => `Tells the client that an upload can be resumed${to(context)}`],
  [200, (context) => succeeds(context)],
  [201, (context) => created(context)],
  [202, (context) => accepted(context)],
  [203, (context) => `Serves ${servedContent(context) ?? "content"}, modified by a proxy on the way`],
  [204, (context) => (context.method === "OPTIONS" && options(context)) || "Succeeds without content"],
  [206, (context) => partial(context)],
  [300, (context) => `Offers several resources to choose from${to(context, "; the server prefers ")}`],
  [304, (context) => notModified(context)],
  [305, (context) => `Requests a retry through a proxy${to(context, ", ")}: obsolete, clients ignore it`],
]);

/** One sentence that summarizes the response; runs after all lines are judged, since it uses their findings. */
export function describeIntent(context: Context): string {
  const main = situation(context);
  const cookies = cookieClause(context);
  const asides = remarks(context);
  return `${main}${cookies === undefined ? "" : `${joint(main)} ${cookies}`}${asides}${softwareNote(context)}${memory(context)}.`;
}

/** Text that joins a second clause to the sentence, such as ` and`. */
function joint(main: string): string {
  if (main.includes(":") && !main.includes("://")) return "; the response";
  return main.includes(",") ? ", and" : " and";
}

function situation(context: Context): string {
  const { status } = context;
  if (status === undefined) return withoutStatus(context);
  const sentence =
    SITUATIONS.get(status)?.(context) ?? (status < 300 ? FIXED.get(String(status)) : undefined);
  if (sentence !== undefined) return sentence;
  return status >= 300 && status < 400
    ? redirects(REDIRECTIONS.get(`${status}`) ?? "in an unregistered way", context)
    : fails(status, context);
}

function withoutStatus(context: Context): string {
  const at = target(context);
  if (at !== undefined) return `Points to ${at}`;
  if (context.has("www-authenticate")) return "Lists the ways to log in";
  const what = servedContent(context);
  if (what !== undefined) return `Carries ${what}`;
  const clause = freshness(context);
  if (clause !== undefined) return `Carries content ${clause}`;
  if (context.all.length === 0 && context.message.request) return "A request without its response";
  return `Has ${plural(context.all.length, "header line")} without a status code`;
}

function to(context: Context, words = " at "): string {
  const at = target(context);
  return at === undefined ? "" : `${words}${at}`;
}

function earlyHints(context: Context): string {
  const hints = context.named("link").length;
  return hints === 0
    ? "Sends headers of the final response in advance"
    : `Tells the client what to load (${plural(hints, "Link line")}) while the server prepares the page`;
}

/** Sources that match every host of a scheme, or URLs without a host. */
const ANYWHERE = /^(?:(?:[a-z]+:\/\/)?\*(?::.*)?|https?:|data:|filesystem:)$/i;

/** Clause for policies that do not stop injected scripts. */
function weakPolicy({ verdicts }: Context): string | undefined {
  if (!verdicts.scripts) return undefined;
  const { elements, sandboxed } = verdicts.scripts;
  const isAnywhere = elements?.sources.every((list) => list.some((source) => ANYWHERE.test(source)));
  const isWeak = !sandboxed && (!elements || elements.inline || (isAnywhere && !elements.strictDynamic));
  return isWeak ? ", with a content security policy that does not stop injected scripts" : undefined;
}

function conflict({ verdicts }: Context): string | undefined {
  if (!verdicts.conflict) return undefined;
  const who = verdicts.firefox.conflict ? "Chromium and Firefox refuse" : "Chromium refuses";
  return `${who} it, because ${verdicts.conflict} has several values`;
}

/** Clause for a requesting page that may not read the response although other pages may. */
function readers({ verdicts, request }: Context): string | undefined {
  const asked = request("origin");
  const { cors } = verdicts;
  // A page that sent cookies needs a response that allows them.
  const isAllowed = request("cookie") === undefined ? cors?.allowed : cors?.withCredentials;
  if (asked === undefined || !cors || cors.preflight || isAllowed) return undefined;
  return cors.why === "no-allow-origin" ? undefined : `pages of ${brief(asked)} may not read it`;
}

function ambiguity(context: Context): string | undefined {
  if (!context.has("transfer-encoding") || !context.has("content-length")) return undefined;
  return "its length is declared twice, which allows request smuggling";
}

function isReadable({ url }: Context): boolean {
  return url?.protocol === "http:" && isNamedHost(url.hostname);
}

function remarks(context: Context): string {
  let text = (isHtml(context) && weakPolicy(context)) || "";
  if (isHtml(context) && isSuccess(context) && isReadable(context)) text += ", unencrypted over plain HTTP";
  for (const remark of [conflict(context), readers(context), ambiguity(context)])
    if (remark !== undefined) text += `; ${remark}`;
  const next = refresh(context);
  if (next !== undefined) text += `; then ${next}`;
  if (contradicts(context)) text += "; its caching directives contradict each other";
  const refused = refusedCookies(context);
  if (refused !== undefined) text += `; ${refused}`;
  return text;
}

/** Clause about the cookies, with its verb; undefined without cookies. */
function cookieClause(context: Context): string | undefined {
  const counted = (context.verdicts.cookies ?? []).filter(({ replacedBy }) => replacedBy === undefined);
  const kept = counted.filter(({ outcome }) => outcome === "stored");
  const deleted = counted.filter(({ outcome }) => outcome === "deleted").length;
  if (kept.length === 0 && deleted === 0)
    return counted.length === 0 ? undefined : `tries to set ${inWords(counted)}`;
  if (kept.length === 0) return deleted === 1 ? "deletes a cookie" : `deletes ${deleted} cookies`;
  return `sets ${inWords(kept)}`;
}

function oneCookie(cookie: Cookie | undefined): string {
  const name = cookie?.name ?? "";
  if (carriesLogin(name) === "yes") return "a session cookie";
  const known = knownCookie(name);
  return known ? `a cookie ${known.source}` : "a cookie";
}

function inWords(cookies: readonly Cookie[]): string {
  if (cookies.length === 1) return oneCookie(cookies[0]);
  const sessions = cookies.filter(({ name }) => carriesLogin(name) === "yes").length;
  return `${cookies.length} cookies${sessions > 0 ? ", including a session cookie" : ""}`;
}

/** `browsers reject most of its cookies`; undefined if Chromium accepts all. */
function refusedCookies({ verdicts: { cookies = [], firefox, webkit } }: Context): string | undefined {
  const refused = cookies.filter(({ outcome }) => outcome === "refused");
  if (refused.length === 0) return undefined;
  const isKept = ({ line, outcome }: Cookie) =>
    outcome !== "refused" && refused.some((one) => one.line === line);
  const most = webkit.cookies?.some(isKept) ? "most browsers reject" : "browsers reject";
  const reject = firefox.cookies?.some(isKept) ? "Chromium rejects" : most;
  if (cookies.length === 1) return `${reject} its cookie`;
  if (refused.length === cookies.length) return `${reject} all its cookies`;
  return `${reject} ${refused.length * 2 > cookies.length ? "most" : "some"} of its cookies`;
}
