/** Two layers that both set a policy, and software that sets caching headers. */

import { wordTexts } from "../../../data/headers/words.ts";
import { type Context, type ExplainedLine, problem, rule } from "../field.ts";
import { contentSecurityPolicy } from "../fields/csp/content-security-policy.ts";
import { isHtml, mayBeDocument } from "../reading/response-kind.ts";
import { isAddress, isTrustworthy } from "../verdicts/origins.ts";
import { checkLoad } from "../verdicts/policy-loads.ts";
import { readPolicies } from "../verdicts/policy-parse.ts";

const SIGNATURES = wordTexts("software by its caching headers");
const PHP = "PHP's session_start()";
/** Types of files that programs do not make for each request. */
export const UNCHANGING = /^(?:text\/css|image\/(?!.*icon)|font\/|audio\/|video\/)|javascript$/;

/** Kinds of loads whose hosts are compared between two policies. */
const LOADS = ["script", "style", "image", "connect", "font", "frame"];
const HOST = /^(?:https:\/\/)?([\w-]+(?:\.[\w-]+)+)$/i;
const MOST_HOSTS = 20;
const MOST_LINES = 16;
/** A policy without scripts, and one with a nonce for them. */
const CLOSED = /^(?!.*script-src(?!\s+'none'\s*(?:;|$))).*(?:script|default)-src\s+'none'\s*(?:;|$)/i;
const hasNonce = (value: string) => value.split(";").some((one) => /^\s*script-src.*'nonce-/i.test(one));
const ELSEWHERE = "https://netlens.invalid/";

/** Hosts that each line lists, and the page's own, which each line may list. */
function hostsOf(lines: readonly Pick<ExplainedLine, "line">[], own: string) {
  const listed = lines.flatMap(({ line }, at) =>
    [...new Set(line.value.toLowerCase().split(/[\s;]+/))].flatMap((word) => {
      const host = HOST.exec(word)?.[1];
      return host === undefined ? [] : [{ at, host: `https://${host}` }];
    }),
  );
  return [...listed.slice(0, MOST_HOSTS), ...lines.map((_, at) => ({ at, host: own }))];
}

/** A host, or the page's own, that one policy lists and another blocks; nonces and hashes may allow it. */
function hostOfOne(context: Context) {
  const lines = context.lines(contentSecurityPolicy).slice(0, MOST_LINES);
  if (lines.length < 2) return undefined;
  const page = context.url ?? new URL("https://own.invalid/");
  const closed = lines.find(({ line }) => CLOSED.test(line.value));
  if (closed && lines.some(({ line }) => hasNonce(line.value)))
    return { host: "every script", by: "'none'", line: closed };
  const policies = lines.map(({ line }) => readPolicies({ ...line, index: 0 }, "chromium"));
  const hosts = hostsOf(lines, page.origin);
  for (const as of LOADS) {
    const check = (at: number, url: string) => checkLoad({ as, url }, policies[at] ?? [], page, "chromium");
    const limited = lines.map((_, at) => check(at, ELSEWHERE).allowed === false);
    for (const { at, host } of hosts) {
      const own = limited[at] ? check(at, `${host}/`) : undefined;
      const isOwn = host === page.origin;
      if (!own?.allowed || (isOwn && own.by === "default-src")) continue;
      const other = lines.findIndex((_, one) => check(one, `${host}/`).allowed === false);
      const line = lines[other];
      if (line && !/'(?:nonce|sha\d|strict-dynamic)/i.test(line.line.value))
        return { host: isOwn ? "'self'" : host, by: check(other, `${host}/`).by ?? "", line };
    }
  }
  return undefined;
}

export const causes = rule([
  problem("csp-policies-conflict", "warning", "csp3#csp-header", {
    detect: hostOfOne,
    severityOf: ({ by }) => (by === "'none'" ? "error" : "warning"),
    title: ({ host, by }) =>
      `Two policies apply, probably of application and server: ${by} of one blocks ${host}.`,
    at: ({ line }) => line,
  }),
  problem("csp-upgrade-over-http", "warning", "mdn/Content-Security-Policy/upgrade-insecure-requests", {
    detect(context) {
      const { url } = context;
      // At the default port of a name, the site may serve HTTPS as well.
      if (url?.protocol !== "http:" || isTrustworthy(url) || !mayBeDocument(context)) return undefined;
      if (url.port === "" && !isAddress(url.hostname)) return undefined;
      return context
        .lines(contentSecurityPolicy)
        .find(({ parsed }) => parsed?.policies.some(({ byName }) => byName.has("upgrade-insecure-requests")));
    },
    title: (_, { url }) =>
      `upgrade-insecure-requests makes browsers load all files from https://${url?.host}, not over http.`,
    at: (line) => line,
  }),
  problem("caching-off-by-software", "warning", "rfc9111#section-5.2.2.5", {
    detect(context) {
      const { status, verdicts } = context;
      const lines = context.named("cache-control").map(({ line }) => line.value.toLowerCase());
      const software = SIGNATURES.get(`${lines.join(", ")}; ${context.named("expires")[0]?.line.value}`);
      const isFile = UNCHANGING.test(verdicts.declared);
      // Software may mean it for pages; the session of PHP begins on pages that need none, too.
      const isFound = isFile || (software === PHP && isHtml(context));
      return status === 200 && isFound && software;
    },
    severityOf: (_, context) => (isHtml(context) ? "info" : "warning"),
    title: (software, context) =>
      isHtml(context)
        ? `Cache-Control and Expires are those of ${software}, which forbid storing the page.`
        : `Cache-Control is probably that of ${software}: every visit downloads this file.`,
    at: (_, { named }) => named("cache-control")[0],
  }),
]);
