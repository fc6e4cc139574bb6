/** Advice on resources that load: preloads, integrity attributes, http URLs that also work over https. Pure. */

import { plural } from "../../../headers/wording.ts";
import type { Hop } from "../../../http/chain.ts";
import { fieldLines } from "../../../http/exchange.ts";
import { preloadTwice, preloadUnused } from "../problems.ts";
import type { Answer } from "../read/read-content.ts";
import type { Reference } from "../read/reference.ts";
import type { Note } from "../schema.ts";
import { notesOf } from "./summary.ts";

type Load = { readonly reference: Reference; readonly isBlocked?: boolean };

interface Reading {
  readonly loads: readonly Load[];
  readonly omitted: number;
  readonly unchecked: readonly unknown[];
  readonly isWhole: boolean;
}

/**
 * Notes on preloads that browsers fetch twice, because a request uses them only with the same CORS mode (HTML
 * section 4.6.7.18), and on unused ones. Scripts may use any, so an audit with unread parts names none unused.
 */
export function preloadNotes({ loads, omitted, unchecked, isWhole }: Reading): Note[] {
  const uses = Map.groupBy(
    loads.filter(({ reference }) => !reference.preload),
    ({ reference }) => keyOf(reference),
  );
  const isComplete = isWhole && omitted === 0 && unchecked.length === 0;
  const faultOf = ({ reference, isBlocked }: Load) => {
    const { preload, cors, condition, as } = reference;
    if (preload !== "unused" || isBlocked || condition) return undefined;
    const own = uses.get(keyOf(reference))?.map((use) => use.reference.cors);
    // Browsers request fonts with CORS always, and scripts data almost always.
    const needed = own ?? (as === "font" || as === "connect" ? ["anonymous" as const] : []);
    if (needed.length > 0 && !needed.includes(cors)) return CHANGES[needed[0] ?? "none"];
    return own === undefined && as !== "connect" && isComplete ? UNUSED : undefined;
  };
  const found = Map.groupBy(loads.toSorted(byLine), faultOf);
  return [...found].flatMap(([fault, own]) =>
    fault === undefined
      ? []
      : notesOf(
          own.map(({ reference: { url, where } }) => ({ url: url.href, where })),
          (count) =>
            fault === UNUSED
              ? `${plural(count, "preload")} ${count === 1 ? "is" : "are"} used nowhere that the page's text shows; scripts may use ${count === 1 ? "it" : "them"}`
              : `${plural(count, "preload")} ${count === 1 ? "does" : "do"} not match the request that needs the file, so browsers fetch it twice: ${fault} on the preload`,
          fault === UNUSED ? preloadUnused.id : preloadTwice.id,
        ),
  );
}

const UNUSED = "unused";
/** Change of a preload, by the CORS mode of the request that needs the file. */
const CHANGES = {
  none: "remove crossorigin",
  anonymous: "add crossorigin",
  "use-credentials": 'set crossorigin="use-credentials"',
} as const;

const keyOf = ({ as, url }: Reference) => `${as} ${url.href}`;
const byLine = (a: Load, b: Load) => a.reference.where.line - b.reference.where.line;

/** Paths with a full version, such as `@1.2.3`, or a hash of the content in the file name. */
const PINNED = /[@/.-]v?\d{1,9}\.\d{1,9}\.\d|[/.-](?=[a-z_]{0,64}\d)\w{8,64}\.(?:m?js|css)$/i;

/** Whether a script or style sheet of another origin gets an integrity attribute: not if a module imports it. */
export function mayHaveIntegrity({ as, initiator, integrity, preload, where }: Reference): boolean {
  const isElement = where.element.startsWith("script[") || where.element.startsWith("link[");
  return (
    (as === "script" || as === "style") && isElement && !initiator && integrity === undefined && !preload
  );
}

/**
 * Value for an integrity attribute; undefined if browsers could not check it without CORS, or if the URL may
 * return another file later: no version or hash in the path, a redirect, content that depends on the browser.
 */
export function integrityOf(reference: Reference, answer: Answer, page: URL): string | undefined {
  const last = answer.hops.at(-1);
  const digest = answer.digests?.get("sha384");
  if (!last || digest === undefined || answer.urls.length > 1 || !mayHaveIntegrity(reference))
    return undefined;
  const has = (name: string, word: RegExp) => valuesOf(last, name).some((value) => word.test(value));
  const isPinned = PINNED.test(last.url.pathname) || has("cache-control", /\bimmutable\b/i);
  const origin = valuesOf(last, "access-control-allow-origin").join();
  const isShared = origin === "*" || origin === page.origin;
  return isPinned && isShared && !has("vary", /\*|user-agent/i) ? `sha384-${digest}` : undefined;
}

const valuesOf = ({ lines }: Hop, name: string) => fieldLines(lines, name).map(({ value }) => value.trim());

/** Whether the server sends the file over https as well. */
export function isSecureAnswer(answer: Answer): boolean {
  const last = answer.hops.at(-1);
  const isDone = last !== undefined && last.status >= 200 && last.status < 300;
  return isDone && answer.error === undefined && last.url.protocol === "https:";
}
