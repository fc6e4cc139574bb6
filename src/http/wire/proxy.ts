/** Chooses the proxy of a request, as curl does. Pure. */

import { networkContains, parseAddress, parseNetwork } from "../../syntax/ip-address.ts";
import { percentDecoded } from "../../syntax/uri.ts";
import { hostOf, portOf } from "../target.ts";
import type { Field } from "./request-headers.ts";

export interface HttpProxy {
  readonly scheme: "http" | "https" | "socks5";
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Flag or environment variable that set it, such as `HTTPS_PROXY`. */
  readonly from: string;
  /** Additional fields of CONNECT. */
  readonly connectFields?: readonly Field[];
}

export interface Proxies {
  readonly http?: HttpProxy | undefined;
  readonly https?: HttpProxy | undefined;
  /** Hosts requested directly, as in NO_PROXY. */
  readonly except: readonly string[];
}

const SCHEMES: ReadonlyMap<string, { readonly scheme: HttpProxy["scheme"]; readonly port: number }> = new Map(
  [
    ["http:", { scheme: "http", port: 80 }],
    ["https:", { scheme: "https", port: 443 }],
    ["socks5:", { scheme: "socks5", port: 1080 }],
    // Same as socks5: in both cases the proxy resolves names.
    ["socks5h:", { scheme: "socks5", port: 1080 }],
  ],
);

/**
 * `[SCHEME://][USER[:PASSWORD]@]HOST[:PORT]`, default http; undefined if invalid.
 * @internal for tests
 */
export function readProxy(text: string, from: string): HttpProxy | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const known = url && SCHEMES.get(url.protocol);
  if (!known || url.hostname === "" || url.search !== "" || !/^\/?$/.test(url.pathname)) return undefined;
  const { username, password } = url;
  const decoded = (text: string) => percentDecoded(text) ?? text;
  const credentials = { user: decoded(username), password: decoded(password) };
  return {
    scheme: known.scheme,
    host: hostOf(url),
    port: Number(url.port) || known.port,
    ...((username !== "" || password !== "") && { credentials }),
    from,
  };
}

/** Uses one proxy for all requests; undefined for `""`. */
export function onlyProxy(text: string, from: string): Proxies | undefined {
  const proxy = text === "" ? undefined : readProxy(text, from);
  return proxy && { http: proxy, https: proxy, except: [] };
}

/** Hosts requested directly even if variables set a proxy, as in Go and browsers; not with --proxy. */
const LOOPBACK = ["localhost", "127.0.0.0/8", "::1"];

/**
 * Proxies of `--proxy` and `--noproxy`, or of environment variables; lower-case names take precedence, as in curl.
 * @throws Error naming an invalid proxy
 */
export function proxiesFor(
  environment: (name: string) => string | undefined,
  given: {
    readonly proxy?: string | undefined;
    readonly noproxy?: string | undefined;
    /** Name of the `proxy` option in errors. */
    readonly from?: string;
    readonly connectFields?: readonly Field[];
  } = {},
): Proxies | undefined {
  const read = (text: string, from: string): HttpProxy => {
    const proxy = readProxy(text, from);
    if (proxy) return given.connectFields?.length ? { ...proxy, connectFields: given.connectFields } : proxy;
    throw new Error(
      `${from}: expected the URL of an http, https or socks5 proxy, such as http://127.0.0.1:3128`,
    );
  };
  const named = (...names: readonly string[]) => {
    const all = names.flatMap((name) => [name.toLowerCase(), name]);
    const from = all.find((name) => (environment(name) ?? "") !== "");
    return from === undefined ? undefined : read(environment(from) ?? "", from);
  };
  const except = (given.noproxy ?? environment("no_proxy") ?? environment("NO_PROXY") ?? "").split(/[\s,]+/);
  if (given.proxy !== undefined) {
    const proxy = given.proxy === "" ? undefined : read(given.proxy, given.from ?? "--proxy");
    return proxy && { http: proxy, https: proxy, except };
  }
  const found = { http: named("HTTP_PROXY", "ALL_PROXY"), https: named("HTTPS_PROXY", "ALL_PROXY") };
  return found.http || found.https ? { ...found, except: [...except, ...LOOPBACK] } : undefined;
}

/** Proxy for a URL; undefined for a direct request. */
export function proxyFor(url: URL, proxies: Proxies | undefined): HttpProxy | undefined {
  const proxy = url.protocol === "https:" ? proxies?.https : proxies?.http;
  return proxy && !proxies?.except.some((entry) => covers(entry.toLowerCase(), url)) ? proxy : undefined;
}

/** Whether an entry of NO_PROXY matches: `*`, an address, a network, or a name with its subdomains. */
function covers(entry: string, url: URL): boolean {
  if (entry === "*") return true;
  const host = hostOf(url).toLowerCase().replace(/\.$/, "");
  const address = parseAddress(host);
  const network = parseNetwork(entry.replace(/^\[(.*)\]$/, "$1"));
  if (network) return address !== undefined && networkContains(network, address);
  const [, name = "", port = ""] = /^(?:\*?\.)?(.+?)\.?(?::(\d+))?$/.exec(entry) ?? [];
  if (name === "" || (port !== "" && Number(port) !== portOf(url))) return false;
  const bare = name.replace(/^\[(.*)\]$/, "$1");
  return host === bare || (address === undefined && host.endsWith(`.${bare}`));
}

/** URL without credentials. */
export function proxyText({ scheme, host, port }: Pick<HttpProxy, "scheme" | "host" | "port">): string {
  return `${scheme}://${authorityOf(host, port)}`;
}

export function authorityOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Proxy-Authorization line with its line end (RFC 9110 section 11.7.2), or `""`. */
export function proxyAuthorization({ credentials }: HttpProxy): string {
  if (!credentials) return "";
  const { user, password } = credentials;
  return `Proxy-Authorization: Basic ${Buffer.from(`${user}:${password}`).toString("base64")}\r\n`;
}
