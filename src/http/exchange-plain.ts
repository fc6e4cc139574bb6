/** IO: requests of redirect maps: many to few hosts, of which neither stages nor certificates are reported. */

import type { Send } from "../jobs/redirects/follow.ts";
import type { Address } from "../syntax/ip-address.ts";
import { exchangePlain } from "./exchange-fetch.ts";
import { fieldsFor, requestFields } from "./extra-request-headers.ts";
import { HttpFailure } from "./failures.ts";
import { BROWSER_FIELDS, type LookupOptions, type LookupSettings } from "./lookup.ts";

/** Milliseconds for which the address that answered for a host is used without asking DNS again. */
const RECENT = 5000;
/** Hosts of which the address is remembered. */
const MOST_HOSTS = 1000;

const PAGES = /^[\t ]*(?:text\/html|application\/xhtml\+xml)\b/i;

/** Sends requests as the settings say, on connections that are kept; each address is judged by the guard. */
export function plainSender(settings: LookupSettings, options: LookupOptions = {}): Send {
  const { agent = settings.userAgent, network, version = "auto" } = options;
  // Content that is wanted is the beginning of a page, which most servers compress.
  const own = [["User-Agent", agent], ...BROWSER_FIELDS] as const;
  const recent = new Map<string, { readonly address: Address; readonly until: number }>();
  return async ({ url, method, content, start }, signal) => {
    const known = recent.get(url.host);
    const isKnown = known !== undefined && known.until > performance.now();
    const answer = await exchangePlain(
      {
        url,
        method,
        version,
        fields: fieldsFor(url, start, requestFields(own, start, options)),
        ...(network && { family: network === "4" ? 4 : 6 }),
        content,
        pages: PAGES,
        keepAlive: true,
        // A certificate that browsers refuse is not the redirect's fault, and common before a move.
        anyCertificate: true,
        ...(isKnown && { address: known.address }),
      },
      settings,
      signal,
    );
    const { head, failure, address, content: read } = answer;
    if (!head || !address) {
      recent.delete(url.host);
      throw failure ?? new HttpFailure("connect-failed", "There is no answer.");
    }
    if (!isKnown) {
      if (recent.size >= MOST_HOSTS) recent.clear();
      recent.set(url.host, { address, until: performance.now() + RECENT });
    }
    const { status, lines } = head;
    const isPage = content && status >= 200 && status < 300 && read?.opening !== undefined;
    return { status, lines, ...(isPage && { markup: new TextDecoder().decode(read.opening) }) };
  };
}
