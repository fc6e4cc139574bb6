/** Notes on a suggested policy, and what the current policy allows beyond it. Pure. */

import { PAGE_LOADS } from "../../../../data/browsers/page-loads.ts";
import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import {
  type CspPolicy,
  checkLoad,
  findBypass,
  operative,
  readPolicies,
  type SourceList,
} from "../../../headers/verdicts.ts";
import { plural } from "../../../headers/wording.ts";
import { parseSource } from "../../../syntax/csp.ts";
import type { Inline, LoadAs } from "../read/reference.ts";
import { isEvalAllowed } from "./current-policy.ts";
import { type Blocked, DIRECTIVES, directivesOf, insertersOf, KEPT, type Seen } from "./policy-sources.ts";

export function addBlockedNotes(notes: string[], blocked: readonly Blocked[], mixed: number): void {
  const total = blocked.reduce((sum, { count }) => sum + count, 0);
  const [first] = blocked;
  if (first)
    notes.push(
      `Your policy blocks ${plural(total, "load")} of this page today, and so does this one. To allow ${total === 1 ? "it" : "them"} too, add the sources: ${first.source} to ${DIRECTIVES[first.as as LoadAs]}${blocked.length > 1 ? ", …" : ""}.`,
    );
  if (mixed > 0)
    notes.push(
      `Browsers block ${plural(mixed, "load")} over http as mixed content, so no source is listed for ${mixed === 1 ? "it" : "them"}. Change http:// to https:// in the page.`,
    );
}

export function addAdvice(notes: string[], pages: readonly Seen[], hasScripts: boolean): void {
  const code = pages.flatMap((page) => page.code);
  const count = (inline: Inline["inline"], as: Inline["as"]) =>
    code.filter((one) => one.inline === inline && one.as === as).length;
  if (count("element", "script") > 0)
    notes.push("A hash fits one exact script. If yours changes per page, use a nonce.");
  const handlers = count("attribute", "script") + count("javascript-url", "script");
  if (handlers > 0)
    notes.push(
      `Event handlers and javascript: URLs (${handlers}) need 'unsafe-hashes'. Use addEventListener in a script instead.`,
    );
  const [evaluates] = insertersOf(
    pages.filter(({ page, browser }) => !browser && isEvalAllowed(page)),
    "eval",
  );
  if (pages.some(({ page, evaluates = [] }) => evaluates.length > 0 && isEvalAllowed(page)))
    notes.push(
      "Scripts turn strings or WebAssembly into code. Remove the eval keyword if the page works without it.",
    );
  if (evaluates !== undefined)
    notes.push(
      `Scripts turn strings into code, by eval or new Function (${evaluates}). If the page needs it, add 'unsafe-eval' to script-src.`,
    );
  if (insertersOf(pages, "script").length > 0)
    notes.push(
      "Your scripts insert scripts: 'strict-dynamic' with a nonce allows these. It ignores host sources, so give each script of the page the nonce.",
    );
  if (hasScripts) notes.push("Next: require-trusted-types-for 'script' stops strings from becoming code.");
}

/** Names admitted hosts from which injected markup can load a script of the attacker's choice. */
export function addBypassNote(notes: string[], sources: readonly string[]): void {
  const found = sources.flatMap((text) => {
    const source = parseSource(text);
    const bypass = source.kind === "host" && findBypass(source, sources.includes("'unsafe-eval'"));
    return bypass ? [`${bypass.host} serves ${bypass.what}`] : [];
  });
  if (found.length > 0)
    notes.push(
      `Injected markup can run code by hosts that the policy allows: ${found.join(", ")}. Use URLs of files as sources (--by path), or a nonce.`,
    );
}

/** Sources of the current policy that none of the observed loads needs. */
export function* beyondNeeds(seen: Seen): Task<string[]> {
  const policies = seen.page.enforced("chromium", Number.POSITIVE_INFINITY);
  if (policies.length === 0) return [`${seen.page.url.host} has no policy yet: everything is allowed`];
  const beyond: string[] = [];
  const known = new Set(seen.code.flatMap(({ sources }) => sources));
  let compared = 0;
  for (const policy of policies) {
    const open = Object.values(PAGE_LOADS).filter(({ directive }) => !operative(policy, directive));
    if (open.length > 0) beyond.push(open.map(({ ungoverned }) => ungoverned).join(", "));
    for (const [name, list] of policy.lists) {
      if (KEPT.has(name)) continue;
      beyond.push(...keywordsOf(name, list, known));
      for (const source of sourcesOf(list)) {
        yield;
        if (++compared > PAGE.sourcesCompared) continue;
        beyond.push(...sourceBeyond(name, source, policy, seen));
      }
    }
  }
  const left = compared - PAGE.sourcesCompared;
  if (left > 0) beyond.push(`${plural(left, "more source")}, not compared`);
  return beyond;
}

function sourceBeyond(name: string, source: string, policy: CspPolicy, seen: Seen): string[] {
  if (!isNeeded(name, source, policy, seen)) return [`${name} ${source}`];
  const isAny = /^(?:\*|https?:)$/i.test(source);
  return isAny ? [`${name} ${source} (list the needed origins instead)`] : [];
}

function keywordsOf(name: string, list: SourceList, known: ReadonlySet<string>): string[] {
  const idle = list.hashes
    .map((hash) => `'${hash}'`)
    .filter((hash) => /^'sha256/.test(hash) && !known.has(hash));
  return [
    ...(list.inline ? [`${name} 'unsafe-inline'`] : []),
    ...(list.eval ? [`${name} 'unsafe-eval' (unless scripts need it)`] : []),
    ...idle.map((hash) => `${name} ${hash}`),
  ];
}

function sourcesOf({ star, self, sources }: SourceList): string[] {
  return [...(star ? ["*"] : []), ...(self ? ["'self'"] : []), ...sources.map(({ text }) => text)];
}

/** Whether any load that the directive governs needs this source. */
function isNeeded(name: string, source: string, policy: CspPolicy, { loads, page }: Seen): boolean {
  const alone = readPolicies({ name: "", value: `${name} ${source}`, index: 0 }, "chromium");
  return loads.some((load) => {
    const {
      reference: { as },
      urls,
    } = load;
    const governing = as === "script" || as === "style" ? [`${as}-src-elem`] : directivesOf(load);
    if (!governing.some((directive) => operative(policy, directive)?.from === name)) return false;
    return urls.some(
      (url, index) =>
        checkLoad({ as, url: url.href, ...(index > 0 && { redirected: true }) }, alone, page.url, "chromium")
          .allowed,
    );
  });
}
