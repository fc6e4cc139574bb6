/**
 * The library of the npm package: bundled for Node 20 and later, with its types. What only Bun or later Node have is replaced
 * within the bundle; nothing global is touched.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { HttpReport } from "../../src/http/schema.ts";
import { typeOf } from "./schema-types.ts";

/** What the platform lacks → the name of what stands in its place. */
const INSTEAD = {
  "Bun.deepEquals": "$deepEquals",
  "Bun.CryptoHasher": "$CryptoHasher",
  "Map.groupBy": "$groupBy",
  "URL.parse": "$parseUrl",
  "RegExp.escape": "$escapeRegExp",
  "Uint8Array.fromBase64": "$fromBase64",
} as const;

const SHIMS = `import { isDeepStrictEqual as $deepEquals } from "node:util";
import { createHash as $createHash } from "node:crypto";
class $CryptoHasher { constructor(name) { this.hash = $createHash(name); } update(data) { this.hash.update(data); return this; } digest(form) { return this.hash.digest(form); } }
const $groupBy = (items, keyOf) => { const groups = new Map(); let index = 0; for (const item of items) { const key = keyOf(item, index++); const group = groups.get(key); if (group) group.push(item); else groups.set(key, [item]); } return groups; };
const $parseUrl = (url, base) => { try { return new URL(url, base); } catch { return null; } };
const $escapeRegExp = (text) => text.replace(/[\\\\^$.*+?()[\\]{}|\\/-]/g, "\\\\$&");
const $fromBase64 = (text) => { const bare = text.replace(/[\\t\\n\\f\\r ]/g, ""); if (!/^(?:[A-Za-z\\d+\\/]{4})*(?:[A-Za-z\\d+\\/]{2}(?:==)?|[A-Za-z\\d+\\/]{3}=?)?$/.test(bare)) throw new SyntaxError("not base64"); return new Uint8Array(Buffer.from(bare, "base64")); };`;

const ENTRIES = { index: "src/library/index.ts", matchers: "src/library/matchers.ts" } as const;

/** Writes index.js, matchers.js and their types to a folder. Gives the bytes of each module. */
export async function library(root: string, folder: string): Promise<Readonly<Record<string, number>>> {
  mkdirSync(folder, { recursive: true });
  const built = await Bun.build({
    entrypoints: Object.values(ENTRIES).map((path) => join(root, path)),
    root: join(root, "src/library"),
    target: "node",
    format: "esm",
    minify: true,
    splitting: true,
    define: INSTEAD,
    banner: SHIMS,
    naming: { entry: "[name].js", chunk: "chunk-[hash].js" },
    outdir: folder,
  });
  // The launcher beside it is CommonJS.
  await Bun.write(join(folder, "package.json"), '{ "type": "module" }\n');
  await Bun.write(join(folder, "index.d.ts"), indexTypes());
  await Bun.write(join(folder, "matchers.d.ts"), MATCHER_TYPES);
  return Object.fromEntries(built.outputs.map(({ path, size }) => [path.slice(folder.length + 1), size]));
}

function indexTypes(): string {
  return `/** An answer of POST /v1/http/: the contract of netlens. */
export type HttpReport = ${typeOf(HttpReport)};
export type Problem = HttpReport["problems"][number];
export type Severity = Problem["severity"];

/** Where a finding stands. */
export interface Place {
  /** Number of the step, from 1; 0 for the chain as a whole. */
  readonly step: number;
  readonly url: string;
  /** Field name as sent; absent for a finding about the message. */
  readonly field?: string;
  /** Line of the field, from 1. */
  readonly line?: number;
}
export type Finding = Problem & { readonly places: readonly [Place, ...Place[]] };

export type HeadersLike =
  | { forEach(callback: (value: string, name: string) => void): void; getSetCookie?(): string[] }
  | Readonly<Record<string, string | readonly string[] | number | undefined>>
  | readonly string[]
  | readonly (readonly [name: string, value: string])[];
export interface RequestLike {
  readonly method?: string;
  readonly headers?: HeadersLike;
}
interface NameValue {
  readonly name: string;
  readonly value: string;
}
/** A response of fetch, of Playwright, or what is known of one. */
export interface ResponseLike {
  readonly headers?: HeadersLike | (() => HeadersLike);
  headersArray?(): readonly NameValue[] | Promise<readonly NameValue[]>;
  readonly status?: number | (() => number);
  readonly url?: string | (() => string);
  readonly method?: string;
  readonly httpVersion?: string;
  /** RFC 3339. */
  readonly receivedAt?: string;
  readonly request?: RequestLike | (() => { method(): string });
}
export interface LintOptions {
  /** Ids of findings to leave out, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
}
/** A promise where the response's fields come by one. */
export type Answer<R extends ResponseLike, T> = R extends { headersArray(): Promise<unknown> } ? Promise<T> : T;
/** What each line says and what is wrong with it. Throws a TypeError for what has no fields. */
export declare function explainHeaders<R extends ResponseLike>(response: R): Answer<R, HttpReport>;
/** The findings alone, the gravest first. */
export declare function lintResponse<R extends ResponseLike>(response: R, options?: LintOptions): Answer<R, Finding[]>;
`;
}

const MATCHER_TYPES = `export interface Outcome {
  readonly pass: boolean;
  readonly message: () => string;
}
export interface NoHeaderErrorsOptions {
  /** The least that counts: error by default. */
  readonly severity?: "error" | "warning" | "info";
  /** Ids of findings that do not count, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
}
export interface CacheableOptions {
  /** Whose cache: shared by default, such as a CDN's, or private, such as a browser's. */
  readonly by?: "shared" | "private";
}
export interface SecureCookiesOptions {
  /** Cookies that scripts have to read. */
  readonly readable?: Iterable<string>;
}
/** What expect has once it is extended. R is void, or a promise where the response's fields come by one. */
export interface NetlensMatchers<R = void> {
  toHaveNoHeaderErrors(options?: NoHeaderErrorsOptions): R;
  toBeCacheable(options?: CacheableOptions): R;
  toSetSecureCookies(options?: SecureCookiesOptions): R;
}
type Matcher<O> = (received: unknown, options?: O) => Outcome | Promise<Outcome>;
/** expect.extend(netlensMatchers) */
export declare const netlensMatchers: {
  toHaveNoHeaderErrors: Matcher<NoHeaderErrorsOptions>;
  toBeCacheable: Matcher<CacheableOptions>;
  toSetSecureCookies: Matcher<SecureCookiesOptions>;
};
`;
