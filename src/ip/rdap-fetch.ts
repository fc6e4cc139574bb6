/** IO: registrations of addresses, from the registries alone. */

import { LOOP_FIELD } from "../api/loop.ts";
import { userAgent } from "../version.ts";
import type { FetchRegistration } from "./rdap.ts";
import { registryHosts } from "./registry.ts";

/** Milliseconds and bytes of an answer; and how often a registry may send us on to another. */
const TIMEOUT = 8000;
const MOST_BYTES = 256 * 1024;
const MOST_REDIRECTS = 3;

/**
 * Asks registries, and whom they redirect to as far as IANA or the registries name it: an answer cannot send us elsewhere.
 * @param own an RDAP server of the operator's own choice, whose host may be asked too, whatever it is
 */
export function fetchRegistrations(own?: string): FetchRegistration {
  const base = own === undefined ? undefined : new URL(own);
  const mayAsk = (url: URL) =>
    url.origin === base?.origin ||
    (url.protocol === "https:" && url.port === "" && registryHosts().has(url.hostname));
  return async (from) => {
    const signal = AbortSignal.timeout(TIMEOUT);
    let url = new URL(from);
    for (let redirects = 0; ; redirects++) {
      if (!mayAsk(url)) throw new Error(`${url.hostname} is not a registry's server`);
      const response = await fetch(url, {
        redirect: "manual",
        signal,
        // Compressed content would be unpacked before its size can be counted.
        headers: {
          accept: "application/rdap+json",
          "accept-encoding": "identity",
          "user-agent": userAgent,
          [LOOP_FIELD[0]]: LOOP_FIELD[1],
        },
        decompress: false,
        tls: { rejectUnauthorized: true },
      });
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        if (redirects === MOST_REDIRECTS)
          throw new Error(`${from} redirects more than ${MOST_REDIRECTS} times`);
        url = new URL(location, url);
        continue;
      }
      const coding = response.headers.get("content-encoding") ?? "identity";
      if (!response.ok || coding !== "identity") {
        await response.body?.cancel();
        throw new Error(`${url.hostname} answers ${response.ok ? "compressed" : response.status}`);
      }
      return { url: url.href, document: documentOf(await textOf(response), url.hostname) };
    }
  };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function documentOf(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${host} does not answer with JSON`);
  }
}
