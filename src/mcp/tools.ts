/** The tools of assistants: one row a tool. Pure but for the lookups that it is given. */

import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import {
  isForm,
  PLACE_LABELS,
  RECIPE_CHOICES,
  type RecipeChoice,
  type RecipeForm,
} from "../../data/recipe-servers.ts";
import { runYielding } from "../api/cooperative.ts";
import type { Tag } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { HttpBrief } from "../http/brief-schema.ts";
import { compareSides } from "../http/compare/sides.ts";
import { decoding } from "../http/decode.ts";
import type { LookupOptions } from "../http/lookup.ts";
import { METHODS, NETWORKS, VERSIONS, VISITORS } from "../http/lookup-enums.ts";
import type { PageOptions } from "../http/page/audit-url.ts";
import { USUAL_RESOURCES } from "../http/page/bounds.ts";
import type { PageReport } from "../http/page/schema.ts";
import { sourceUrl } from "../http/redirects/addresses.ts";
import { checkRedirect, OUTCOMES } from "../http/redirects/check-redirect.ts";
import { trailOf } from "../http/redirects/trail.ts";
import { DecodeRequest, HTTP_VERSIONS, type HttpReport } from "../http/schema.ts";
import { lookupIp } from "../ip/lookup.ts";
import type { GeoDatabases } from "../ip/lookup-source.ts";
import { IpResult } from "../ip/schema.ts";
import { describeProblem } from "../problems/lookup.ts";
import { ProblemKind } from "../problems/schema.ts";
import { explainStatus } from "../status/practice.ts";
import { StatusMeaning } from "../status/schema.ts";
import { lookupUserAgent } from "../useragent/lookup.ts";
import { UserAgentResult } from "../useragent/schema.ts";
import { placeSentence } from "../view/address.ts";
import { viewAgent } from "../view/agent.ts";
import { briefOf } from "../view/brief.ts";
import { recipesOf } from "../view/how.ts";
import { pageRows, sizeText } from "../view/page.ts";
import { problemText } from "./problem-text.ts";

/** The parts that tools need of the process that serves them. */
export interface ToolDeps {
  /** Holds the caller to its rights. @throws NetlensError `forbidden` */
  readonly need: (tag: Tag) => void;
  readonly geo: () => GeoDatabases;
  /** Adds the host name to an address. */
  readonly named: (result: IpResult) => Promise<IpResult>;
  /** Fetches a URL, within the caller's bounds. @throws NetlensError */
  readonly look: (url: string, options: LookupOptions) => Promise<HttpReport>;
  /** Fetches a page and what it loads, within the caller's bounds. @throws NetlensError */
  readonly audit: (url: string, options: PageOptions) => Promise<PageReport>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Tool<I extends TObject, O extends TObject> {
  readonly name: string;
  readonly title: string;
  /** When to use it, and what comes back. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Whether it asks other servers. */
  readonly openWorld?: true;
  /** @throws NetlensError */
  readonly run: (given: Static<I>, deps: ToolDeps) => Static<O> | Promise<Static<O>>;
  /** The answer in a few words. */
  readonly text: (answer: Static<O>) => string;
}

/** A tool whatever it takes and gives. */
export interface AnyTool extends Omit<Tool<TObject, TObject>, "run" | "text"> {
  readonly run: (given: never, deps: ToolDeps) => object | Promise<object>;
  readonly text: (answer: never) => string;
}

function tool<I extends TObject, O extends TObject>(row: Tool<I, O>): AnyTool {
  return row;
}

const words = <const T extends readonly string[]>(all: T, description: string) =>
  Type.Optional(Type.Unsafe<T[number]>({ type: "string", enum: [...all], description }));

const view = words(
  ["findings", "full"],
  "findings (default): the brief report; full: also the API's whole object, under report",
);

/** A place is enough here: the stack that a response does not show is asked for elsewhere. */
const how = words(
  RECIPE_CHOICES.filter((choice): choice is Exclude<RecipeChoice, RecipeForm> => !isForm(choice)),
  "Add recipes for a place",
);

/** The brief form; the whole is what `view` asks for. */
const Report = Type.Object(
  {
    ...HttpBrief.properties,
    report: Type.Optional(
      Type.Unsafe<object>({ type: "object", description: "The API's whole object, with view full" }),
    ),
  },
  { title: "Report" },
);

function shown(report: HttpReport, view: string | undefined): Static<typeof Report> {
  return { ...briefOf(report), ...(view === "full" && { report }) };
}

function reportText({ url, intent, steps, findings }: Static<typeof Report>): string {
  const lines = steps.flatMap(({ url, status, error, findings }) => [
    `${status === 0 ? "failed" : status} ${url}${error ? `: ${error.message} ${error.hint}` : ""}`.trim(),
    ...findings.filter(({ severity }) => severity !== "info").map(findingText),
  ]);
  return [`${url === "" ? "" : `${url}: `}${intent}`, ...lines, ...findings.map(findingText)].join("\n");
}

function findingText({
  severity,
  title,
  name,
  fix,
  how,
}: Static<typeof HttpBrief>["findings"][number]): string {
  const recipes = how ? recipesOf(how).map(({ place, text }) => `\n  ${PLACE_LABELS[place]}:\n${text}`) : [];
  return `- ${severity}: ${title} [${name}]${fix === undefined ? "" : ` Better: ${fix}`}${recipes.join("")}`;
}

/** Blocks are not asked for here, nor contacts for abuse: schemas stand in assistants' memory. */
const {
  embedded: _embedded,
  prefix: _prefix,
  parts: _parts,
  truncated: _truncated,
  abuse: _abuse,
  ...addressAnswer
} = IpResult.properties;

const address = tool({
  name: "lookup_ip_address",
  title: "Where is an IP address",
  description:
    "Use it to find the country, region, city, position, time zone, network, autonomous system and host name of an IPv4 or IPv6 address, or whether the address is private or reserved.",
  input: Type.Object({
    ip: Type.String({ description: "IPv4 or IPv6 address, such as 8.8.8.8" }),
    locale: Type.Optional(Type.String({ description: "Language of the names, such as de" })),
    reverse: Type.Optional(Type.Boolean({ description: "Whether to look up the host name in reverse DNS" })),
  }),
  output: Type.Object(addressAnswer, { title: "Address" }),
  run: ({ ip, locale, reverse }, { geo, named, need }) => {
    need("ip");
    const found = lookupIp(ip, geo(), locale);
    return reverse ? named(found) : found;
  },
  text: ({ asn, hostname, ...result }) => {
    const announced = asn && `Announced by AS${asn.number} ${asn.organization}.`;
    const name = hostname && `Host name: ${hostname}.`;
    return [`${result.ip}: ${placeSentence(result)}`, announced, name].filter(Boolean).join(" ");
  },
});

const agent = tool({
  name: "identify_user_agent",
  title: "What is a user agent",
  description:
    "Use it to find out which browser, app, bot, feed reader or library sends a User-Agent string, on which operating system and device, and how certain that is.",
  input: Type.Object({ agent: Type.String({ description: "The value of the User-Agent field" }) }),
  output: UserAgentResult,
  run: ({ agent }, { need }) => {
    need("useragent");
    return lookupUserAgent(agent);
  },
  text: (result) => viewAgent(result).title || "Nothing is known about it.",
});

const url = tool({
  name: "check_url",
  title: "Fetch a URL and say what is wrong",
  description:
    "Use it to see what a web address does: every redirect with its status and time, what browsers and caches do with each response, certificate and connection failures, and every problem with its fix. It sends real requests.",
  input: Type.Object({
    url: Type.String({ description: "URL; without a scheme http:// is assumed" }),
    method: words(METHODS, "Request method, GET by default"),
    follow: Type.Optional(Type.Boolean({ description: "Whether redirects are followed, true by default" })),
    as: words(VISITORS, "browser: keep cookies, upgrade by HSTS and follow Refresh, as browsers do"),
    version: words(VERSIONS, "HTTP version to use; auto, the default, offers 2 and 1.1"),
    network: words(NETWORKS, "IP version to use"),
    how,
    view,
  }),
  output: Report,
  openWorld: true,
  run: async ({ url, view, ...options }, { look }) => shown(await look(url, options), view),
  text: reportText,
});

const headers = tool({
  name: "explain_http_headers",
  title: "Explain header lines",
  description:
    "Use it for header lines that you already have (curl -i output, a server's configuration, a browser's network panel): what they do, what is wrong, and the corrected line. It fetches nothing.",
  input: Type.Object({
    headers: Type.Array(Type.String(), {
      description: "Field lines of the response; a status line may come first",
    }),
    status: DecodeRequest.properties.status,
    url: DecodeRequest.properties.url,
    method: DecodeRequest.properties.method,
    requestHeaders: DecodeRequest.properties.requestHeaders,
    httpVersion: words(HTTP_VERSIONS, "HTTP version of the response"),
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

const status = tool({
  name: "explain_status_code",
  title: "What a status code means",
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
      Type.String({ description: "A URL, which is fetched" }),
      Type.Object(
        { headers: Type.Array(Type.String(), { description: "Field lines fetched earlier" }) },
        { additionalProperties: true },
      ),
    ],
    { description: `The response ${which}` },
  );

const compare = tool({
  name: "compare_responses",
  title: "Compare two responses",
  description:
    "Use it to see what differs between two URLs, or between a URL and earlier header lines: fields, problems, verdicts of caches and browsers.",
  input: Type.Object({ a: side("before"), b: side("after") }),
  output: Type.Object({
    differences: Type.Array(
      Type.Object({
        kind: Type.String(),
        name: Type.String(),
        a: Type.Optional(Type.String()),
        b: Type.Optional(Type.String()),
        title: Type.String(),
        effect: Type.String({ description: "better, worse, other" }),
      }),
    ),
  }),
  openWorld: true,
  run: async (sides, { look, need }) => {
    need("http");
    const { differences } = await compareSides(sides, (url) => look(url, {}));
    return {
      differences: differences
        // Dates, ids and nonces differ each time.
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
  text: ({ differences }) =>
    [...new Set(differences.map(({ effect, title }) => `${effect}: ${title}`))].join("\n") ||
    "No differences.",
});

/** Resources that are named at most, the broken ones first. */
const MOST_NAMED = 40;
/** Findings, hosts and notes of a group that are named at most. */
const MOST_NOTES = 20;

const page = tool({
  name: "audit_page",
  title: "What a page loads",
  description:
    "Use it to find out why a script, font, image or frame of a page does not load, what is slow or risky in it, and which Content-Security-Policy fits. It sends many requests.",
  input: Type.Object({
    url: Type.String({ description: "URL of the page" }),
    most: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: USUAL_RESOURCES,
        description: `Resources to request, ${USUAL_RESOURCES} by default`,
      }),
    ),
  }),
  output: Type.Object({
    url: Type.String(),
    status: HttpBrief.properties.status,
    count: Type.Integer(),
    resources: Type.Array(
      Type.Object({
        url: Type.String(),
        as: Type.String(),
        where: Type.String(),
        outcome: Type.String(),
        why: Type.String(),
      }),
    ),
    risky: Type.Array(Type.String()),
    slow: Type.Array(Type.String()),
    hosts: Type.Array(Type.String()),
    policy: Type.Optional(Type.String()),
    unseen: Type.Array(Type.String()),
  }),
  openWorld: true,
  run: async ({ url, most }, { audit }) => {
    const { resources, summary, policy, unseen, ...report } = await audit(url, { most });
    const notes = (all: typeof summary.risky) =>
      all.slice(0, MOST_NOTES).map(({ title, count }) => `${title}${count > 1 ? ` (${count})` : ""}`);
    const rows = pageRows(resources).slice(0, MOST_NAMED);
    return {
      url: report.url,
      status: report.status,
      count: resources.length,
      resources: rows.map(({ url, as, place, outcome, why }) => ({
        url: url.slice(0, LONGEST_URL),
        as,
        where: place,
        outcome,
        why: why.slice(0, MOST_NOTES).join(" "),
      })),
      risky: notes(summary.risky),
      slow: notes(summary.slow),
      hosts: summary.origins
        .slice(0, MOST_NOTES)
        .map(({ origin, requests, wireBytes }) => `${origin}: ${requests} requests, ${sizeText(wireBytes)}`),
      ...(policy && { policy: policy.reportOnly }),
      unseen,
    };
  },
  text: ({ url, status, count, resources, risky, slow, policy, unseen }) =>
    [
      `${status} ${url}: ${count} resources.`,
      ...resources
        .filter(({ outcome }) => outcome === "blocked" || outcome === "failed")
        .map(({ url, as, where, outcome, why }) => `- ${outcome}: ${as} ${url} (${where}). ${why}`),
      ...[...risky, ...slow].map((note) => `- ${note}`),
      ...(policy === undefined ? [] : [`The policy that fits: ${policy}`]),
      ...unseen.map((text) => `Not seen: ${text}`),
    ].join("\n"),
});

/** Characters of a URL that is named: data URLs are long. */
const LONGEST_URL = 500;

/** Each row is a lookup. */
const MOST_REDIRECTS = 50;

const redirects = tool({
  name: "check_redirects",
  title: "Check redirects",
  description: `Use it after a migration to check that up to ${MOST_REDIRECTS} old URLs lead where they should, by one redirect each.`,
  input: Type.Object({
    redirects: Type.Array(
      Type.Object({
        from: Type.String({ description: "Old URL, or a path if base is given" }),
        to: Type.Optional(
          Type.String({ description: "URL where it should lead; without it any target will do" }),
        ),
      }),
      { minItems: 1, maxItems: MOST_REDIRECTS, description: "Old URLs and their targets" },
    ),
    base: Type.Optional(Type.String({ description: "URL to resolve paths against" })),
  }),
  output: Type.Object({
    rows: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        outcome: Type.Unsafe<(typeof OUTCOMES)[number]>({ type: "string", enum: [...OUTCOMES] }),
        status: Type.Integer({ description: "Status of the first answer, 0 where there was none" }),
        final: Type.String({ description: "Where the redirects end" }),
        redirects: Type.Integer(),
        reason: Type.String({ description: "What is wrong" }),
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

/** @throws NetlensError for an id that does not exist */
export function problemKind(id: string): ProblemKind {
  const kind = describeProblem(id);
  if (!kind) throw new NetlensError("invalid-param", `No problem has the id "${id}".`);
  return kind;
}

const problem = tool({
  name: "explain_problem",
  title: "What a problem means",
  description:
    "Use it with the id of a finding (its name, such as cache-control-conflict) for what it means, why it matters, an example with and one without it, the lines that mend it on common servers, and the specification.",
  input: Type.Object({
    id: Type.String({
      description: "Such as cache-control-conflict",
    }),
  }),
  output: ProblemKind,
  run: ({ id }, { need }) => {
    need("problems");
    return problemKind(id);
  },
  text: problemText,
});

/** In the order in which clients list them. */
export const tools: readonly AnyTool[] = [
  url,
  page,
  headers,
  address,
  agent,
  compare,
  redirects,
  problem,
  status,
];
