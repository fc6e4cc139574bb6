/** Is the response a page that a browser shows? What many security fields are about. */

import type { Context } from "../field.ts";

const HTML: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** The response says that it is HTML; false also where nothing is known of its type. */
export function isHtml(context: Context): boolean {
  return HTML.has(context.verdicts.declared);
}

/** Whether a Content-Security-Policy counts in what the response holds, a document or a worker; true also where that is not known. */
export function mayBeDocument(context: Context): boolean {
  const { declared } = context.verdicts;
  const isTyped = declared === "" || HTML.has(declared) || /[/+]xml$/.test(declared);
  const isWorking = isWorker(context) || /worker$/.test(context.request("sec-fetch-dest") ?? "");
  return isWorking || (isTyped && !(context.has("location") && isRedirection(context)));
}

function isRedirection({ status = 200 }: Context): boolean {
  return status >= 300 && status < 400;
}

/** A browser asks for the script of a service worker (Service Workers, section "Service-Worker"). */
export function isWorker(context: Context): boolean {
  return context.request("service-worker") === "script";
}

/** The message is a request. */
export function isRequest({ message }: Context): boolean {
  return message.isWholeRequest !== undefined;
}

/** The response succeeds and has content; false also where its status is unknown. */
export function isSuccess({ status }: Context): boolean {
  return status !== undefined && status >= 200 && status < 300 && status !== 204 && status !== 205;
}

/** No content follows, whatever the fields say of it; false also where that is not known. */
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

/** No cache may store the response; false also where that is not known. */
export function isUnstored({ verdicts: { caching } }: Context): boolean {
  return caching !== undefined && !caching.shared.stores && !caching.private.stores;
}

/** No shared cache may store it; false also where that is not known. */
export function isPrivate({ verdicts: { caching } }: Context): boolean {
  return caching !== undefined && !caching.shared.stores;
}

/** A host name that is not this machine's own or internal: only names can have HSTS, and loopback counts as secure. */
export function isNamedHost(hostname: string): boolean {
  return !/^(?:\[.*\]|[\d.]+|localhost|.*\.(?:localhost|test|local|internal))$/.test(hostname);
}
