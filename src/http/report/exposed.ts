/** Problems of exposed internals: account names, versions, listings, configuration. Pure. */

import { wordList } from "../../../data/headers/words.ts";
import { stackOf } from "../../headers/how.ts";
import type { Exchange } from "../exchange.ts";
import { fieldLines, fieldValues } from "../wire/framing.ts";
import { type AnyLookupRow, findings, lookupProblem } from "./problem.ts";

const HARDENING = "https://developer.wordpress.org/advanced-administration/security/hardening/";

/** A response, and its first bytes as text if they were kept. */
interface Shown {
  readonly path: string;
  readonly status: number;
  readonly url: URL;
  readonly value: (name: string) => string;
  readonly text: string | undefined;
}

const isFile = ({ status, url }: Shown, path: RegExp) => status === 200 && path.test(url.pathname);

export const exposedRows: readonly AnyLookupRow<Shown>[] = [
  lookupProblem("user-names-shown", "warning", "https://developer.wordpress.org/rest-api/reference/users/", {
    detectAll: userNames,
    title: (names, { path }) => `${path} publishes ${names}.`,
  }),
  lookupProblem("xmlrpc-open", "info", "https://developer.wordpress.org/apis/xml-rpc/", {
    detect: isXmlrpc,
    title: (_, { path }) => `${path} is open: attackers try passwords and send pingbacks there.`,
  }),
  lookupProblem("version-in-content", "info", HARDENING, {
    detectAll: ({ text = "" }: Shown) => generatorsIn(text).slice(0, 1),
    title: (made, { path }) => `${path} discloses ${made}.`,
  }),
  lookupProblem("directory-listed", "warning", "https://cwe.mitre.org/data/definitions/548.html", {
    detect: ({ status, text = "" }: Shown) =>
      status === 200 && /<title>(?:Index of|Directory listing for) \//i.test(text),
    title: (_, { path }) => `${path} lists the files of its folder.`,
  }),
  lookupProblem("readme-shown", "info", HARDENING, {
    detect: (shown: Shown) => isFile(shown, /\/readme\.html$/) && /WordPress/.test(shown.text ?? ""),
    title: (_, { path }) => `${path} is WordPress' own: scanners use it to find WordPress.`,
  }),
  lookupProblem("configuration-copy-shown", "error", "https://cwe.mitre.org/data/definitions/530.html", {
    detect: (shown: Shown) =>
      isFile(shown, /\/wp-config\.[\w.~]+$/) && /\bDB_PASSWORD\b/.test(shown.text ?? ""),
    title: (_, { path }) => `${path} publishes the database password.`,
  }),
];

export function exposedBy({ url, head, content }: Pick<Exchange, "url" | "head" | "content">) {
  if (!head) return [];
  const opening = content?.opening;
  return findings(exposedRows, {
    path: url.pathname + url.search,
    status: head.status,
    url,
    value: (name) => fieldLines(head.lines, name)[0]?.value ?? "",
    text: opening && Buffer.from(opening).toString("latin1"),
  });
}

/** WordPress paths that `checks` requests if the operator's settings allow it. */
const PATHS = [...wordList("paths of a WordPress that checks request")];

/** URLs of `PATHS` at this site; empty if it does not use WordPress. */
export function pathsToAsk({
  url,
  head,
  content,
}: Pick<Exchange, "url" | "head" | "content">): readonly URL[] {
  if (!head || head.status >= 500) return [];
  const text = Buffer.from(content?.opening ?? []).toString("latin1");
  if (
    !stackOf({ lines: head.lines, url }).has("wordpress") &&
    !generatorsIn(text).some((made) => made.startsWith("WordPress "))
  )
    return [];
  const links = fieldValues(head.lines, "link").join(", ");
  const home = /<([^<>]{0,300}\/)wp-json\/>; *rel="?https:\/\/api\.w\.org\/"?/.exec(links)?.[1] ?? "/";
  const api = URL.parse(home, url.href);
  const base = api?.origin === url.origin ? api : new URL("/", url);
  return PATHS.map((path) => new URL(path, base)).filter(({ href }) => href !== url.href);
}

function userNames({ status, url, value, text = "" }: Shown): readonly string[] {
  const author = url.searchParams.get("author");
  if (author !== null && /^\d+$/.test(author)) {
    const target = /\/author\/([\w.~%-]+)\/?$/.exec(status >= 300 && status < 400 ? value("location") : "");
    const page = new RegExp(`\\bauthor-([\\w.-]{1,100}) author-${author}\\b`).exec(
      status === 200 ? text : "",
    );
    const name = target?.[1] ?? page?.[1];
    return name === undefined ? [] : [`the name of user ${author}, ${name}`];
  }
  const isList =
    status === 200 && /\/wp\/v2\/users\/?$/.test(url.searchParams.get("rest_route") ?? url.pathname);
  const total = Number(value("x-wp-total"));
  if (!isList || !(total > 0)) return [];
  const names = [...text.matchAll(/"slug":"([\w.-]+)"/g)].slice(0, 5).map(([, name]) => name);
  return [
    `${total === 1 ? "the name of 1 user" : `the names of ${total} users`}${names.length > 0 ? `, ${names.join(", ")}` : ""}`,
  ];
}

function isXmlrpc({ status, url, value, text = "" }: Shown): boolean {
  if (!url.pathname.endsWith("/xmlrpc.php")) return false;
  return status === 405 ? value("allow") === "POST" : status === 200 && text.includes("XML-RPC server");
}

/** Software and version, from generator elements and versioned WordPress files. */
function generatorsIn(text: string): readonly string[] {
  // All repeats have a maximum, so that matching is fast.
  const [meta] = [...text.matchAll(/<meta\b[^>]{0,500}>/gi)].flatMap(([tag]) =>
    /\bname=["']?generator\b/i.test(tag)
      ? (/\bcontent=["']([A-Z][\w .-]{0,60}?v?\d+\.\d[\w.]*)/i.exec(tag)?.[1] ?? [])
      : [],
  );
  const feed = /<generator>https?:\/\/wordpress\.org\/\?v=([\d.]+)/.exec(text)?.[1];
  const file =
    /\/wp-includes\/(?:js\/wp-emoji-release|css\/dist\/block-library\/style)[\w.]*\?ver=(\d+\.[\d.]+)/.exec(
      text,
    )?.[1];
  return [meta, feed && `WordPress ${feed}`, file && `WordPress ${file}`].filter(
    (made) => made !== undefined,
  );
}
