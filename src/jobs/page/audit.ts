/**
 * Audits a page and all resources that it loads, and yields each result as it arrives. The exchanges of the
 * document and a lookup function go in, events and the audit come out. Never opens a connection itself.
 */

import type { Budget } from "../../api/budget.ts";
import type { Task } from "../../api/cooperative.ts";
import { countUnchecked, type Unchecked } from "../../api/unchecked.ts";
import { checkLoad } from "../../headers/verdicts.ts";
import { charsetOf, declaredCharset, decoderFor } from "../../http/browser.ts";
import { responseOf, verdictsOf } from "../../http/chain.ts";
import { type Exchange, fieldLines, hopsOf } from "../../http/exchange.ts";
import type { HttpReport } from "../../http/schema.ts";
import { parseLinks } from "../../syntax/link.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { ELEMENTS } from "./elements.ts";
import { preloadNotes } from "./judge/advice.ts";
import {
  type AuditDeps,
  type AuditOptions,
  type LoadSeen,
  loadResources,
  type OpenedPage,
  type ResourceEvent,
  TOO_MANY,
} from "./judge/load-resources.ts";
import { checkInline } from "./judge/outcome.ts";
import { openPage, type PageContext } from "./judge/page-context.ts";
import { readPage } from "./read/read-page.ts";
import type { Inline, Reference } from "./read/reference.ts";
import type { BrowserLoad, InlineCode, Note, Resource } from "./schema.ts";

export interface Document {
  readonly report: HttpReport;
  readonly exchanges: readonly Exchange[];
  /** Start of the lookup, by the clock of the options. */
  readonly begun: number;
}

export type AuditEvent =
  /** The first event. `total`: number of resources found so far. */
  | { readonly kind: "document"; readonly inline: readonly InlineCode[]; readonly total: number }
  | ResourceEvent;

/** Result of an audit; `page-report.ts` builds the report from it. */
export interface Audit {
  readonly page: PageContext;
  /** Resources in the order of the page; those of a style sheet follow the style sheet. */
  readonly resources: readonly Resource[];
  readonly inline: readonly InlineCode[];
  /** Loads and inline code, for the suggested policy. */
  readonly loads: readonly LoadSeen[];
  readonly code: readonly Inline[];
  readonly omitted: number;
  readonly unchecked: readonly Unchecked[];
  /** Whether the whole page was read. */
  readonly isWhole: boolean;
  /** Notes on preloads; absent for a HAR log, which has no unused references. */
  readonly preloads?: readonly Note[];
  /** Set if a browser loaded the page, with the code that it made of strings. */
  readonly browser?: BrowserLoad;
  readonly evaluates?: readonly { readonly blocked: string; readonly source: string }[];
}

/** Audits a document that was looked up with its content (`settings.kept`). @returns undefined if no HTML was received */
export async function* auditPage(
  document: Document,
  options: AuditOptions,
  deps: AuditDeps,
  signal: AbortSignal,
): AsyncGenerator<AuditEvent, Audit | undefined> {
  const { budget } = deps;
  const opened = await openDocument(document.exchanges, budget);
  if (!opened) return undefined;
  const { page, reading } = opened;
  const unchecked = countUnchecked();
  unchecked.addAll(reading.unchecked);
  unchecked.add("reference", TOO_MANY, reading.omitted);
  const inline = (await budget.run(checkAllInline(reading.inline, page))) ?? [];
  if (inline.length < reading.inline.length)
    unchecked.add("piece of inline code", budget.exhausted ?? "", reading.inline.length - inline.length);
  yield { kind: "document", inline, total: opened.references.length };
  const { loads, resources } = yield* loadResources(opened, {
    ...deps,
    ...options,
    signal,
    unchecked,
    begun: document.begun,
  });
  const seen = {
    loads,
    omitted: reading.omitted,
    unchecked: unchecked.list(),
    isWhole: reading.isWhole && document.exchanges.at(-1)?.content?.body.truncated !== true,
  };
  return {
    ...seen,
    preloads: preloadNotes(seen),
    page,
    resources,
    inline,
    code: reading.inline,
  };
}

export function* checkAllInline(code: readonly Inline[], page: PageContext): Task<InlineCode[]> {
  const all: InlineCode[] = [];
  for (const one of code) all.push(yield* checkInline(one, page));
  return all;
}

/** Runs a generator to its end and passes each event to `onEvent`. */
export async function endOf<E, R>(
  events: AsyncGenerator<E, R>,
  onEvent: (event: E) => void = () => {},
): Promise<R> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) return value;
    onEvent(value);
  }
}

/** Returns the content of the document; undefined if the last response is not HTML. */
async function openDocument(exchanges: readonly Exchange[], budget: Budget): Promise<OpenedPage | undefined> {
  const last = exchanges.at(-1);
  const hops = hopsOf(exchanges);
  const hop = hops.at(-1);
  const bytes = last?.content?.opening;
  if (!last?.head || !hop || !bytes) return undefined;
  const { content } = verdictsOf(hop);
  const isHtml = content && !content.download && !content.fails && isMarkup(content.type, bytes);
  if (!isHtml) return undefined;
  const label = await charsetOf(bytes, declaredCharset(hop.lines));
  const response = { ...responseOf(hop), url: hop.url };
  const bare = openPage(response, { metas: [], quirks: false });
  const mayBase = (url: URL) =>
    checkLoad({ as: "base", url: url.href }, bare.enforced("chromium", 0), hop.url, "chromium").allowed !==
    false;
  const reading = await readPage(decoderFor(label).decode(bytes), hop.url, budget, {
    mayBase,
    charset: decoderFor(label).encoding,
    isXml: content.type === "application/xhtml+xml",
  });
  const page = openPage(response, reading);
  return { page, reading, hops, references: [...linked(last, hop.url), ...reading.references] };
}

/** Whether it is HTML or XHTML. XHTML is parsed as HTML, which gives the same references. */
function isMarkup(type: string, bytes: Uint8Array): boolean {
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  return (
    type === "" &&
    /^\s*<(?:!doctype html|html|head|body|script|title|meta)\b/i.test(
      Buffer.from(bytes.subarray(0, 512)).toString("latin1"),
    )
  );
}

/** Preloads by Link fields, beginning with those of a 103 (RFC 8297; HTML section 4.6.7.10). */
function linked({ interim, head }: Exchange, url: URL): Reference[] {
  const lines = [...interim.filter(({ status }) => status === 103).slice(0, 1), ...(head ? [head] : [])];
  const seen = new Set<string>();
  return lines.flatMap((each, index) =>
    fieldLines(each.lines, "link").flatMap(({ value }) =>
      parseLinks(value).links.flatMap(({ target, rel, parameters }) => {
        // Browsers ignore links of another context.
        if (parameters.some(({ name }) => name === "anchor")) return [];
        const attributes = new Map<string, string>([
          ["rel", rel.join(" ")],
          ["href", target],
        ]);
        for (const name of ["as", "crossorigin", "integrity", "media", "nonce", "type", "imagesrcset"]) {
          const has = parameters.find((parameter) => parameter.name === name);
          if (has) attributes.set(name, parameterValue(parameters, name) ?? "");
        }
        return (ELEMENTS.get("link")?.(attributes) ?? []).flatMap(({ url: text, from: _, ...found }) => {
          const resolved = URL.parse(text, url.href);
          if (!resolved || seen.has(`${found.as} ${resolved.href}`)) return [];
          seen.add(`${found.as} ${resolved.href}`);
          // Chromium loads no style sheet or worker of a header, and nothing of a 103 over HTTP/1.1.
          const isEarly = index === 0 && lines.length > 1 && each.httpVersion === "1.1";
          const isWorker = found.module && /work/i.test(attributes.get("as") ?? "");
          const isPassedOver = isEarly || isWorker || rel.some((each) => /^stylesheet$/i.test(each));
          const condition = isPassedOver ? { condition: "platform" as const } : {};
          return [{ ...found, ...condition, url: resolved, where: { line: 0, element: "Link" }, metas: 0 }];
        });
      }),
    ),
  );
}
