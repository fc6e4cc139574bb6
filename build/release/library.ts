/**
 * The library of the npm package: bundled for Node 20 and later and for browsers, with its types. What only Bun or later Node have is replaced
 * within the bundle; nothing global is touched.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { HttpReport } from "../../src/http/schema.ts";
import { typeOf } from "./schema-types.ts";

/** The platform that a bundle is for. */
type Platform = "node" | "browser";

/** A module that a platform lacks → the module of the folder beside this file, and the name, that stands in its place. */
const INSTEAD = (platform: Platform) =>
  [
    ["Bun.deepEquals", platform, "$deepEquals"],
    ["Bun.CryptoHasher", platform, "$CryptoHasher"],
    ...(platform === "browser" ? ([["Buffer", platform, "$Buffer"]] as const) : []),
    ["Map.groupBy", "any", "$groupBy"],
    ["URL.parse", "any", "$parseUrl"],
    ["URLPattern", "any", "$URLPattern"],
    ["RegExp.escape", "any", "$escapeRegExp"],
    ["Uint8Array.fromBase64", "any", "$fromBase64"],
  ] as const;

const SHIMS = join(import.meta.dir, "library-shims");

/** Names what stands in place of the platform's, and imports it, in each module that needs it. */
const replacing = (platform: Platform): BunPlugin => ({
  name: `what ${platform} lacks`,
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](?:src|data)[/\\].*\.ts$/ }, async ({ path }) => {
      let text = await Bun.file(path).text();
      let imports = "";
      for (const [name, module, ours] of INSTEAD(platform)) {
        // A dot before it makes it a member of something else; three spread it.
        const pattern = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${RegExp.escape(name)}(?!\\w)`, "g");
        if (!pattern.test(text)) continue;
        text = text.replace(pattern, () => ours);
        imports += `import { ${ours} } from ${JSON.stringify(join(SHIMS, `${module}.ts`))};\n`;
      }
      return { contents: `${imports}${text}`, loader: "ts" };
    });
  },
});

/** Module of the package → module of src/library, and its exports. Runners' modules have the reporter as `default`. */
const ENTRIES = {
  index: ["index", "explainHeaders, lintResponse"],
  matchers: ["matchers", "matchersOf, netlensMatchers"],
  project: ["project", "findProject, openProject, parseProject"],
  playwright: ["playwright", "default, fixturesOf"],
  vitest: ["vitest", "default, fixturesOf"],
} as const;
/** No file is read where there are none, and no tests run. */
const BROWSER_ENTRIES = [ENTRIES.index, ENTRIES.matchers, ["parse-project", "parseProject"]] as const;

/** The library's modules in memory: ES modules that share chunks. */
export async function bundleLibrary(root: string, platform: Platform = "node") {
  const entries = platform === "node" ? Object.values(ENTRIES) : BROWSER_ENTRIES;
  return await Bun.build({
    entrypoints: entries.map(([name]) => join(root, `src/library/${name}.ts`)),
    root: join(root, "src/library"),
    target: platform,
    format: "esm",
    minify: true,
    splitting: true,
    metafile: true,
    plugins: [replacing(platform)],
    naming: { entry: "[name].js", chunk: "chunk-[hash].js" },
  });
}

/** All of it as one CommonJS module: chunks are for ES modules alone. */
async function bundleCommon(root: string, folder: string): Promise<void> {
  const entry = join(folder, "netlens.ts");
  // Of two modules that export the same name neither is seen: each goes below its own.
  const modules = Object.entries(ENTRIES).map(([name, [file]]) => [
    name,
    join(root, `src/library/${file}.ts`),
  ]);
  await Bun.write(
    entry,
    modules.map(([name, path]) => `export * as ${name} from ${JSON.stringify(path)};\n`).join(""),
  );
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: "node",
    format: "cjs",
    minify: true,
    plugins: [replacing("node")],
  });
  rmSync(entry);
  for (const output of outputs) await Bun.write(join(folder, "netlens.cjs"), output);
  for (const [name, [, exported]] of Object.entries(ENTRIES))
    await Bun.write(
      join(folder, `${name}.cjs`),
      `"use strict";\nconst { ${name} } = require("./netlens.cjs");\n${exported
        .split(", ")
        .map((each) => `exports.${each} = ${name}.${each};\n`)
        .join("")}`,
    );
}

/** Writes the modules and their types to a folder. Gives the bytes of each ES module for Node. */
export async function library(root: string, folder: string): Promise<Readonly<Record<string, number>>> {
  mkdirSync(folder, { recursive: true });
  const { outputs } = await bundleLibrary(root);
  for (const output of outputs) await Bun.write(join(folder, output.path), output);
  const { outputs: forBrowsers } = await bundleLibrary(root, "browser");
  for (const output of forBrowsers)
    await Bun.write(join(folder, "browser", output.path.replace("parse-project", "project")), output);
  await bundleCommon(root, folder);
  // The launcher beside it is CommonJS.
  await Bun.write(join(folder, "package.json"), '{ "type": "module" }\n');
  const types = {
    index: indexTypes(),
    matchers: MATCHER_TYPES,
    project: PROJECT_TYPES,
    playwright: PLAYWRIGHT_TYPES,
    vitest: VITEST_TYPES,
  };
  for (const [name, text] of Object.entries(types)) {
    await Bun.write(join(folder, `${name}.d.ts`), text);
    await Bun.write(join(folder, `${name}.d.cts`), text.replaceAll(/(?<=from "\.\/\w+\.)js(?=";)/g, "cjs"));
  }
  return Object.fromEntries(outputs.map(({ path, size }) => [path.replace(/^\.\//, ""), size]));
}

function indexTypes(): string {
  return `import type { Project } from "./project.js";

/** An answer of POST /v1/http/: the contract of netlens. */
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
  readonly httpVersion?: string | (() => string | Promise<string>);
  /** RFC 3339. */
  readonly receivedAt?: string;
  readonly request?: RequestLike | (() => { method(): string });
}
export interface LintOptions {
  /** Ids of findings to leave out, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
  /** The project file: its severities and exceptions count, and the fields that it requires. */
  readonly project?: Project | undefined;
}
/** A promise where the response's fields come by one. */
export type Answer<R extends ResponseLike, T> = R extends { headersArray(): Promise<unknown> } ? Promise<T> : T;
/** The meaning and the problems of each line. Throws a TypeError for a value without fields. */
export declare function explainHeaders<R extends ResponseLike>(response: R): Answer<R, HttpReport>;
/** The findings alone, the gravest first. */
export declare function lintResponse<R extends ResponseLike>(response: R, options?: LintOptions): Answer<R, Finding[]>;
`;
}

const PROJECT_TYPES = `/** What netlens.toml says a project expects. */
export interface Project {
  /** The path that it was read from. */
  readonly file: string;
  /** Severities and ids of findings that fail a run. */
  readonly failOn: readonly string[];
  /** Sentences about exceptions that have ended and ids that are no problems any more. */
  readonly notes: readonly string[];
  readonly rules: ReadonlyMap<string, unknown>;
  readonly require: ReadonlyMap<string, unknown>;
  readonly limits: { readonly certificateDays?: number; readonly totalMs?: number; readonly redirects?: number };
}
/** The nearest netlens.toml from a directory (the working directory by default) upwards. Throws an Error with line and column. */
export declare function findProject(from?: string): Project | undefined;
/** The project file of this path. */
export declare function openProject(path: string): Project;
/** The project file from its text; file is the name for messages. */
export declare function parseProject(text: string, file?: string): Project;
`;

const RUN_OPTIONS = `import type { ResponseLike } from "./index.js";
import type { Project } from "./project.js";

export interface RunOptions {
  /** The project file; by default the nearest one from the working directory upwards. */
  readonly project?: Project | undefined;
  /** Ids of findings to leave out, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
  /** The origins whose responses count; by default that of baseURL, else of a test's first response. */
  readonly origins?: readonly string[];
}
`;

const PLAYWRIGHT_TYPES = `import type { APIRequestContext, BrowserContext, Fixtures, Page, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from "@playwright/test";
import type { Reporter } from "@playwright/test/reporter";
${RUN_OPTIONS}
/** Counts the responses of a context, a page or a request context of the test's own, or one response. */
export type Watch = (target: BrowserContext | Page | APIRequestContext | ResponseLike) => void;
/** test.extend(fixturesOf()): holds every response of a test to the project file, and attaches what is found. */
export declare function fixturesOf(options?: RunOptions): Fixtures<{ netlens: Watch }, {}, PlaywrightTestArgs & PlaywrightTestOptions, PlaywrightWorkerArgs & PlaywrightWorkerOptions>;
/** The reporter: one table at the end; the run fails where a finding does. */
declare const NetlensReporter: { new (): Reporter };
export default NetlensReporter;
`;

const VITEST_TYPES = `${RUN_OPTIONS}
/** Counts one response more. */
export type Watch = (response: ResponseLike) => void;
/** test.extend(fixturesOf()): holds every response of fetch to the project file. */
export declare function fixturesOf(options?: RunOptions): {
  netlens: [(context: { readonly task: { readonly meta: object } }, use: (watch: Watch) => Promise<void>) => Promise<void>, { auto: true }];
};
/** The reporter: one table at the end; the run fails where a finding does. */
declare const NetlensReporter: { new (): { onTestRunEnd(modules: readonly object[]): void } };
export default NetlensReporter;
`;

const MATCHER_TYPES = `import type { Project } from "./project.js";

export interface Outcome {
  readonly pass: boolean;
  readonly message: () => string;
}
export interface NoHeaderErrorsOptions {
  /** The least that counts: what the project file has in fail-on, else error. */
  readonly severity?: "error" | "warning" | "info";
  /** Ids of findings that do not count, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
  readonly project?: Project | undefined;
}
export interface CacheableOptions {
  /** The cache: shared by default, such as a CDN's, or private, such as a browser's. */
  readonly by?: "shared" | "private";
}
export interface SecureCookiesOptions {
  /** Cookies that scripts have to read. */
  readonly readable?: Iterable<string>;
}
/** The matchers of expect once it is extended. R is void, or a promise where the response's fields come by one. */
export interface NetlensMatchers<R = void> {
  toHaveNoHeaderErrors(options?: NoHeaderErrorsOptions): R;
  toBeCacheable(options?: CacheableOptions): R;
  toSetSecureCookies(options?: SecureCookiesOptions): R;
}
type Matcher<O> = (received: unknown, options?: O) => Outcome | Promise<Outcome>;
interface Matchers {
  toHaveNoHeaderErrors: Matcher<NoHeaderErrorsOptions>;
  toBeCacheable: Matcher<CacheableOptions>;
  toSetSecureCookies: Matcher<SecureCookiesOptions>;
}
/** expect.extend(netlensMatchers) */
export declare const netlensMatchers: Matchers;
/** The same with a project file that holds for every call: expect.extend(matchersOf({ project: findProject() })) */
export declare function matchersOf(defaults: { readonly project?: Project | undefined }): Matchers;
`;
