/** Tools for AI assistants. Pure but for the given lookups. */

import { type TSchema, Type } from "@sinclair/typebox";
import { PLACE_LABELS } from "../../data/recipe-servers.ts";
import { runYielding } from "../api/cooperative.ts";
import { NetlensError } from "../api/errors.ts";
import { integer, oneOf, optionalFlag, optionalOneOf, optionalText, text } from "../api/schema.ts";
import { decoding } from "../http/decode.ts";
import { DecodeRequest, HTTP_VERSIONS } from "../http/schema.ts";
import { METHODS, NETWORKS, VERSIONS, VISITORS } from "../http/settings.ts";
import { isCompared } from "../http/unchecked.ts";
import { agesText, tableAges } from "../ip/data-ages.ts";
import { lookupIp } from "../ip/lookup.ts";
import { IpResult } from "../ip/schema.ts";
import { compareSides } from "../jobs/compare/sides.ts";
import { sourceUrl } from "../jobs/redirects/addresses.ts";
import { checkRedirect, OUTCOMES } from "../jobs/redirects/check-redirect.ts";
import { trailOf } from "../jobs/redirects/trail.ts";
import { placeSentence, uncheckedKinds } from "../jobs/visitor/address-text.ts";
import { seenIn, verifiedAgent } from "../jobs/visitor/routes.ts";
import { Visitor, VisitorRequest } from "../jobs/visitor/schema.ts";
import { visitorOf } from "../jobs/visitor/visitor.ts";
import { describeProblem } from "../problems/lookup.ts";
import { ProblemKind } from "../problems/schema.ts";
import { explainStatus } from "../status/practice.ts";
import { StatusMeaning } from "../status/schema.ts";
import { lookupUserAgent } from "../useragent/lookup.ts";
import { UserAgentResult } from "../useragent/schema.ts";
import { viewAgent } from "../view/agent.ts";
import { outcomeSentence } from "../view/all-clear.ts";
import { linkLabel } from "../view/format.ts";
import { recipesOf } from "../view/how.ts";
import { page } from "./page-tool.ts";
import { type AnyTool, how, Report, reportText, shown, tool, view } from "./tool.ts";

/** These members are left out because schemas take room in an assistant's context. */
const {
  embedded: _embedded,
  abuse: _abuse,
  connectionUnknown: _unknown,
  ...addressAnswer
} = IpResult.properties;

const address = tool("lookup_ip_address", "Where is an IP address", {
  description:
    "Use it to find the country, region, city, position, time zone, network, autonomous system and host name of an IPv4 or IPv6 address, or whether the address is private or reserved.",
  input: Type.Object({
    ip: text("IPv4 or IPv6 address, such as 8.8.8.8"),
    locale: optionalText("Language of the names, such as de"),
    reverse: optionalFlag("Whether to look up the host name in reverse DNS"),
  }),
  output: Type.Object({ ...addressAnswer, data: Type.Optional(Type.String()) }, { title: "Address" }),
  run: async ({ ip, locale, reverse }, { geo, named, need, clock }) => {
    need("ip");
    const found = lookupIp(ip, geo(), locale);
    const kinds = uncheckedKinds(found);
    const age = found.special ? "" : agesText(tableAges(geo(), clock()));
    const data = [age, kinds && `not checked: ${kinds}`].filter(Boolean).join("; ");
    return { ...(reverse ? await named(found) : found), ...(data && { data }) };
  },
  text: ({ asn, hostname, data, ...result }) => {
    const announced = asn && `Announced by AS${asn.number} ${asn.organization}.`;
    const name = hostname && `Host name: ${hostname}.`;
    const age = data && `Data: ${data}.`;
    return [`${result.ip}: ${placeSentence(result)}`, announced, name, age].filter(Boolean).join(" ");
  },
});

const agent = tool("identify_user_agent", "What is a user agent", {
  description:
    "Use it to find out which browser, app, bot, feed reader or library sends a User-Agent string, on which operating system and device, and how certain that is.",
  input: Type.Object({ agent: text("Value of the User-Agent header") }),
  output: UserAgentResult,
  run: ({ agent }, { need }) => {
    need("useragent");
    return lookupUserAgent(agent);
  },
  text: (result) => viewAgent(result).title || "Not recognised.",
});

const url = tool("check_url", "Fetch a URL and find problems", {
  description:
    "Use it to see what a web address does: every redirect with its status and time, what browsers and caches do with each response, certificate and connection failures, and every problem with its fix. It sends real requests.",
  input: Type.Object({
    url: text("URL; without a scheme http:// is assumed"),
    method: optionalOneOf(METHODS, "Request method, GET by default"),
    follow: optionalFlag("Whether redirects are followed, true by default"),
    as: optionalOneOf(VISITORS, "browser: keep cookies, upgrade by HSTS and follow Refresh, as browsers do"),
    version: optionalOneOf(VERSIONS, "HTTP version to use; auto, the default, offers 2 and 1.1"),
    network: optionalOneOf(NETWORKS, "IP version to use"),
    how,
    view,
  }),
  output: Report,
  openWorld: true,
  run: async ({ url, view, ...options }, { look }) => shown(await look(url, options), view),
  text: reportText,
});

const headers = tool("explain_http_headers", "Explain header lines", {
  description:
    "Use it for header lines that you already have (curl -i output, a server's configuration, a browser's network panel): what they do, what is wrong, and the corrected line. It fetches nothing.",
  input: Type.Object({
    headers: Type.Array(Type.String(), {
      description: "Header lines of the response; a status line may come first",
    }),
    status: DecodeRequest.properties.status,
    url: DecodeRequest.properties.url,
    method: DecodeRequest.properties.method,
    requestHeaders: DecodeRequest.properties.requestHeaders,
    httpVersion: optionalOneOf(HTTP_VERSIONS, "HTTP version of the response"),
    how,
    view,
  }),
  output: Report,
  run: async ({ view, how, ...known }, { clock, need }) => {
    need("http");
    return shown(await runYielding(decoding(known, clock(), { how })), view);
  },
  text: reportText,
});

const status = tool("explain_status_code", "What a status code means", {
  description: "Use it for the meaning of an HTTP status code, including those that only one product sends.",
  input: Type.Object({
    code: Type.Integer({ minimum: 100, maximum: 999, description: "Status code, such as 421" }),
  }),
  output: StatusMeaning,
  run: ({ code }, { need }) => {
    need("status");
    const meaning = explainStatus(code);
    if (!meaning)
      throw new NetlensError("invalid-param", `code must be a status code from 100 to 999, not ${code}.`);
    return meaning;
  },
  text: ({ code, message, description, advice }) =>
    [`${code} ${message}: ${description}`, advice].filter(Boolean).join("\n"),
});

const side = (which: string): TSchema =>
  Type.Union(
    [
      text("A URL, which is fetched"),
      Type.Object(
        { headers: Type.Array(Type.String(), { description: "Header lines fetched earlier" }) },
        { additionalProperties: true },
      ),
    ],
    { description: `The response ${which}` },
  );

const compare = tool("compare_responses", "Compare two responses", {
  description:
    "Use it to see what differs between two URLs, or between a URL and earlier header lines: headers, problems, verdicts of caches and browsers.",
  input: Type.Object({ a: side("before"), b: side("after") }),
  output: Type.Object({
    differences: Type.Array(
      Type.Object({
        kind: Type.String(),
        name: Type.String(),
        a: Type.Optional(Type.String()),
        b: Type.Optional(Type.String()),
        title: Type.String(),
        effect: text("better, worse, other"),
      }),
    ),
    outcome: Type.String(),
  }),
  openWorld: true,
  run: async (sides, { look, need }) => {
    need("http");
    const { differences, unchecked } = await compareSides(sides, (url) => look(url, {}));
    return {
      outcome: outcomeSentence({
        checked: isCompared({ ...(unchecked && { unchecked }) }) ? 1 : 0,
        found: "",
        none: "no differences",
        unchecked,
      }),
      differences: differences
        // Volatile values, such as dates, ids and nonces, differ in every response.
        .filter((difference) => difference.volatile !== true)
        .map(({ kind, name, a, b, title, effect }) => ({
          kind,
          name,
          ...(a !== undefined && { a }),
          ...(b !== undefined && { b }),
          title,
          effect,
        })),
    };
  },
  text: ({ differences, outcome }) =>
    [...new Set(differences.map(({ effect, title }) => `${effect}: ${title}`))].join("\n") || outcome,
});

/** @throws NetlensError for an unknown id */
export function problemKind(id: string): ProblemKind {
  const kind = describeProblem(id);
  if (!kind) throw new NetlensError("invalid-param", `No problem has the id "${id}".`);
  return kind;
}

const problem = tool("explain_problem", "What a problem means", {
  description:
    "Use it with the id of a finding (its name, such as cache-control-conflict) for what it means, why it matters, examples with and without it, configuration that fixes it on common servers, and the specification.",
  input: Type.Object({ id: text("Such as cache-control-conflict") }),
  output: ProblemKind,
  run: ({ id }, { need }) => {
    need("problems");
    return problemKind(id);
  },
  text: problemText,
});

/** Whole text, for clients that ignore structured content. */
function problemText(kind: ProblemKind): string {
  const { id, severity, summary, why, advice, examples, how, link } = kind;
  const recipes = how === undefined ? [] : recipesOf(how);
  return [
    `${id} (${severity}): ${summary}`,
    why,
    advice,
    examples && `With the problem:\n${examples.bad.lines.join("\n")}`,
    examples && `Without it:\n${examples.good.lines.join("\n")}`,
    how?.header && `Send: ${how.header}`,
    ...recipes.map(({ place, text }) => `${PLACE_LABELS[place]}:\n${text}`),
    link && `Specification: ${linkLabel(link)}, ${link}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Leaves out the full address and user agent, which have their own tools. */
const { localTime, support, contradictions } = Visitor.properties;

const visitor = tool("describe_visitor", "Describe a visitor by address and user agent", {
  description:
    "Use it for a support ticket or a line of a log with an address and a user agent: the place and kind of network, the local time, whether browser and system are still supported, contradictions between the two, and a text to paste. It gives no score.",
  input: VisitorRequest,
  output: Type.Object({ localTime, support, contradictions, text: Visitor.properties.text }),
  run: async (given, { geo, need, verify, clock }) => {
    need("ip");
    need("useragent");
    const seen = seenIn(given, clock());
    const { localTime, support, contradictions, text } = visitorOf(
      seen,
      geo(),
      await verifiedAgent(seen, verify),
    );
    return { ...(localTime && { localTime }), support, contradictions, text };
  },
  text: ({ text }) => text,
});

/** Maximum rows; each is a lookup. */
const MOST_REDIRECTS = 50;

const redirects = tool("check_redirects", "Check redirects", {
  description: `Use it after a migration to check that up to ${MOST_REDIRECTS} old URLs lead where they should, by one redirect each.`,
  input: Type.Object({
    redirects: Type.Array(
      Type.Object({
        from: text("Old URL, or a path if base is given"),
        to: optionalText("Expected target URL; any if absent"),
      }),
      { minItems: 1, maxItems: MOST_REDIRECTS, description: "Old URLs and their targets" },
    ),
    base: optionalText("URL to resolve paths against"),
  }),
  output: Type.Object({
    rows: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        outcome: oneOf(OUTCOMES),
        status: integer("Status of the first answer, 0 where there was none"),
        final: text("URL where the redirects end"),
        redirects: Type.Integer(),
        reason: text("What is wrong"),
      }),
    ),
  }),
  openWorld: true,
  run: async ({ redirects, base }, { look }) => {
    if (redirects.length > MOST_REDIRECTS)
      throw new NetlensError(
        "invalid-param",
        `redirects has ${redirects.length} rows; at most ${MOST_REDIRECTS} are allowed.`,
      );
    const rows = [];
    for (const [index, { from, to = "" }] of redirects.entries()) {
      const source = base === undefined && from.startsWith("/") ? undefined : sourceUrl(from, base);
      if (!source)
        throw new NetlensError("invalid-param", `redirects[${index}].from is not a URL; paths need base.`);
      const row = { row: index + 1, line: index + 1, column: 1, from, to };
      const trail = trailOf(await look(source.href, {}));
      const judged = checkRedirect(row, trail, { base, mostRedirects: 1 });
      const { outcome, status, final, redirects, reason } = judged;
      rows.push({ from, to, outcome, status, final, redirects, reason });
    }
    return { rows };
  },
  text: ({ rows }) =>
    rows
      .map(({ from, outcome, status, final, reason }) =>
        `${from}: ${outcome}, ${status} → ${final}. ${reason}`.trim(),
      )
      .join("\n"),
});

/** In the order shown by clients. */
export const tools: readonly AnyTool[] = [
  url,
  page,
  headers,
  address,
  agent,
  visitor,
  compare,
  redirects,
  problem,
  status,
];
