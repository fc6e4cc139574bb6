/** HAR log of a page load → page report, including the requests of scripts. Pure. */

import { loggedKinds } from "../../../data/browsers/page-loads.ts";
import { javascriptTypes } from "../../../data/browsers/rendered-types.ts";
import type { RecipeChoice } from "../../../data/recipe-servers.ts";
import { optional } from "../../api/body-parts.ts";
import { type Budget, makeBudget } from "../../api/budget.ts";
import { runYielding } from "../../api/cooperative.ts";
import { NetlensError } from "../../api/errors.ts";
import { PAGE, pageBudget } from "../../api/limits.ts";
import { countUnchecked } from "../../api/unchecked.ts";
import { receivedMessage } from "../../headers/message.ts";
import { rawResponse } from "../../headers/raw-response.ts";
import { verdictsOf } from "../../http/chain.ts";
import type { HttpReport } from "../../http/schema.ts";
import { isRecord } from "../../syntax/json-field.ts";
import { type Entry, entriesOf, explainingHar, readEntry } from "../har/read.ts";
import { type Audit, checkAllInline } from "./audit.ts";
import type { PolicyBy } from "./bounds.ts";
import { isPolicyBlocked, type LoadSeen } from "./judge/load-resources.ts";
import type { Looked } from "./judge/look-up.ts";
import { openPage, type PageContext } from "./judge/page-context.ts";
import { resourceOf } from "./judge/resource-row.ts";
import { type BriefOf, pageReport, REST } from "./page-report.ts";
import { isPageForScript, NO_SCRIPT } from "./read/read-content.ts";
import { MANY_URLS, readPage, sheetReference } from "./read/read-page.ts";
import type { LoadAs, Reference } from "./read/reference.ts";
import { insertedBy } from "./read/script-text.ts";
import { sheetUrls } from "./read/style-sheet.ts";
import type { PageReport, Resource } from "./schema.ts";

export interface Logged extends Entry {
  readonly url: URL;
  readonly hop: Looked["hops"][number];
  readonly text: string | undefined;
  /** Kind of the load; undefined if neither the log nor the request has it. */
  readonly as: LoadAs | undefined;
  readonly cors: Reference["cors"];
  /** URL of the script that made the request; undefined if the parser made it. */
  readonly script: string | undefined;
  readonly error: string | undefined;
  readonly bytes: number | undefined;
}

/** @throws NetlensError `invalid-param` if it is not a HAR log with an HTML page */
export async function pageOfHar(
  har: unknown,
  by: PolicyBy,
  briefOf: BriefOf,
  how?: RecipeChoice,
): Promise<{ readonly report: PageReport; readonly document: HttpReport }> {
  const raw = entriesOf(har);
  const entries = raw.flatMap((entry, index) => logged(entry, index) ?? []);
  const first = entries.findIndex(({ hop }) => verdictsOf(hop).content?.type === "text/html");
  const document = entries[first];
  if (!document) throw new NetlensError("invalid-param", "har.log.entries has no HTML document.");
  const at = raw.findIndex((entry, index) => logged(entry, index)?.url.href === document.url.href);
  const explained = await runYielding(explainingHar({ log: { entries: [raw[at]] } }, Date.now()));
  const audit = await auditOf(document, entries.slice(first + 1));
  const report = await pageReport({ report: explained }, audit, {
    by,
    how,
    briefOf,
    timeTotal: document.time,
  });
  const unseen = document.text === undefined ? [NO_MARKUP] : audit.isWhole ? [] : [REST];
  return { report: { ...report, unseen }, document: explained };
}

const NO_MARKUP = "Inline code: the log does not contain the document's content.";

/** Budget of one log in milliseconds. */
const TIME = 15_000;

async function auditOf(document: Logged, others: readonly Logged[]): Promise<Audit> {
  const budget = makeBudget(pageBudget(others.length, TIME));
  const unchecked = countUnchecked();
  const { url, hop, text = "" } = document;
  const message = receivedMessage(document.lines, { url: url.href, status: hop.status, method: "GET" });
  const reading = await readPage(text, url, budget);
  const page = openPage({ ...rawResponse(message), url }, reading);
  unchecked.addAll(reading.unchecked);
  const inMarkup = new Map(reading.references.toReversed().map((one) => [one.url.href, one]));
  const { resources, loads } = await auditEntries(others, page, budget, (entry, looked) => [
    inMarkup.get(entry.url.href) ?? referenceOf(entry, entry.as ?? kindOf(looked), "HAR"),
  ]);
  for (const reference of await named(reading.references, others, budget, unchecked)) {
    const { resource } = await resourceOf(reference, reference.url, undefined, page, budget);
    resources.push(resource);
    loads.push({ reference, isBlocked: isPolicyBlocked(resource), urls: [reference.url] });
  }
  const inline = (await budget.run(checkAllInline(reading.inline, page))) ?? [];
  if (budget.exhausted) unchecked.add("log", budget.exhausted);
  return {
    page,
    resources,
    inline,
    loads,
    code: reading.inline,
    omitted: reading.omitted,
    unchecked: unchecked.list(),
    isWhole: reading.isWhole,
  };
}

/** Rows and loads of the references of each entry; the target of a redirect is part of the redirect's row. */
export async function auditEntries(
  entries: readonly Logged[],
  page: PageContext,
  budget: Budget,
  referencesOf: (entry: Logged, looked: Looked) => readonly Reference[],
): Promise<{ readonly resources: Resource[]; readonly loads: LoadSeen[] }> {
  /** Targets of redirects without an entry so far. */
  const targets: string[] = [];
  const resources: Resource[] = [];
  const loads: LoadSeen[] = [];
  for (const [index, entry] of entries.entries()) {
    const at = targets.indexOf(entry.url.href);
    if (at >= 0) targets.splice(at, 1);
    targets.push(...[redirectOf(entry) ?? []].flat());
    if (at >= 0) continue;
    const looked = chainOf(entry, entries.slice(index));
    for (const reference of referencesOf(entry, looked)) {
      const found = isPageForScript(reference, entry.text ?? "", entry.hop.status)
        ? { ...looked, error: NO_SCRIPT }
        : looked;
      const { resource } = await resourceOf(reference, entry.url, found, page, budget);
      resources.push(resource);
      const inserts =
        reference.as === "script" && entry.text !== undefined
          ? await budget.run(insertedBy(entry.text))
          : undefined;
      loads.push({
        reference,
        isBlocked: isPolicyBlocked(resource),
        urls: looked.urls,
        type: resource.type,
        ...optional("inserts", inserts),
      });
    }
  }
  return { resources, loads };
}

/** Reference of a request that the markup does not name. */
export function referenceOf({ url, script, cors }: Logged, as: LoadAs, element: string): Reference {
  return {
    url,
    as,
    where: { line: 0, element: script === undefined ? element : "script" },
    ...optional("initiator", URL.parse(script ?? "") ?? undefined),
    ...optional("cors", cors),
    ...(script !== undefined && { parser: false as const }),
    metas: Number.POSITIVE_INFINITY,
  };
}

/** Kind by the media type of the response, since browsers send no Sec-Fetch-Dest over http. */
export function kindOf({ hops }: Looked): LoadAs {
  const hop = hops.at(-1);
  const type = (hop && verdictsOf(hop).content?.type) ?? "";
  if (javascriptTypes.has(type)) return "script";
  if (type === "text/css") return "style";
  return type === "text/html" ? "frame" : (loggedKinds.get(type.split("/", 1)[0] ?? "") ?? "connect");
}

/** References in markup and style sheets without a request in the log: data: URLs, forms, unused candidates. */
async function named(
  references: readonly Reference[],
  others: readonly Logged[],
  budget: Budget,
  unchecked: ReturnType<typeof countUnchecked>,
): Promise<Reference[]> {
  const known = new Set(others.map(({ url }) => url.href));
  const more = new Map<string, Reference>();
  const add = (one: Reference) => {
    const key = `${one.as} ${one.into} ${one.url.href}`;
    if (known.has(one.url.href)) return;
    if (more.size < PAGE.known && one.url.href.length <= PAGE.url) more.set(key, one);
    else if (!more.has(key)) unchecked.add("reference", "the page has too many, or they are too long");
  };
  for (const one of references) add(one);
  for (const { url: initiator, text, hop } of others) {
    if (text === undefined || verdictsOf(hop).content?.type !== "text/css") continue;
    const read = await budget.run(sheetUrls(text));
    if (!read?.isWhole) unchecked.add("style sheet", budget.exhausted ?? MANY_URLS);
    for (const found of read?.urls ?? []) {
      const url = URL.parse(found.text, initiator.href);
      const where = { line: found.line, element: found.rule };
      if (url) add({ ...sheetReference(found, url), where, initiator, metas: 0 });
    }
  }
  return [...more.values()];
}

function redirectOf({ hop, url }: Logged): string | undefined {
  const location = hop.lines.find(({ name }) => name === "location")?.value;
  const isRedirect = hop.status >= 300 && hop.status < 400 && location !== undefined;
  return isRedirect ? URL.parse(location, url.href)?.href : undefined;
}

/** An entry with the entries of the redirects that follow it. */
function chainOf(entry: Logged, later: readonly Logged[]): Looked {
  const chain = [entry];
  for (let next = redirectOf(entry); next !== undefined && chain.length < later.length; ) {
    const found = later.find((one) => one.url.href === next && !chain.includes(one));
    if (!found) break;
    chain.push(found);
    next = redirectOf(found);
  }
  const last = chain.at(-1) ?? entry;
  return {
    urls: chain.map(({ url }) => url),
    hops: chain.filter(({ hop }) => hop.status > 0).map(({ hop }) => hop),
    ...optional("error", last.error),
    ...optional("wireBytes", last.bytes),
    timeTotal: chain.reduce((sum, { time }) => sum + time, 0),
  };
}

/** Entry of a log; undefined if its URL is not of http or a WebSocket. */
export function logged(entry: unknown, index: number): Logged | undefined {
  const read = readEntry(entry, index);
  if (!read.url || !/^(?:http|ws)s?:$/.test(read.url.protocol) || !isRecord(entry)) return undefined;
  const { response, _resourceType: type, _initiator: initiator, _error: failure } = entry;
  const { content, bodySize } = isRecord(response) ? response : {};
  const request = new Map(
    read.requestLines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const dest = typeof type === "string" && type !== "other" ? type : (request.get("sec-fetch-dest") ?? "");
  const byScript = isRecord(initiator) && initiator["type"] === "script" ? initiator : undefined;
  const { lines } = receivedMessage(read.lines);
  const status = read.status;
  return {
    ...read,
    url: read.url,
    hop: {
      url: read.url,
      method: read.method,
      status,
      lines,
      requestLines: read.requestLines,
      receivedAt: read.receivedAt,
    },
    text:
      isRecord(content) && typeof content["text"] === "string"
        ? decoded(content["text"], content)
        : undefined,
    as: loggedKinds.get(dest.toLowerCase()),
    cors: request.get("sec-fetch-mode") === "cors" ? "anonymous" : undefined,
    script: byScript && (scriptOf(byScript) ?? ""),
    error: status > 0 ? undefined : typeof failure === "string" ? failure : "There is no response.",
    bytes: typeof bodySize === "number" && bodySize >= 0 ? bodySize : undefined,
  };
}

function decoded(text: string, content: { readonly encoding?: unknown }): string {
  return content.encoding === "base64" ? Buffer.from(text, "base64").toString() : text;
}

/** URL of the script at the top of the stack. */
function scriptOf({ url, stack }: { readonly url?: unknown; readonly stack?: unknown }): string | undefined {
  if (typeof url === "string") return url;
  const frames = isRecord(stack) ? stack["callFrames"] : undefined;
  const top: unknown = Array.isArray(frames) ? frames[0] : undefined;
  return isRecord(top) && typeof top["url"] === "string" ? top["url"] : undefined;
}
