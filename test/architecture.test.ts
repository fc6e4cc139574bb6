/** Architecture: allowed imports between rooms, places of IO, and size limits. */

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { Glob } from "bun";
import { clockComparisons } from "./clock-comparisons.ts";

const root = join(import.meta.dir, "..");
/** Headers room: helpers that declare fields and rules. They must not import fields or rules. */
const HEADER_BASE =
  /^src\/headers\/(?:field|problem|message|paste|schema|wording|catalogue|suggest)\.ts$|^src\/headers\/reading\//;

const sources = [...new Glob("{src,data}/**/*.ts").scanSync(root)].map((file) => ({
  file,
  room: roomOf(file),
  text: "",
  imports: [] as { readonly path: string; readonly room: string; readonly isLate: boolean }[],
}));
const transpiler = new Bun.Transpiler({ loader: "ts" });
for (const source of sources) {
  source.text = await Bun.file(join(root, source.file)).text();
  for (const [, named, bare, late] of source.text.matchAll(
    /^(?:import|export)\b[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  )) {
    const path = named ?? bare ?? late ?? "";
    const isLate = late !== undefined;
    if (path.startsWith(".")) {
      const target = relative(root, normalize(join(root, dirname(source.file), path)));
      source.imports.push({ path: target, room: roomOf(target), isLate });
    } else source.imports.push({ path, room: path, isLate });
  }
}

function roomOf(file: string): string {
  if (file.startsWith("data/")) return "data";
  // Any room with long work may import it.
  if (file === "src/api/cooperative.ts") return "cooperative";
  if (HEADER_BASE.test(file)) return "headers/base";
  const [, first = "", second = ""] = file.split("/");
  if (first === "headers" && ["verdicts", "fields", "rules"].includes(second)) return `headers/${second}`;
  if (first === "jobs") return `jobs/${second}`;
  return first.endsWith(".ts") ? first.slice(0, -3) : first;
}

/**
 * Room → rooms that it may import from. Each room may also import itself and, except for `platform`,
 * `syntax`.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  data: [],
  version: [],
  cooperative: [],
  syntax: ["data", "platform"],
  platform: [],
  api: ["data", "version", "cooperative"],
  "headers/verdicts": ["data", "platform"],
  "headers/base": ["data", "platform", "headers/verdicts"],
  "headers/fields": ["data", "platform", "headers/verdicts", "headers/base"],
  "headers/rules": ["data", "platform", "headers/verdicts", "headers/base", "headers/fields"],
  headers: [
    "data",
    "platform",
    "cooperative",
    "headers/verdicts",
    "headers/base",
    "headers/fields",
    "headers/rules",
  ],
  status: ["data", "api"],
  useragent: ["data", "api", "platform", "cooperative"],
  ip: ["data", "version", "api", "cooperative", "platform"],
  http: [
    "data",
    "version",
    "api",
    "cooperative",
    "platform",
    "headers",
    "headers/base",
    "ip",
    "settings",
    "status",
  ],
  "jobs/compare": ["jobs/har", "http", "headers/base", "headers", "data", "cooperative", "api"],
  "jobs/har": ["version", "status", "http", "headers/base", "headers", "data", "cooperative", "api"],
  "jobs/redirects": ["headers/base", "cooperative", "data", "api", "headers", "http"],
  "jobs/page": ["jobs/har", "headers/base", "cooperative", "data", "api", "headers", "http", "platform"],
  settings: ["data"],
  server: [
    "jobs/compare",
    "jobs/har",
    "jobs/page",
    "jobs/visitor",
    "compat",
    "api",
    "platform",
    "version",
    "settings",
    "headers",
    "headers/base",
    "http",
    "ip",
    "mcp",
    "jobs/probe",
    "jobs/reports",
    "jobs/site",
    "problems",
    "status",
    "useragent",
    "view",
    "web",
  ],
  view: [
    "jobs/compare",
    "jobs/redirects",
    "jobs/site",
    "jobs/page",
    "jobs/project",
    "jobs/visitor",
    "data",
    "api",
    "headers",
    "headers/base",
    "http",
    "ip",
    "useragent",
  ],
  "jobs/project": [
    "jobs/compare",
    "jobs/page",
    "jobs/site",
    "data",
    "api",
    "headers",
    "headers/base",
    "http",
    "settings",
  ],
  "jobs/probe": ["api", "data", "http", "jobs/project", "platform", "settings"],
  "jobs/reports": ["api", "data", "headers", "platform", "useragent"],
  "jobs/site": [
    "data",
    "jobs/redirects",
    "jobs/page",
    "api",
    "headers",
    "headers/base",
    "http",
    "platform",
    "cooperative",
    "jobs/project",
  ],
  "jobs/watch": [
    "jobs/compare",
    "api",
    "cooperative",
    "headers",
    "headers/base",
    "http",
    "platform",
    "jobs/project",
  ],
  library: ["jobs/har", "headers/base", "headers", "http", "jobs/project", "view"],
  mcp: [
    "jobs/compare",
    "jobs/redirects",
    "jobs/page",
    "data",
    "api",
    "cooperative",
    "headers",
    "headers/base",
    "http",
    "ip",
    "problems",
    "status",
    "useragent",
    "view",
    "jobs/visitor",
  ],
  problems: ["api", "cooperative", "headers", "headers/base", "jobs/project", "view"],
  "jobs/visitor": ["api", "ip", "useragent"],
  web: [
    "jobs/compare",
    "jobs/redirects",
    "jobs/reports",
    "jobs/page",
    "jobs/project",
    "jobs/site",
    "jobs/visitor",
    "data",
    "api",
    "cooperative",
    "version",
    "view",
    "headers",
    "headers/base",
    "http",
    "ip",
    "status",
    "useragent",
  ],
  compat: ["api", "ip"],
  cli: [
    "jobs/har",
    "jobs/compare",
    "jobs/redirects",
    "jobs/page",
    "jobs/probe",
    "jobs/visitor",
    "data",
    "api",
    "cooperative",
    "platform",
    "version",
    "settings",
    "jobs/project",
    "jobs/site",
    "jobs/watch",
    "server",
    "headers",
    "headers/base",
    "http",
    "mcp",
    "ip",
    "status",
    "useragent",
    "view",
    "web",
  ],
  main: ["cli"],
};

/** Files that may do IO (network, files, processes). */
const IO =
  /^src\/(?:main|platform\/[\w-]+|ip\/(?:mmdb\/(?:database|reload|geo-files|bundled)|update|update\/(?:download|unpack|lock)|update-networks|registrations|geo)|useragent\/(?:tables\/built-in|update|agents-file|names-dns)|library\/project|http\/(?:wire\/)?(?:exchange|dial|channel|tls|wire|resolve|checks|quic)[\w-]*|jobs\/(?:page\/browser\/(?:chromium|relay)|probe\/load-modules|(?:reports|site|watch)\/store|watch\/(?:notify|salvage))|server\/(?:listen|listen\/(?:guard|sockets)|shared\/redis|named-files)|cli\/(?:commands\/[\w-]+|serve\/[\w-]+|serve-output|standard-input))\.ts$/;
const IO_MODULES =
  /^(?:node:(?:fs|fs\/promises|net|tls|dns|dns\/promises|http|http2|https|child_process|dgram)|bun:(?:ffi|sqlite))$/;
const IO_CALLS =
  /\bBun\.(?:file|write|serve|connect|listen|spawn|mmap|udpSocket)\b|(?<![.\w])fetch\(|\bprocess\.(?:stdin|stdout|stderr)\b/;

describe("rooms", () => {
  for (const { file, room, imports } of sources)
    test(file, () => {
      const allowed = ARROWS[room];
      expect(allowed, `${file}: no arrows are declared for room "${room}"`).toBeDefined();
      const wrong = imports.filter(({ path, room: target }) => {
        if (!path.startsWith("src/") && !path.startsWith("data/")) return false;
        return target !== room && (target !== "syntax" || room === "platform") && !allowed?.includes(target);
      });
      expect(wrong.map(({ path }) => path)).toEqual([]);
    });
});

/**
 * Rooms with doors: other rooms may import the files directly in the room; its folders are private. `syntax`,
 * `platform` and `api` are libraries: each of their files is a door.
 */
const DOORED: readonly string[] = [
  "jobs/compare",
  "jobs/har",
  "jobs/page",
  "jobs/probe",
  "jobs/project",
  "jobs/redirects",
  "jobs/reports",
  "jobs/site",
  "jobs/visitor",
  "jobs/watch",
  "cli",
  "compat",
  "headers",
  "http",
  "ip",
  "library",
  "mcp",
  "problems",
  "server",
  "settings",
  "status",
  "useragent",
  "view",
  "web",
];
const MOST_DOORS = 15;

describe("doors", () => {
  /** Folder of a file's room; each folder of `src/jobs` is a room. */
  const folderOf = (path: string) => path.split("/", path.startsWith("src/jobs/") ? 3 : 2).join("/");

  test.each(DOORED)("other rooms import only files directly in %s, at most 15", (room) => {
    const folder = `src/${room}`;
    const doors = sources.filter(({ file }) => dirname(file) === folder).map(({ file }) => file);
    expect(doors.length).toBeGreaterThan(0);
    expect(doors.length, doors.join(" ")).toBeLessThanOrEqual(MOST_DOORS);
    const wrong = sources
      .filter(({ file }) => folderOf(file) !== folder)
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ path }) => folderOf(path) === folder && dirname(path) !== folder)
          .map(({ path }) => `${file} imports ${path}`),
      );
    expect(wrong).toEqual([]);
  });
});

/** Minimum speed-up that justifies a mechanism, in CPU time or blocking time. */
const WORTHWHILE = 1.5;

test("a speed mechanism reaches the minimum, and names its benchmark or slow test", () => {
  const shown = new RegExp(
    `@perf [^@]*?(\\d[\\d.]*) times [^@]*\\(\`(?:${[
      ...[...new Glob("*.ts").scanSync(join(root, "build/measure/bench"))].map(
        (file) => `bench ${file.replace(/\.ts$/, "")}`,
      ),
      ...[...new Glob("*.test.ts").scanSync(join(root, "build/slow"))].map((file) =>
        file.replace(/(?:\.test)?\.ts$/, ""),
      ),
    ].join("|")})\`\\)`,
  );
  const marks = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\/\*\*[\s\S]*?\*\/|(?:^\s*\/\/.*\n)+/gm)]
      .map(([comment]) => comment.replace(/\n\s*(?:\*|\/\/)/g, ""))
      .filter((comment) => comment.includes("@perf"))
      .map((comment) => ({ file, comment })),
  );
  const times = (comment: string) => Number(shown.exec(comment)?.[1] ?? 0);
  expect(marks.filter(({ comment }) => times(comment) < WORTHWHILE)).toEqual([]);
  expect(marks.length).toBeGreaterThan(7);
});

test("IO is only in files for IO", () => {
  const wrong = sources.filter(({ file, text, imports }) => {
    if (IO.test(file)) return false;
    const code = transpiler.transformSync(text);
    return imports.some(({ path }) => IO_MODULES.test(path)) || IO_CALLS.test(code);
  });
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

/**
 * Types that may have keys of any name, with the reason why input such as `__proto__` cannot reach inherited
 * members. The compiler rejects indexing any other plain object with a string.
 */
const ANY_KEYS: Readonly<Record<string, string>> = {
  "src/library/response/message.ts": "fields of a test's response, read by Object.entries only",
  "data/word-table.ts": "input of a word table",
  "data/geo/countries.ts": "listed",
  "data/geo/subdivision-aliases.ts": "listed",
  "data/option-rows.ts": "words by the table's own names",
  "src/cli/input/flag-table.ts": "flags, by the table's own names",
  "src/cli/input/what-if.ts": "members by names of ours",
  "src/cli/stream/output.ts": "a table of flags",
  "src/cli/stream/stream.ts": "a table of flags",
  "src/cli/arguments.ts": "flags, by the command's own names",
  "src/cli/input/assertion-flags.ts": "a table of flags",
  "src/cli/input/project.ts": "a table of flags",
  "src/cli/command-line.ts": "the environment, by names of ours",
  "src/cli/command.ts": "flags, by the command's own names",
  "src/cli/commands/http.ts": "a table of flags",
  "src/cli/commands/headers.ts": "a table of flags",
  "src/cli/input/lookup-settings.ts": "a table of flags",
  "src/cli/input/network-options.ts": "a table of flags",
  "src/cli/input/output-flags.ts": "a table of flags",
  "src/cli/input/polite-flags.ts": "a table of flags",
  "src/cli/run.ts": "the environment, by names of ours",
  "src/mcp/server.ts": "answers of tools, passed on",
  "src/jobs/probe/exposition.ts": "labels, listed",
  "src/platform/libc.ts": "functions of the C library, named in the code",
  "src/cli/serve/notify.ts": "the environment, by names of ours",
  "src/settings/load.ts": "flags and the environment, by names of ours; TOML members, listed",
  "src/api/answer.ts": "fields to send",
  "src/api/endpoint.ts": "parameters and parts of paths, listed",
  "src/api/errors.ts": "fields to send",
  "src/api/plugin.ts": "the query, without a prototype",
  "src/api/query.ts": "the query, without a prototype; parameters, listed",
  "src/headers/field.ts": "kinds of problems, listed",
  "src/headers/fields/keyword-fields.ts": "kinds of problems, listed",
  "src/headers/reading/json.ts": "JSON of a field: members by names of ours, or listed",
  "src/headers/verdicts/index.ts": "verdicts, by names of ours",
  "src/headers/verdicts/observatory.ts": "tests of ours, listed",
  "src/syntax/json-field.ts": "JSON of a field: members by names of ours, or listed",
  "src/api/body-parts.ts": "JSON of a request: members by names of ours",
  "src/http/network.ts": "flags, by names of ours",
  "src/http/settings.ts": "JSON of a request: members by names of ours",
  "src/jobs/project/positions.ts": "tables of a TOML file, without a prototype",
  "src/jobs/probe/modules.ts": "members of a module: by names of ours, or listed",
  "src/jobs/probe/load-modules.ts": "members of a module that is checked, by names of ours",
  "src/http/wire/quic.ts": "fields of a response: listed, or by names of ours",
  "src/http/decode.ts": "JSON of a request: members by names of ours",
  "src/ip/mmdb/database-info.ts": "facts to log",
  "src/ip/mmdb/geo-state.ts": "facts to log",
  "src/ip/mmdb/decoder.ts": "records of a database: members by names of ours, or read with hasOwn",
  "src/ip/names/names.ts": "records of a database: read with hasOwn",
  "src/ip/connection/network-lists.ts": "JSON of a list: members by names of ours; readers, listed",
  "src/ip/update/source.ts": "fields to send",
  "src/ip/update.ts": "fields to send",
  "src/server/routes/components.ts": "schemas of ours",
  "src/server/log.ts": "facts to log",
  "src/server/metrics/metrics.ts": "gauges, listed",
  "src/server/routes/openapi.ts": "schemas and paths of ours",
  "src/server/limits/rate-limit.ts": "fields to send",
  "src/useragent/client-hints.ts": "JSON of a request: members by names of ours",
  "src/useragent/routes.ts": "JSON of a request: members by names of ours",
  "src/jobs/visitor/seen.ts": "client hints, passed on",
  "src/jobs/project/kinds.ts": "listed",
  "src/view/report/verdict-types.ts": "listed",
  "src/web/pages/outcome-page.ts": "fields to send",
  "src/web/pages/forms.ts": "values by the form's own names",
};

describe("input indexes word tables, never plain objects", () => {
  /** Code without comments, strings and regular expressions. */
  const withoutText = (code: string) =>
    code.replace(
      /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<=[(,=:?&|[!{};]\s*|return )\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g,
      (text) => (/^\/[/*]/.test(text) ? "" : '""'),
    );

  test("types with keys of any name are reviewed", () => {
    const found = sources.filter(({ text }) =>
      /(?<!satisfies )Record<\s*string\b|\[\w+: string\]:/.test(withoutText(text)),
    );
    expect(found.map(({ file }) => file).filter((file) => ANY_KEYS[file] === undefined)).toEqual([]);
  });

  test("no plain object is indexed where the compiler does not check", () => {
    const wrong = sources.filter(({ text }) => {
      const code = withoutText(transpiler.transformSync(text));
      return /\}\)?\[(?!["\d\]])|[\w)\]] in [a-z]/i.test(code) || /\bas keyof\b/.test(text);
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

test("answers are made only where their bytes are counted for the log", () => {
  // Listeners with logging of their own, and responses that are not answers of the API.
  const own = [
    "src/api/answer.ts",
    "src/server/listen.ts",
    "src/server/probe-access.ts",
    "src/server/service.ts",
    "src/cli/serve/workers.ts",
    // Creates a Response only as input of HTMLRewriter.
    "src/http/chain/browser/html-stream.ts",
  ];
  const wrong = sources.filter(
    ({ file, text }) => !own.includes(file) && /\bnew Response\(|\bResponse\.(?:json|redirect)\(/.test(text),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

/**
 * Maximum lines per room of src; `""` is the files outside rooms. Before raising a limit, look for code to
 * remove; give the reason in the commit.
 */
const LINES: Readonly<Record<string, number>> = {
  api: 1495,
  cli: 9640,
  compat: 280,
  headers: 29_520,
  http: 10_050,
  jobs: 18_300,
  ip: 4660,
  library: 660,
  mcp: 900,
  platform: 1000,
  problems: 230,
  server: 4650,
  settings: 590,
  status: 180,
  syntax: 3180,
  useragent: 5340,
  view: 2550,
  web: 4210,
  "": 300,
};

test("each room is within its line limit", () => {
  const counted = new Map<string, number>();
  for (const { file, text } of sources) {
    if (!file.startsWith("src/")) continue;
    const room = file.split("/").length > 2 ? (file.split("/")[1] ?? "") : "";
    counted.set(room, (counted.get(room) ?? 0) + text.split("\n").length - 1);
  }
  const over = [...counted].filter(([room, lines]) => lines > (LINES[room] ?? 0));
  expect(over.map(([room, lines]) => `${room}: ${lines} of ${LINES[room] ?? 0}`)).toEqual([]);
});

test("all rooms together are within the line limit", () => {
  const lines = sources
    .filter(({ file }) => file.startsWith("src/"))
    .map(({ text }) => text.split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(96_990);
});

test("build without measurements has at most 30,000 lines", () => {
  const files = [...new Glob("build/**/*.ts").scanSync(root)].filter(
    (file) => !/node_modules|^build\/measure\//.test(file),
  );
  const lines = files.map((file) => readFileSync(join(root, file), "utf8").split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(30_000);
});

test("no import cycle, including type imports", () => {
  // Imports on demand (`import()`) are excluded; type imports count.
  const pathsOf = new Map(
    sources.map(({ file, imports }) => [file, imports.flatMap(({ path, isLate }) => (isLate ? [] : [path]))]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const path of pathsOf.get(file) ?? []) follow(path, [...way, file]);
    done.add(file);
  };
  for (const file of pathsOf.keys()) follow(file, []);
  expect(circles).toEqual([]);
});

test("only main exits the process", () => {
  const wrong = sources.filter(({ file, text }) => file !== "src/main.ts" && /\bprocess\.exit\b/.test(text));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test("the header engine reads no clock", () => {
  const wrong = sources.filter(
    ({ file, text }) =>
      file.startsWith("src/headers/") && /\bDate\.now\(|new Date\(\)|performance\.now/.test(text),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test("src contains only files of the executable, and no editor leftovers", () => {
  const files = [...new Glob("src/**/*").scanSync(root)];
  // The only file in JavaScript runs in browsers.
  const foreign = files.filter((file) => !/\.(?:ts|css|svg|c)$/.test(file));
  expect(foreign).toEqual(["src/web/assets/page-script.js"]);
});

test("no room is called utils, helpers or common", () => {
  expect(sources.filter(({ file }) => /(?:^|\/)(?:utils?|helpers?|common)(?:\.ts|\/)/.test(file))).toEqual(
    [],
  );
});

// A bundle merges modules into one function. A single loop makes the engine compile all of that function,
// which took 200 ms for the header fields.
test("no module has a top-level loop", () => {
  const looping = sources.filter(({ text }) => /^(?:for|while|do)\b/m.test(text));
  expect(looping.map(({ file }) => file)).toEqual([]);
});

test("only place data are loaded before the first answer", () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const { text = "" } = sources.find((source) => source.file === file) ?? {};
    for (const { path, kind } of transpiler.scanImports(text))
      if (kind === "import-statement")
        load(path.startsWith(".") ? relative(root, normalize(join(root, dirname(file), path))) : path);
  };
  load("src/main.ts");
  load("src/cli/command-line.ts");
  load("src/server/service.ts");
  expect(loaded.size).toBeGreaterThan(80);
  const large = [...loaded].filter(
    (file) =>
      /^data\/|^src\/headers\/|^src\/useragent\/(?!routes|schema|client-hints|tables\/tables-state)/.test(
        file,
      ) || !/^(?:src\/|node:|bun)/.test(file),
  );
  expect(large.sort()).toEqual([
    "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb",
    "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb",
    "@photostructure/tz-lookup",
    "@sinclair/typebox",
    "@sinclair/typebox/value",
    "data/agents/hint-fields.ts",
    "data/agents/row.ts",
    "data/agents/view-words.ts",
    "data/api-examples.json",
    "data/command-flags.txt",
    "data/command-settings.ts",
    "data/compare-words.ts",
    "data/failures.ts",
    "data/file-reasons.ts",
    "data/geo/asn-files.ts",
    "data/geo/attributions.ts",
    "data/geo/autonomous-systems.mmdb",
    "data/geo/centres.txt",
    "data/geo/countries.ts",
    "data/geo/country-files.ts",
    "data/geo/country-names.txt",
    "data/geo/network-files.ts",
    "data/geo/networks.mmdb",
    "data/geo/record-paths.txt",
    "data/geo/region-name.ts",
    "data/geo/registries.txt",
    "data/geo/subdivisions.txt",
    "data/headers/row.ts",
    "data/network-options.txt",
    "data/old-flags.ts",
    "data/option-help.txt",
    "data/option-rows.ts",
    "data/recipe-servers.ts",
    "data/redirect-maps.ts",
    "data/site-lists.txt",
    "data/special-purpose.ts",
    "data/specification-names.txt",
    "data/status-codes.ts",
    "data/status-practice.ts",
    "data/tables.ts",
    "data/word-table.ts",
    "elysia",
    "package.json",
  ]);
});

describe("declarations are used", () => {
  const textOf = (file: string) => sources.find((source) => source.file === file)?.text ?? "";

  const routes = sources.filter(({ file }) => /^src\/(?:jobs\/)?[^/]+\/routes\.ts$/.test(file));
  test.each(routes.map(({ file, text }) => [file, text] as const))(
    "the routes of %s are in the app",
    (_, text) => {
      const [, made = ""] = /^export (?:const|function) (\w+Routes)\b/m.exec(text) ?? [];
      expect(made).not.toBe("");
      expect(textOf("src/server/app.ts")).toContain(`.use(${made}(`);
    },
  );

  const codes = [...textOf("src/api/errors.ts").matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map(
    ([, code = ""]) => code,
  );
  // Lists of statuses in endpoint descriptions are not uses of a code.
  const others = sources
    .filter(({ file }) => file.startsWith("src/") && file !== "src/api/errors.ts")
    .map(({ text }) => text.replaceAll(/\berrors: \[[^\]]*\]/g, ""))
    .join("\n");
  test.each(codes)("code returns the error %s", (code) => expect(others).toContain(`"${code}"`));
});

test("an error in a callback of a socket, stream or session ends only its own work", () => {
  const EVENTS =
    /\.(?:on|once)\(\s*"(?:data|message|headers|response|trailers|goaway|OCSPResponse)",\s*(\(|[\w.]+)/g;
  const callbacks = sources
    .filter(({ file }) => /^src\/(?:http|jobs|platform)\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(EVENTS)].map(([whole, first = ""]) => ({
        place: `${file}: ${whole.replace(/\s+/g, " ")}`,
        isGuarded: first === "guarded" || text.includes(`const ${first} = guarded(`),
      })),
    );
  expect(callbacks.length).toBeGreaterThan(6);
  expect(callbacks.filter(({ isGuarded }) => !isGuarded).map(({ place }) => place)).toEqual([]);
});

/** Fast tests that compare with a clock: number of comparisons, and the reason why load cannot fail them. */
const CLOCK_COMPARISONS: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "cli/har.test.ts": [1, "effort compared with other effort at the same time, minimum of six tries"],
  "http/bounds.test.ts": [2, "a server that waits: a wait is never shorter, and may be longer"],
  "server/service-metrics.test.ts": [2, "between the values read before and after, however long it takes"],
  "useragent/hostile.test.ts": [1, "500 times the time of the string in the middle, in each of five tries"],
};

describe("fast tests do not compare with a clock", () => {
  test("except reviewed ones", async () => {
    const found: Record<string, number> = {};
    for (const file of new Glob("**/*.ts").scanSync(import.meta.dir)) {
      const lines = clockComparisons(await Bun.file(join(import.meta.dir, file)).text());
      if (lines.length > 0) found[file] = lines.length;
    }
    const reviewed = Object.entries(CLOCK_COMPARISONS).map(([file, [count]]) => [file, count]);
    expect(found).toEqual(Object.fromEntries(reviewed));
  });

  test.each([
    ["expect(performance.now() - begun).toBeLessThan(1000)", 1],
    ["const { user } = process.cpuUsage(before); expect(user / 1000).toBeLessThan(500)", 1],
    ["const before = Date.now(); if (Date.now() - before > 500) throw new Error()", 1],
    ["const at = []; at.push(performance.now()); expect(at[1] - at[0]).toBeGreaterThan(190)", 1],
    ["const time = () => { return Bun.nanoseconds(); }; expect(time()).toBeCloseTo(5)", 1],
    ["for (const [at] of runs.map(() => [performance.now()])) expect(at).toBeGreaterThan(9)", 1],
    ["const { timeStages } = await lookup(); expect(timeStages.dns).not.toBeLessThan(9)", 1],
    ["expect(await effortRatio(work, other, 3)).toBeLessThan(3)", 1],
    ["expect(report.timeTotal).toBeGreaterThanOrEqual(0)", 0],
    ["while (performance.now() < end); expect(work({ clock: Date.now }).length).toBeLessThan(9)", 0],
    ["const message = parse({ at: Date.now() }); expect(count).toBeLessThan(9)", 0],
  ])("%s", (text, count) => expect(clockComparisons(text)).toHaveLength(count));
});
