/** Methods and content, by the names that people know from curl. */

import { type Call, type Flag, UsageError } from "./command.ts";
import { fileError } from "./file-error.ts";

export const curlFlags: Readonly<Record<string, Flag>> = {
  method: { type: "string", short: "X", aliases: ["request"], value: "METHOD", help: "request method" },
  head: { type: "boolean", short: "I", help: "same as --method HEAD" },
  data: {
    type: "string",
    short: "d",
    aliases: ["data-ascii"],
    value: "DATA",
    repeats: true,
    help: "send this as a form does, with POST unless --method says otherwise; @FILE reads it from a file",
  },
  "data-raw": { type: "string", value: "DATA", repeats: true, help: "the same, where @ means nothing" },
  "data-binary": {
    type: "string",
    value: "DATA",
    repeats: true,
    help: "the same, with the line breaks of a file",
  },
  "data-urlencode": {
    type: "string",
    value: "[NAME=]DATA",
    repeats: true,
    help: "the same, percent-encoded; [NAME]@FILE reads it from a file",
  },
  get: { type: "boolean", short: "G", help: "put the data into the query of the URL instead" },
};

export interface CurlOptions {
  readonly method: string | undefined;
  readonly data: string | undefined;
  /** The URL with what -G adds to its query. */
  readonly urlOf: (url: string) => string;
}

/** Each kind of data, and how a value of it is read. */
const KINDS: readonly (readonly [flag: string, read: (given: string, io: Call["io"]) => Promise<string>])[] =
  [
    ["data", async (given, io) => (await fileOr(given, "data", io)).replace(/[\r\n\0]/g, "")],
    ["data-raw", async (given) => given],
    ["data-binary", (given, io) => fileOr(given, "data-binary", io)],
    ["data-urlencode", encoded],
  ];

/** @throws UsageError naming the flag at fault */
export async function readCurlFlags({ flags, lists, io }: Call): Promise<CurlOptions> {
  const pieces = KINDS.flatMap(([flag, read]) => (lists[flag] ?? []).map((given) => read(given, io)));
  const text = pieces.length > 0 ? (await Promise.all(pieces)).join("&") : undefined;
  const { method, head, get } = flags;
  const data = get === true ? undefined : text;
  if (data !== undefined && head === true)
    throw new UsageError("--head sends no data; --get puts it into the URL");
  if (typeof method === "string" && !/^[!#$%&'*+.^_`|~\w-]{1,64}$/.test(method))
    throw new UsageError(`--method: "${method}" is not a method`);
  if (method === "CONNECT") throw new UsageError("--method: CONNECT is for proxies");
  return {
    method: typeof method === "string" ? method : head === true ? "HEAD" : undefined,
    data,
    urlOf: (url) => (get === true && text !== undefined ? withQuery(url, text) : url),
  };
}

async function fileOr(given: string, flag: string, io: Call["io"]): Promise<string> {
  return given.startsWith("@") ? await textOfFile(io, flag, given.slice(1)) : given;
}

/** `DATA`, `=DATA`, `NAME=DATA`, `@FILE`, `NAME@FILE`; the name is sent as it is. */
async function encoded(given: string, io: Call["io"]): Promise<string> {
  const [, name = "", mark = "", rest = given] = /^([^=@]*)([=@])(.*)$/s.exec(given) ?? [];
  const text = mark === "@" ? await textOfFile(io, "data-urlencode", rest) : rest;
  return `${name === "" ? "" : `${name}=`}${percentEncoded(text)}`;
}

/** All but unreserved characters (RFC 3986 section 2.3). */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function withQuery(url: string, query: string): string {
  const [, before = url, hash = ""] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${query}${hash}`;
}

/** Text of a file that a flag names. @throws UsageError */
async function textOfFile(io: Call["io"], flag: string, path: string): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    throw fileError(`--${flag}`, path, error);
  }
}
