/** Writes reports to the store, each step at the URL of the step. */

import { wordList } from "../../../data/headers/words.ts";
import type { Task } from "../../api/cooperative.ts";
import type { SiteBounds } from "../../api/limits.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { withoutUserinfo } from "../../http/target.ts";
import { breaking, checkReport, type Expectations } from "../project/check.ts";
import type { Finding as Found } from "../project/findings.ts";
import { factsOfHead } from "../redirects/page-facts.ts";
import { DATED, openTraps, type Patterns, shapeOf } from "./patterns.ts";
import { siteFinding } from "./problems.ts";
import type { PageLinks } from "./read-links.ts";
import { KIND, type Row, SOURCE, STATE, type Store } from "./store.ts";

/** Bounds of a check. */
export interface Scope {
  /** Hosts of the site with port; default ports match both schemes. */
  readonly hosts: Set<string>;
  /** Maximum number of links from the first URL and the sitemaps. */
  readonly depth: number;
  /** Whether links to other hosts are checked. */
  readonly external: boolean;
  readonly bounds: Pick<SiteBounds, "urls" | "url">;
  /** Whether --include and --exclude allow a URL. */
  readonly wants?: (url: URL) => boolean;
}

/** Fields that should be equal on all pages of a site. */
const AGREED = wordList("fields equal on all pages of a site");

/** Whether only pages of its shape link to a URL. */
const isOnward = (source: number): boolean =>
  (source & ~(SOURCE.link | SOURCE.canonical | SOURCE.alternate)) === 0;

/** Prefix of reasons that `conclude` writes. Findings with this prefix are replaced in each run. */
export const CONCLUDED = "concluded: ";

/** URL with a finding, and the number of the line in its page. */
export interface Judged {
  readonly id: number;
  readonly url: string;
  readonly line?: number;
}

export type Recorder = ReturnType<typeof openRecorder>;

/**
 * @param expected expectations of the project; absent if findings are not needed
 * @param engines crawlers whose `noindex` counts
 */
export function openRecorder(
  store: Store,
  scope: Scope,
  patterns: Patterns,
  expected: Expectations | undefined,
  engines?: readonly string[],
) {
  const trapped = store.db.query<{ url: string }, []>(`SELECT url FROM url WHERE state = ${STATE.trapped}`);
  const shapes = new Set<string>();
  for (const { url } of trapped.iterate()) shapes.add(shapeOf(new URL(url)));
  const traps = openTraps(shapes);
  const listed = store.db.query<{ url: string }, []>(`SELECT url FROM url WHERE source & ${SOURCE.sitemap}`);
  for (const { url } of listed.iterate()) traps.list(new URL(url));

  /** Adds a URL and returns its id; undefined if it is out of bounds. */
  function add(text: string, depth: number, source: number, kind: number = KIND.page): number | undefined {
    const parsed = URL.parse(text);
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href.length > scope.bounds.url)
      return undefined;
    const url = withoutUserinfo(parsed);
    url.hash = "";
    if (source & SOURCE.sitemap) traps.list(url);
    if (store.size() >= scope.bounds.urls && store.stateOf(url.href) === undefined) return undefined;
    const isOwn = scope.hosts.has(url.host) || kind === KIND.sitemap;
    const isWanted = isOwn ? depth <= scope.depth : scope.external && (source & SOURCE.link) > 0;
    const state = isWanted ? STATE.waiting : isOwn ? STATE.beyond : STATE.outside;
    return store.add(url.href, { kind: isOwn ? kind : KIND.foreign, depth, state, source }, () =>
      isOwn && kind === KIND.page ? patterns.learn(url) : null,
    );
  }

  /** @param ids ids of the URLs of the steps */
  function* recordFindings(report: HttpReport, ids: readonly (number | undefined)[]): Task<void> {
    if (!expected) return;
    const { findings, ignored, breaks } = checkReport(report, expected);
    for (const { reason } of ignored) store.ignore(reason, 1);
    for (const one of findings) {
      yield;
      const steps = new Set(one.places.map(({ step }) => Math.max(0, step - 1)));
      for (const step of steps) {
        const id = ids[step];
        if (id !== undefined) store.find(id, { ...one, fails: failsOf(one, breaks(one)) });
      }
    }
  }

  /** Failure level. 2: fails the run; 1: a failure in reports (without `fail-on`, each error); 0: neither. */
  function failsOf({ severity }: Pick<Found, "severity">, breaks: boolean): number {
    if (breaks) return 2;
    return expected?.failOn.length === 0 && severity === "error" ? 1 : 0;
  }

  function* recordStep(row: Row, step: HttpStep, page: PageLinks | undefined): Task<void> {
    const { id, depth } = row;
    const { status, location, headers, request } = step;
    const isRedirect = status >= 300 && status < 400 && location !== undefined;
    const isPage = status >= 200 && status < 300 && isHtml(step);
    const facts = page ?? (isPage ? factsOfHead(headers, request.url, engines) : undefined);
    const canonical =
      facts?.canonical === undefined ? undefined : add(facts.canonical, depth, SOURCE.canonical);
    store.setResponse(id, {
      status,
      told: responseText(step),
      target: isRedirect ? add(location, depth, SOURCE.redirect) : undefined,
      canonical,
      noindex: facts?.noindex,
      isPage,
    });
    if (!isPage) return;
    for (const name of AGREED) {
      const values = headers.filter((header) => header.name === name).map(({ value }) => value);
      if (values.length > 0) store.hold(id, `${sentName(name)}: ${agreed(values.join(", "))}`);
    }
    if (page) yield* recordContent(row, new URL(request.url), page);
  }

  function* recordLinks({ id, depth, source }: Row, own: URL, { links, title, h1 }: PageLinks): Task<void> {
    const shape = shapeOf(own);
    let leadsElsewhere = false;
    for (const { url, line } of links) {
      yield;
      const to = new URL(url);
      const isOther = shapeOf(to) !== shape;
      const size = store.size();
      const target = add(url, depth + 1, SOURCE.link | (isOther ? SOURCE.elsewhere : 0));
      const isNew = store.size() > size && scope.hosts.has(to.host);
      if (isOther && isNew && !DATED.test(url)) leadsElsewhere = true;
      if (target !== undefined && target !== id) store.put("link", target, id, line);
    }
    if (isOnward(source)) traps.count(shape, `${title} ${h1}`, leadsElsewhere);
  }

  function* recordContent(row: Row, own: URL, page: PageLinks): Task<void> {
    const { id, depth } = row;
    const { title = null, h1 = null, description = null, hash, ids = null } = page;
    store.put("content", id, title, h1, description, hash, ids);
    yield* recordLinks(row, own, page);
    for (const { url, fragment, line } of page.fragments) {
      yield;
      const target = add(url, depth + 1, SOURCE.link);
      if (target !== undefined) store.put("fragment", target, fragment, id, line);
    }
    for (const { url, lang, line } of page.alternates) {
      yield;
      const target = add(url, depth, SOURCE.alternate);
      if (target !== undefined) store.put("alternate", id, target, lang, line);
    }
    for (const { kind, text, line } of page.flaws) store.put("flaw", kind, text, id, line);
    for (const { url, as, line } of page.foreign)
      store.put("foreign_load", URL.parse(url)?.host ?? "", as, id, line);
    for (const { url, as, line } of page.mixed) store.put("insecure_load", url, as, id, line);
  }

  /** Records a finding across pages, treated by the project file. @param values values that its title names */
  function judged({ id, url, line }: Judged, kind: string, values?: object): void {
    if (!expected) return;
    const problem = siteFinding(kind, values);
    const treated = expected.treat(problem, { step: 1, url });
    if ("reason" in treated) store.ignore(`${CONCLUDED}${treated.reason}`, 1);
    else {
      const own = { ...problem, severity: treated.severity };
      store.find(id, { ...own, line, fails: failsOf(own, breaking(expected.failOn)(own)) });
    }
  }

  return {
    add,
    judged,
    /** Returns the state of a queued URL that is not looked up; undefined if it is. */
    unwanted({ url, source }: Row): number | undefined {
      if (source & SOURCE.start) return undefined;
      if (scope.wants?.(new URL(url)) === false) return STATE.excluded;
      return isOnward(source) && traps.isTrap(url) ? STATE.trapped : undefined;
    },
    /** Records a report, including the redirects that were followed. */
    *report(row: Row, report: HttpReport, page?: PageLinks): Task<void> {
      const ids: (number | undefined)[] = [];
      for (const [index, step] of report.steps.entries()) {
        const id = index === 0 ? row.id : add(step.request.url, row.depth, SOURCE.redirect);
        const isKnown = index > 0 && store.stateOf(step.request.url) === STATE.done;
        ids.push(isKnown ? undefined : id);
        if (id === undefined || isKnown) continue;
        const own = index === 0 ? row : { ...row, id, source: SOURCE.redirect };
        yield* recordStep(own, step, index === report.steps.length - 1 ? page : undefined);
      }
      yield* recordFindings(report, ids);
    },
    /** Records only whether a page of another site works. */
    foreign(row: Row, { steps }: HttpReport): void {
      const last = steps.at(-1);
      if (!last) return;
      store.setResponse(row.id, { status: last.status, told: responseText(last), isPage: false });
    },
  };
}

/** Response in words, as part of a sentence. */
export function responseText({ status, statusMessage, error }: HttpStep): string {
  return error ? error.message.replace(/\.$/, "") : `${status} ${statusMessage}`.trim();
}

export function isHtml({ headers }: Pick<HttpStep, "headers">): boolean {
  const type = headers.find(({ name }) => name === "content-type")?.value ?? "";
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
}

const sentName = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

/** Field value for comparisons between pages, without nonces. */
const agreed = (value: string): string => value.replace(/'nonce-[^']*'/g, "'nonce-…'").slice(0, 200);
