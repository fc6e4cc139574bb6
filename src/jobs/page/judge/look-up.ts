/** Lookup of one resource with its redirects; the guard checks each request. */

import { certificateErrors } from "../../../../data/certificate-errors.ts";
import { optional } from "../../../api/body-parts.ts";
import type { Budget } from "../../../api/budget.ts";
import { LOOP_FIELD } from "../../../api/loop.ts";
import { type Hop, nextHop } from "../../../http/chain.ts";
import {
  type Exchange,
  fieldLines,
  type KeptConnections,
  lookUp,
  type ResponseHead,
} from "../../../http/exchange.ts";
import type { LookupSettings } from "../../../http/lookup.ts";
import type { Field } from "../../../http/network.ts";

/** Bytes of content that show its format. */
export const FIRST_BYTES = 512;

interface Wanted {
  readonly url: URL;
  /** Returns the fields of a request. @param before URLs that redirected to `url` */
  readonly fields: (url: URL, before: readonly URL[]) => readonly Field[];
  /** Returns the URL to request for the target of a redirect, after an upgrade to https. */
  readonly upgraded: (url: URL) => URL;
  /** Maximum decoded bytes to keep. With 0, content is read only if Content-Length is missing, to count it. */
  readonly kept: number;
}

export interface Looked {
  readonly urls: readonly URL[];
  readonly hops: readonly Hop[];
  /** Error of the last URL; absent if it responded. */
  readonly error?: string;
  readonly content?: Exchange["content"];
  /** Bytes on the wire, from the content or from Content-Length. */
  readonly wireBytes?: number;
  /** Milliseconds. */
  readonly timeTotal: number;
}

/** Looks up one resource; returns a reason if the budget ends first. Rejects only for an abort and from `payRedirect`. */
export type Look = (wanted: Wanted, signal: AbortSignal) => Promise<Looked | string>;

export interface LookDeps {
  readonly settings: LookupSettings;
  readonly budget: Budget;
  /** Called before each redirect is followed; throws to stop. */
  readonly payRedirect?: (() => Promise<void> | void) | undefined;
  readonly connections?: KeptConnections;
  /** Accepts certificates that are not trusted. */
  readonly insecure?: boolean | undefined;
}

export function resourceLooker(deps: LookDeps): Look {
  const { settings, budget, payRedirect = () => {}, connections, insecure } = deps;
  const follow: Look = async ({ url, fields, upgraded, kept }, signal) => {
    const begun = performance.now();
    const hops: Hop[] = [];
    const urls: URL[] = [];
    let at = url;
    for (;;) {
      if (!budget.charge("requests")) return budget.exhausted ?? "";
      if (urls.length > 0) await payRedirect();
      const isReadable = budget.charge("read") && budget.charge("decoded");
      const sent = [["User-Agent", settings.userAgent] as const, LOOP_FIELD, ...fields(at, urls)];
      urls.push(at);
      const step = await lookUp(at, {
        method: "GET",
        version: "1.1",
        fields: sent,
        content: isReadable && whenRead(kept),
        settings: { ...settings, kept, budget },
        signal,
        kept: connections,
      });
      if (budget.timeLeft() === 0) return budget.exhausted ?? "";
      const { head } = step;
      const timeTotal = performance.now() - begun;
      if (!head || (step.tls?.authorized === false && !insecure))
        return { urls, hops, error: reasonOf(step), timeTotal };
      hops.push({
        url: at,
        method: "GET",
        status: head.status,
        lines: head.lines,
        requestLines: step.requestLines,
        receivedAt: step.receivedAt,
      });
      const next = nextHop(hops, { follow: true, maxRedirects: settings.maxRedirects });
      if (next.follow) {
        at = upgraded(next.follow);
        continue;
      }
      return { urls, hops, ...endOf(next.stop, head, step), timeTotal };
    }
  };
  return async (wanted, signal) => {
    const looked = await follow(wanted, signal);
    return typeof looked === "string" ? looked : { ...looked, ...optional("error", withUpgrade(looked)) };
  };
}

/** Adds the redirect to http that browsers upgraded to https, if there is one. */
function withUpgrade({ urls, hops, error }: Looked): string | undefined {
  const plain = hops
    .map(({ url, lines }) => URL.parse(fieldLines(lines, "location")[0]?.value ?? "", url.href))
    .find((target, index) => target?.protocol === "http:" && urls[index + 1]?.protocol === "https:");
  return error && plain
    ? `It redirects to ${plain.origin}, which browsers upgrade to https. ${error}`
    : error;
}

function reasonOf({ failure, tls }: Exchange): string {
  const code = tls?.error ?? "";
  return failure?.message ?? `Certificate not trusted: ${certificateErrors.get(code) ?? code}.`;
}

function endOf(stop: string, head: ResponseHead, { content, failure }: Exchange): Partial<Looked> {
  const wireBytes = content?.body.wireBytes ?? lengthOf(head);
  const error = stop === "done" ? failure?.message : (STOPS.get(stop) ?? "Its redirect has no target.");
  return {
    ...optional("error", error),
    ...optional("content", content),
    ...optional("wireBytes", wireBytes),
  };
}

const STOPS: ReadonlyMap<string, string> = new Map([
  ["loop", "Its redirects form a loop."],
  ["too-many-redirects", "It has too many redirects."],
  ["invalid-location", "Its Location is not a valid URL."],
]);

function lengthOf({ lines }: ResponseHead): number | undefined {
  const value = fieldLines(lines, "content-length")[0]?.value ?? "";
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Maximum bytes of content that is read to its end (if only FIRST_BYTES are kept) to see if it is complete. */
const LARGEST_READ = 2_097_152;

function whenRead(kept: number): true | ((head: ResponseHead) => boolean) {
  if (kept > FIRST_BYTES) return true;
  return kept === 0 ? needsCounting : isSmall;
}

function isSmall(head: ResponseHead): boolean {
  return (lengthOf(head) ?? 0) <= LARGEST_READ;
}

function needsCounting(head: ResponseHead): boolean {
  return lengthOf(head) === undefined;
}
