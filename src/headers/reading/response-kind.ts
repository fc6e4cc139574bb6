/** Facts about a message that several checks need: HTML, request, success, storage. */

import { wordList } from "../../../data/headers/words.ts";
import type { Context } from "../field.ts";

const HTML: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** True for declared HTML; false if unknown. */
export function isHtml(context: Context): boolean {
  return HTML.has(context.verdicts.declared);
}

/** Whether Content-Security-Policy may have an effect: for a document, a worker, or unknown content. */
export function mayBeDocument(context: Context): boolean {
  const { declared } = context.verdicts;
  const isTyped = declared === "" || HTML.has(declared) || /[/+]xml$/.test(declared);
  const isWorking = isWorker(context) || /worker$/.test(context.request("sec-fetch-dest") ?? "");
  const isChallenge = context.named("cf-mitigated")[0]?.line.value === "challenge";
  return isWorking || (isTyped && !isChallenge && !(context.has("location") && isRedirection(context)));
}

function isRedirection({ status = 200 }: Context): boolean {
  return status >= 300 && status < 400;
}

/** Request for a service worker's script (Service Workers, section "Service-Worker"). */
export function isWorker(context: Context): boolean {
  return context.request("service-worker") === "script";
}

export function isRequest({ message }: Context): boolean {
  return message.isWholeRequest !== undefined;
}

/** Success with content; false if unknown. */
export function isSuccess({ status }: Context): boolean {
  return status !== undefined && status >= 200 && status < 300 && status !== 204 && status !== 205;
}

/** True if no content follows, whatever the headers; false if unknown. */
export function isEmpty(context: Context): boolean {
  const { status = 200 } = context;
  return (
    status < 200 ||
    status === 204 ||
    status === 205 ||
    status === 304 ||
    context.named("content-length")[0]?.line.value === "0"
  );
}

/** True if no cache may store the response; false if unknown. */
export function isUnstored({ verdicts: { caching } }: Context): boolean {
  return caching !== undefined && !caching.shared.stores && !caching.private.stores;
}

/** True if no shared cache may store it; false if unknown. */
export function isPrivate({ verdicts: { caching } }: Context): boolean {
  return caching !== undefined && !caching.shared.stores;
}

/** Whether the host has a public name. IP addresses cannot have HSTS, and loopback counts as secure. */
export function isNamedHost(hostname: string): boolean {
  return !/^(?:\[.*\]|[\d.]+|localhost|.*\.(?:localhost|test|local|internal))$/.test(hostname);
}

/** Chromium's transport_security_state_static.json, entries of the policy `public-suffix`; all browsers use the list. */
const PRELOADED = wordList("top-level domains with HSTS");

/** Whether browsers use only HTTPS for the host, whatever it sends. */
export function isPreloaded(hostname: string): boolean {
  return PRELOADED.has(hostname.slice(hostname.lastIndexOf(".") + 1));
}
