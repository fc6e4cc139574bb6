/**
 * Looks up the resources of a page, and those that style sheets and modules name: urgent ones first, a number at
 * a time, within the budget. A resource that fails is a row, not an error.
 */

import { optional } from "../../../api/body-parts.ts";
import type { Budget } from "../../../api/budget.ts";
import { NetlensError } from "../../../api/errors.ts";
import { PAGE } from "../../../api/limits.ts";
import type { countUnchecked } from "../../../api/unchecked.ts";
import { effectivePolicy, isSameSite } from "../../../headers/verdicts.ts";
import { plural } from "../../../headers/wording.ts";
import { browserAfter } from "../../../http/browser.ts";
import type { Hop } from "../../../http/chain.ts";
import { fieldLines } from "../../../http/exchange.ts";
import { HttpFailure } from "../../../http/target.ts";
import { type Answer, hasFormat, needsContent, readContent, type SheetTarget } from "../read/read-content.ts";
import { sheetReference } from "../read/read-page.ts";
import type { Inserted, PageReading, Reference } from "../read/reference.ts";
import { importedBy } from "../read/script-text.ts";
import type { Resource } from "../schema.ts";
import { isSecureAnswer, mayHaveIntegrity } from "./advice.ts";
import { FIRST_BYTES, type Look } from "./look-up.ts";
import { type PageContext, requestedUrl } from "./page-context.ts";
import { loadFields } from "./request-fields.ts";
import { resourceOf } from "./resource-row.ts";

/** A page that was read, and what its loads depend on. */
export interface OpenedPage {
  readonly page: PageContext;
  readonly reading: PageReading;
  readonly references: readonly Reference[];
  readonly hops: readonly Hop[];
}

export interface AuditOptions {
  /** Maximum number of resources that are looked up. */
  readonly most: number;
  /** Concurrent lookups. */
  readonly width: number;
  /** Maximum bytes of a style sheet or script that are kept until it is read. */
  readonly kept: number;
}

export interface AuditDeps {
  /** Looks up one resource through the queue. @throws NetlensError if the queue is full */
  readonly look: Look;
  /** Called before the first lookup with the number of lookups. @throws NetlensError to prevent them */
  readonly spend?: (count: number) => Promise<void> | void;
  readonly budget: Budget;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/** A reference and the URLs requested for it: the URL after an upgrade to https, then redirects. */
export interface LoadSeen {
  readonly reference: Reference;
  readonly urls: readonly URL[];
  /** Media type of the response, as determined by browsers. */
  readonly type?: string | undefined;
  /** Elements that the script creates, by its text. */
  readonly inserts?: readonly Inserted[];
  /** Whether an enforced policy of the page blocks the load in Chromium. */
  readonly isBlocked?: boolean;
}

/** Whether an enforced policy of the page blocks the load in Chromium. */
export function isPolicyBlocked({ blockedBy = [] }: Resource): boolean {
  return blockedBy.some(({ by, reportOnly }) => by === "policy" && !reportOnly);
}

const loadKey = ({ as, url }: Reference): string => `${as} ${url.href}`;

export interface Loading extends AuditOptions, AuditDeps {
  readonly signal: AbortSignal;
  /** Counts what is not looked up or not read. */
  readonly unchecked: ReturnType<typeof countUnchecked>;
  /** Start of the lookup of the document, by the clock. */
  readonly begun: number;
}

/** Result of one resource. */
export interface ResourceEvent {
  readonly kind: "resource";
  readonly resource: Resource;
  /** Position of the resource in the page. */
  readonly index: number;
  /** Number of resources found so far; increases when style sheets and modules are read. */
  readonly total: number;
}

/** Looks up and judges all resources. @returns rows in the order of the page, with resources of a style sheet after it, and the loads */
export async function* loadResources(
  { page, reading, hops, references: found }: OpenedPage,
  loading: Loading,
): AsyncGenerator<
  ResourceEvent,
  { readonly resources: readonly Resource[]; readonly loads: readonly LoadSeen[] }
> {
  const { budget, unchecked } = loading;
  const references = [...found];
  const browser = browserAfter(hops);
  const rows = new Map<number, Resource>();
  const loads: LoadSeen[] = [];
  const order: number[] = references.map((_, index) => index);
  /** Indexes of the references in a style sheet or module, by the index of the sheet or module. */
  const after = new Map<number, number[]>();
  /** Indexes of the modules that import a module statically, by its key. */
  const importers = new Map<string, number[]>();
  const known = new Map<string, Promise<Answer | string>>();
  /** Keys of loads by style sheets and modules. Modules are requested once; fonts may also be preloaded. */
  const named = new Set(references.filter((one) => (one.initiator ?? one.module) !== undefined).map(loadKey));
  const ready: number[] = [];
  let lookups = 0;
  let wake = () => {};

  await loading.spend?.(Math.min(loading.most, references.filter(isLookedUp).length));

  /** @param isExtra whether the lookup was not announced to `spend` */
  async function look(reference: Reference, url: URL, isExtra = false): Promise<Answer | string> {
    const key = [url.href, reference.cors, reference.as, reference.integrity !== undefined].join(" ");
    const before = known.get(key);
    if (before) return await before;
    if (lookups >= loading.most) return `the limit of ${plural(loading.most, "resource")} was reached`;
    if (budget.timeLeft() === 0) return budget.exhausted ?? "";
    lookups++;
    if (isExtra) await loading.spend?.(1);
    const answer = answerOf(reference, url);
    known.set(key, answer);
    return await answer;
  }

  const isForeign = ({ origin }: URL) => page.isOpaque("chromium") || origin !== page.url.origin;

  async function answerOf(reference: Reference, url: URL): Promise<Answer | string> {
    const looked = await loading.look(
      {
        url,
        kept: needsContent(reference) ? loading.kept : hasFormat(reference) ? FIRST_BYTES : 0,
        upgraded: (next) => requestedUrl(reference, browser.upgraded(next), page, "chromium"),
        fields(at, before) {
          const cookie = isSameSite(at, page.url) ? browser.cookieFor(at, page.url) : "";
          const fields = loadFields(reference, [...before, at], page);
          const isWithout = reference.cors === "anonymous" && [...before, at].some(isForeign);
          return cookie === "" || isWithout ? fields : [...fields, ["Cookie", cookie]];
        },
      },
      loading.signal,
    );
    if (typeof looked === "string") return looked;
    const isHashed =
      reference.integrity !== undefined || (mayHaveIntegrity(reference) && !isSameSite(url, page.url));
    const answer = await readContent(looked, reference, budget, isHashed);
    if (answer.unread !== undefined)
      unchecked.add(reference.as === "style" ? "style sheet" : reference.as, answer.unread);
    return answer;
  }

  async function audit(index: number): Promise<void> {
    const reference = references[index];
    if (!reference) return;
    const url = requestedUrl(reference, browser.upgraded(reference.url), page, "chromium");
    let found: Answer | string | undefined;
    const started = loading.clock();
    try {
      if (isLookedUp(reference)) found = await look(reference, url);
    } catch (error) {
      if (!(error instanceof NetlensError || error instanceof HttpFailure)) throw error;
      found = error.message;
    }
    const { resource, answer, isJudged } = await resourceOf(reference, url, found, page, budget);
    if (typeof found === "string") unchecked.add("resource", found);
    else if (!isJudged) unchecked.add("resource", budget.exhausted ?? "");
    if (!reference.isSpeculative)
      loads.push({
        reference,
        isBlocked: isPolicyBlocked(resource),
        urls: answer?.urls ?? [url],
        type: resource.type,
        ...optional("inserts", answer?.inserts),
      });
    rows.set(index, {
      ...resource,
      ...(typeof found === "object" && { timeStart: started - loading.begun }),
    });
    const from = answer?.hops.at(-1)?.url;
    if (from && resource.outcome !== "blocked") addNamed(index, reference, from, answer);
    ready.push(index);
    wake();
  }

  /** Adds the fonts, images and imports of a style sheet, and the imports of a module. */
  function addNamed(index: number, by: Reference, from: URL, { sheet, imports, hops: own }: Answer): void {
    const children: number[] = [];
    const policies = fieldLines(own.at(-1)?.lines ?? [], "referrer-policy").map(({ value }) => value);
    const referrerPolicy =
      effectivePolicy(policies.join(), "chromium") ?? (sheet && "strict-origin-when-cross-origin");
    const found = imports
      ? importedBy(imports, from, reading.imports, {
          ...by,
          base: reading.base,
          where: { line: 1, element: "" },
        })
      : (sheet ?? []).flatMap((target) => namedInSheet(target, by));
    for (const child of found) {
      const key = loadKey(child);
      if (child.module && child.condition === undefined) importers.getOrInsert(key, []).push(index);
      if (named.has(key)) continue;
      const { length } = child.url.href;
      if (references.length >= PAGE.known || length > PAGE.url || !budget.charge("kept", length)) {
        unchecked.add("reference", TOO_MANY);
        continue;
      }
      named.add(key);
      children.push(references.length);
      references.push({ ...child, initiator: from, ...optional("referrerPolicy", referrerPolicy) });
    }
    after.set(index, children);
    queue.push(...children);
  }

  /** Sets `overHttps` of http rows of an https page: by the upgraded request, or by one more lookup of the URL. */
  async function tryHttps(): Promise<void> {
    if (page.url.protocol !== "https:") return;
    const insecure = [...rows].flatMap(([index, row]) => {
      const reference = references[index];
      const isTried =
        reference?.url.protocol === "http:" && reference.url.port === "" && isLookedUp(reference);
      if (!isTried) return [];
      return [{ index, row, reference, url: new URL(reference.url.href.replace(/^http:/, "https:")) }];
    });
    const answers = new Map<string, Promise<boolean | undefined>>();
    for (const { reference, url } of insecure)
      if (answers.size < PAGE.triedOverHttps)
        answers.getOrInsertComputed(url.href, () => overHttps({ ...reference, url }));
    for (const { index, row, url } of insecure)
      rows.set(index, { ...row, ...optional("overHttps", await answers.get(url.href)) });
  }

  async function overHttps(reference: Reference): Promise<boolean | undefined> {
    try {
      const answer = await look(reference, reference.url, true);
      return typeof answer === "string" ? undefined : isSecureAnswer(answer);
    } catch (error) {
      if (!(error instanceof NetlensError || error instanceof HttpFailure)) throw error;
      return undefined;
    }
  }

  // Looks up unconditional loads first.
  const queue = order.toSorted((a, b) => urgency(references[a]) - urgency(references[b]));
  let running = 0;
  let failure: { readonly error: unknown } | undefined;
  const start = () => {
    while (running < loading.width && queue.length > 0 && !failure) {
      const index = queue.shift();
      if (index === undefined) break;
      running++;
      audit(index)
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => {
          running--;
          wake();
        });
    }
  };
  for (;;) {
    start();
    for (let index = ready.shift(); index !== undefined; index = ready.shift()) {
      const resource = rows.get(index);
      if (resource) yield { kind: "resource", resource, index, total: references.length };
    }
    start();
    if (failure) throw failure.error;
    if (running === 0 && queue.length === 0 && ready.length === 0) break;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    if (ready.length === 0 && !failure) await promise;
  }
  failImporters(references, rows, importers);
  await tryHttps();
  const placed = (index: number): number[] => [index, ...(after.get(index) ?? []).flatMap(placed)];
  return { resources: order.flatMap(placed).flatMap((index) => rows.get(index) ?? []), loads };
}

/** Marks modules as failed if one of their imports fails. `importers`: indexes by the key of the import. */
function failImporters(
  references: readonly Reference[],
  rows: Map<number, Resource>,
  importers: ReadonlyMap<string, readonly number[]>,
): void {
  const failed = [...rows].filter(([, { outcome }]) => outcome === "blocked" || outcome === "failed");
  for (const [index, { url }] of failed) {
    const reference = references[index];
    for (const by of (reference && importers.get(loadKey(reference))) ?? []) {
      const row = rows.get(by);
      if (!row || !isLoaded(row)) continue;
      const importer: Resource = {
        ...row,
        outcome: "failed",
        error: `It imports a module that does not load: ${url}`,
      };
      rows.set(by, importer);
      failed.push([by, importer]);
    }
  }
  // A module follows its first importer, so one pass also reaches imports of imports. JSON does not run anyway.
  for (const [index, reference] of references.entries()) {
    if (reference.dest === "json") continue;
    const row = rows.get(index);
    const by =
      reference.initiator && reference.condition === undefined ? importers.get(loadKey(reference)) : [];
    const isRun = !by?.length || by.some((one) => isLoaded(rows.get(one)));
    if (row && isLoaded(row) && !isRun)
      rows.set(index, { ...row, outcome: "failed", error: "The module that imports it does not run." });
  }
}

const isLoaded = (row?: Resource): boolean => row?.outcome === "loads" || row?.outcome === "upgraded";

export const TOO_MANY = "the page has too many, or they are too long";

/** Maximum depth of style sheets that import each other. */
const MOST_IMPORTS = 5;

function namedInSheet({ url, ...found }: SheetTarget, sheet: Reference): Reference[] {
  const depth = (sheet.depth ?? 0) + 1;
  if (found.as === "style" && depth > MOST_IMPORTS) return [];
  const where = { line: found.line, element: found.rule };
  return [{ ...sheetReference(found, url), where, metas: sheet.metas, depth }];
}

/** Whether a browser requests it on a visit. URLs of forms and base are only checked against policies. */
function isLookedUp({ as, url, isSpeculative }: Reference): boolean {
  return (
    as !== "form" &&
    as !== "base" &&
    !isSpeculative &&
    (url.protocol === "http:" || url.protocol === "https:")
  );
}

const FIRST: readonly string[] = ["style", "script", "font", "frame"];

function urgency(reference: Reference | undefined): number {
  if (!reference) return 0;
  const kind = FIRST.indexOf(reference.as);
  return (reference.condition ? 10 : 0) + (kind < 0 ? FIRST.length : kind);
}
