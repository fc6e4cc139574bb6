/**
 * The library of the npm package: bundled for Node 20 and later and for browsers, with its types. Functions
 * that these platforms lack are replaced within the bundle; globals stay unchanged.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { HttpReport } from "../../src/http/schema.ts";
import { typeOf } from "./schema-types.ts";

/** Platform of a bundle. */
type Platform = "node" | "browser";

/** Functions that a platform lacks → replacement in library-shims, and its name. */
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

/**
 * Bundler plugin that replaces functions the platform lacks, and imports the replacements where they are
 * used.
 */
const replacing = (platform: Platform): BunPlugin => ({
  name: `what ${platform} lacks`,
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](?:src|data)[/\\].*\.ts$/ }, async ({ path }) => {
      let text = await Bun.file(path).text();
      let imports = "";
      for (const [name, module, ours] of INSTEAD(platform)) {
        // Skips members, which follow a dot, but not spread names, which follow three.
        const pattern = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${RegExp.escape(name)}(?!\\w)`, "g");
        if (!pattern.test(text)) continue;
        text = text.replace(pattern, () => ours);
        imports += `import { ${ours} } from ${JSON.stringify(join(SHIMS, `${module}.ts`))};\n`;
      }
      return { contents: `${imports}${text}`, loader: "ts" };
    });
  },
});

/**
 * Module of the package → module of src/library, and its exports. Modules for test runners export the
 * reporter as `default`.
 */
const ENTRIES = {
  index: ["index", "explainHeaders, lintResponse"],
  matchers: ["matchers", "matchersOf, netlensMatchers"],
  project: ["project", "findProject, openProject, parseProject"],
  playwright: ["playwright", "default, fixturesOf"],
  vitest: ["vitest", "default, fixturesOf"],
} as const;
/** Entries for browsers, which have neither files nor test runners. */
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

/** Bundles all modules as one CommonJS module: only ES modules can share chunks. */
async function bundleCommon(root: string, folder: string): Promise<void> {
  const entry = join(folder, "netlens.ts");
  // Modules have exports of the same name, so each module is a namespace.
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

/** Writes the modules and their types to a folder. @returns the bytes of each ES module for Node */
export async function library(root: string, folder: string): Promise<Readonly<Record<string, number>>> {
  mkdirSync(folder, { recursive: true });
  const { outputs } = await bundleLibrary(root);
  for (const output of outputs) await Bun.write(join(folder, output.path), output);
  const { outputs: forBrowsers } = await bundleLibrary(root, "browser");
  for (const output of forBrowsers)
    await Bun.write(join(folder, "browser", output.path.replace("parse-project", "project")), output);
  await bundleCommon(root, folder);
  // ES modules, unlike the launcher next to this folder.
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

/** An answer of POST /v1/http/, part of the contract of netlens. */
export type HttpReport = ${typeOf(HttpReport)};
export type Problem = HttpReport["problems"][number];
export type Severity = Problem["severity"];

/** Place of a finding. */
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
/** A response of fetch or Playwright, or its known parts. */
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
  /** Ids of findings to ignore, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
  /** The project file: its severities, exceptions and required headers apply. */
  readonly project?: Project | undefined;
}
/** A promise if the response returns its headers by one. */
export type Answer<R extends ResponseLike, T> = R extends { headersArray(): Promise<unknown> } ? Promise<T> : T;
/** Explanation and problems of each line. Throws a TypeError for a value without headers. */
export declare function explainHeaders<R extends ResponseLike>(response: R): Answer<R, HttpReport>;
/** The findings only, the worst first. */
export declare function lintResponse<R extends ResponseLike>(response: R, options?: LintOptions): Answer<R, Finding[]>;
`;
}

const PROJECT_TYPES = `/** What netlens.toml says a project expects. */
export interface Project {
  /** Path of the file. */
  readonly file: string;
  /** Severities and ids of findings that fail a run. */
  readonly failOn: readonly string[];
  /** Notes about expired exceptions and retired ids. */
  readonly notes: readonly string[];
  readonly rules: ReadonlyMap<string, unknown>;
  readonly require: ReadonlyMap<string, unknown>;
  readonly limits: { readonly certificateDays?: number; readonly totalMs?: number; readonly redirects?: number };
}
/**
 * The nearest netlens.toml from a directory (the working directory by default) upwards. Throws an Error with
 * line and column.
 */
export declare function findProject(from?: string): Project | undefined;
/** The project file at this path. */
export declare function openProject(path: string): Project;
/** The project file from its text; file is its name in messages. */
export declare function parseProject(text: string, file?: string): Project;
`;

const RUN_OPTIONS = `import type { ResponseLike } from "./index.js";
import type { Project } from "./project.js";

export interface RunOptions {
  /** The project file; by default the nearest one from the working directory upwards. */
  readonly project?: Project | undefined;
  /** Ids of findings to ignore, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
  /** Origins whose responses are checked; by default that of baseURL, or else of a test's first response. */
  readonly origins?: readonly string[];
}
`;

const PLAYWRIGHT_TYPES = `import type { APIRequestContext, BrowserContext, Fixtures, Page, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from "@playwright/test";
import type { Reporter } from "@playwright/test/reporter";
${RUN_OPTIONS}
/** Checks the responses of another context, page or request context, or a single response. */
export type Watch = (target: BrowserContext | Page | APIRequestContext | ResponseLike) => void;
/** test.extend(fixturesOf()): checks every response of a test against the project file, and attaches the findings. */
export declare function fixturesOf(options?: RunOptions): Fixtures<{ netlens: Watch }, {}, PlaywrightTestArgs & PlaywrightTestOptions, PlaywrightWorkerArgs & PlaywrightWorkerOptions>;
/** The reporter: one table at the end; the run fails if a finding fails it. */
declare const NetlensReporter: { new (): Reporter };
export default NetlensReporter;
`;

const VITEST_TYPES = `${RUN_OPTIONS}
/** Checks one more response. */
export type Watch = (response: ResponseLike) => void;
/** test.extend(fixturesOf()): checks every response of fetch against the project file. */
export declare function fixturesOf(options?: RunOptions): {
  netlens: [(context: { readonly task: { readonly meta: object } }, use: (watch: Watch) => Promise<void>) => Promise<void>, { auto: true }];
};
/** The reporter: one table at the end; the run fails if a finding fails it. */
declare const NetlensReporter: { new (): { onTestRunEnd(modules: readonly object[]): void } };
export default NetlensReporter;
`;

const MATCHER_TYPES = `import type { Project } from "./project.js";

export interface Outcome {
  readonly pass: boolean;
  readonly message: () => string;
}
export interface NoHeaderErrorsOptions {
  /** Minimum severity; by default fail-on of the project file, or else error. */
  readonly severity?: "error" | "warning" | "info";
  /** Ids of findings to ignore, some for one field only (field-repeated:etag). */
  readonly ignore?: Iterable<string>;
  readonly project?: Project | undefined;
}
export interface CacheableOptions {
  /** The cache: shared (default), such as a CDN's, or private, such as a browser's. */
  readonly by?: "shared" | "private";
}
export interface SecureCookiesOptions {
  /** Cookies that scripts need to read. */
  readonly readable?: Iterable<string>;
}
/** The matchers of expect after expect.extend. R is void, or a promise if the response returns its headers by one. */
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
/** The same with a project file for every call: expect.extend(matchersOf({ project: findProject() })) */
export declare function matchersOf(defaults: { readonly project?: Project | undefined }): Matchers;
`;
