/**
 * Probe modules with the names of blackbox_exporter, from a TOML file (`[probe.http_2xx]`) or a blackbox.yml. A
 * module that cannot be used keeps its reason, so that the others can. Pure.
 */

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { RE2JS } from "re2js";
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import * as known from "../../../data/blackbox-members.ts";
import { networkOptions } from "../../http/network.ts";
import { memoize } from "../../platform/memoize.ts";
import { type Parsed, parsePositioned } from "../project/positions.ts";
import { ProjectError } from "../project/project-error.ts";

const optional = Type.Optional;
const text = () => optional(Type.String());
const texts = () => optional(Type.Array(Type.String()));
const flag = () => optional(Type.Boolean());
const only = { additionalProperties: false };

/** Optional members of one type. */
function each<const N extends string, S extends TSchema>(names: readonly N[], make: () => S) {
  return Object.fromEntries(names.map((name) => [name, make()])) as Readonly<Record<N, S>>;
}

const one = (words: readonly string[]) =>
  optional(Type.Unsafe<string>(Type.Union(words.map((word) => Type.Literal(word)))));
const byName = <T extends TSchema>(value: T) => optional(Type.Record(Type.String(), value));
const textsOf = <const N extends string>(...names: readonly N[]) => Type.Object(each(names, text), only);

const required = Type.String({ minLength: 1 });
const HeaderMatches = optional(
  Type.Array(Type.Object({ header: required, regexp: required, allow_missing: flag() }, only)),
);
const TlsConfig = {
  ...each(["ca", "ca_file", "cert", "cert_file", "key", "key_file", "server_name"], text),
  insecure_skip_verify: flag(),
  ...each(["min_version", "max_version"], () => one([...known.TLS_VERSIONS.keys()])),
};

const HttpModule = {
  ...each(known.TEXTS, text),
  ...each(known.FLAGS, flag),
  ...each(known.LISTS, texts),
  valid_status_codes: optional(Type.Array(Type.Integer({ minimum: 100, maximum: 999 }))),
  headers: byName(Type.String()),
  compression: one(known.COMPRESSIONS),
  fail_if_header_matches: HeaderMatches,
  fail_if_header_not_matches: HeaderMatches,
  preferred_ip_protocol: one(["ip4", "ip6"]),
  basic_auth: optional(textsOf("username", "username_file", "password", "password_file")),
  authorization: optional(textsOf("type", "credentials", "credentials_file")),
  tls_config: optional(Type.Object(TlsConfig, only)),
  proxy_connect_header: byName(Type.Array(Type.String())),
};

/** Network options by member name, such as `connect_to`. */
export const networkMembers: ReadonlyMap<string, string> = new Map(
  Object.keys(networkOptions)
    .filter((name) => !known.ELSEWHERE.includes(name))
    .map((name) => [name.replaceAll("-", "_"), name]),
);

function memberSchema(option: string): TSchema {
  const { words, repeats, type } = networkOptions[option] ?? {};
  if (words) return one(words);
  return repeats ? texts() : type === "boolean" ? flag() : text();
}

/** Schema of the network options. Typed as object, since members are read by name. */
const OfNetwork: object = Object.fromEntries(
  [...networkMembers].map(([member, option]) => [member, memberSchema(option)]),
);

const Schema = Type.Object(
  {
    prober: optional(Type.Literal("http")),
    timeout: text(),
    /** Name of a project file, whose rules and requirements are reported. */
    project: text(),
    /** Whether to look up the registration of the domain. */
    domain: flag(),
    ...HttpModule,
    ...OfNetwork,
  },
  only,
);

export type ProbeModule = Omit<Static<typeof Schema>, "prober" | "timeout" | "body_size_limit"> & {
  /** Name of an unsupported prober; the module cannot be used. */
  readonly otherProber?: string;
  /** Reason why the module cannot be used, with file, line and column. */
  readonly fault?: string;
  /** Milliseconds. */
  readonly timeoutMs?: number;
  /** Bytes after decoding. */
  readonly bodyLimit?: number;
};

/** Invalid module or file; the message names file, line, column, module and member. */
export class ModuleError extends ProjectError {}

/** Place of a member: `FILE:LINE:COLUMN: MODULE`. */
export type PlaceOf = (...member: readonly (string | number)[]) => string;

/**
 * Modules by name; `read` throws a ModuleError for an invalid one.
 * @throws ModuleError, or ProjectError for invalid TOML, if no module of the file can be read
 */
export function readModules(
  content: string,
  file: string,
): ReadonlyMap<string, { readonly read: () => ProbeModule; readonly place: PlaceOf }> {
  const isYaml = /\.ya?ml$/.test(file);
  const { value, at } = isYaml ? parseYaml(content, file) : parsePositioned(content, file);
  const root = isYaml ? "modules" : "probe";
  const tables = memberOf(value, root);
  if (typeof tables !== "object" || tables === null)
    throw new ModuleError(`${file}: has no ${isYaml ? "modules" : "[probe.NAME] tables"}`);
  return new Map(
    Object.entries(tables).map(([name, table]) => {
      const place: PlaceOf = (...[first = "", ...rest]) => {
        const path = isYaml && !OUTSIDE.includes(first) ? ["http", first] : [first];
        return `${file}:${at([root, name, ...path, ...rest])}: ${name}`;
      };
      return [name, { read: () => moduleOf(table, place, isYaml), place }];
    }),
  );
}

/** Paths of YAML that are not in `http`. */
const OUTSIDE: readonly unknown[] = ["", "prober", "timeout", "http"];

/** Message of an error of the user's. @throws any other error */
export function faultOf(error: unknown): string {
  if (error instanceof ProjectError) return error.message;
  throw error;
}

/** Parses the first document, as blackbox_exporter does. Text keeps its source, such as `1.10`. */
function parseYaml(content: string, file: string): Parsed {
  const lineCounter = new LineCounter();
  const document = parseDocument(content, { lineCounter, version: "1.1", prettyErrors: false });
  const position = (offset = 0) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${line}:${col}`;
  };
  const fail = (message: string, offset?: number): never => {
    throw new ModuleError(`${file}:${position(offset)}: not valid YAML: ${message}`);
  };
  const error = document.errors.find(({ code }) => code !== "MULTIPLE_DOCS");
  if (error) fail(error.message, error.pos[0]);
  visit(document, {
    Alias(_, node) {
      if (!node.resolve(document)) fail(`no anchor &${node.source}`, node.range?.[0]);
    },
    Scalar(key, node, path) {
      const [owner, member] = [undefined, ...path.filter(isPair)].slice(-2).map((pair) => textOf(pair?.key));
      // An empty member has its default, as in Go.
      if (node.value === null) node.value = owner === "headers" ? "" : undefined;
      else if (key === "key" || !known.TYPED.includes(member)) node.value = node.source;
    },
  });
  const at: Parsed["at"] = (path) => {
    for (let length = path.length; length > 0; length--) {
      const owner: unknown = document.getIn(path.slice(0, length - 1), true);
      const name = path[length - 1];
      const pair = isMap(owner) ? owner.items.find(({ key }) => textOf(key) === name) : undefined;
      const node = isSeq(owner) ? owner.items[Number(name)] : pair?.key;
      if (isNode(node) && node.range) return position(node.range[0]);
    }
    return position();
  };
  return { value: document.toJS({ maxAliasCount: -1 }), at };
}

const textOf = (key: unknown) => (isScalar(key) ? key.value : undefined);

const memberOf = (value: unknown, name: string): unknown =>
  new Map(Object.entries(typeof value === "object" && value !== null ? value : {})).get(name);

function moduleOf(table: unknown, place: PlaceOf, isYaml: boolean): ProbeModule {
  const prober = memberOf(table, "prober");
  if (isYaml && typeof prober === "string" && prober !== "http") return { otherProber: prober };
  if (isYaml && prober === undefined) throw new ModuleError(`${place()}: prober is missing`);
  const { http = {}, ...outer } = table as Readonly<Record<string, unknown>>;
  const flat: unknown = isYaml && typeof http === "object" ? { ...outer, ...http } : table;
  const [error] = Value.Errors(Schema, flat);
  if (error) {
    const path = error.path.split("/").slice(1);
    const at = place(...path.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
    throw new ModuleError(
      error.message === "Unexpected property"
        ? `${at}: ${path.join(".")} is not supported`
        : `${at}: ${path.join(".") || "module"}: ${wordsOf(error.schema) ?? error.message.toLowerCase()}`,
    );
  }
  const { prober: _, timeout, body_size_limit: limit, ...module } = flat as Static<typeof Schema>;
  checkAlternatives(module, place);
  const host = virtualHost(module);
  if (host !== undefined && !isHost(host))
    throw new ModuleError(`${place("headers", "Host")}: headers.Host: expected a host such as app.example`);
  for (const member of ["fail_if_body_matches_regexp", "fail_if_body_not_matches_regexp"] as const)
    for (const [index, expression] of (module[member] ?? []).entries())
      checkExpression(expression, place(member, index));
  for (const member of ["fail_if_header_matches", "fail_if_header_not_matches"] as const)
    for (const [index, { regexp }] of (module[member] ?? []).entries())
      checkExpression(regexp, place(member, index, "regexp"));
  const timeoutMs = timeout === undefined ? 0 : goDuration(timeout, place("timeout"));
  const bodyLimit = limit === undefined ? 0 : goBytes(limit, place("body_size_limit"));
  return { ...module, ...(timeoutMs > 0 && { timeoutMs }), ...(bodyLimit > 0 && { bodyLimit }) };
}

function checkAlternatives(module: ProbeModule, place: PlaceOf): void {
  for (const [table, ...names] of known.ALTERNATIVES) {
    const owner = table === "" ? module : memberOf(module, table);
    const [, second] = names.filter((name) => Boolean(memberOf(owner, name)));
    if (second === undefined) continue;
    const path = table === "" ? [second] : [table, second];
    throw new ModuleError(`${place(...path)}: ${path.join(".")}: choose one of ${names.join(", ")}`);
  }
}

/** Host field in `headers`, which replaces the target's host as in blackbox_exporter; undefined if not set. */
export function virtualHost({ headers = {} }: Pick<ProbeModule, "headers">): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "host")?.[1];
}

/** Whether a text is a host, with an optional port. */
export const isHost = (text: string) => /^[^\s/?#@\\]+$/.test(text) && URL.canParse(`http://${text}/`);

function wordsOf({ anyOf }: TSchema): string | undefined {
  return Array.isArray(anyOf)
    ? `expected ${anyOf.flatMap((each: TSchema) => each["const"] || []).join(", ")}`
    : undefined;
}

function checkExpression(expression: string, at: string): void {
  try {
    regexpOf(expression);
  } catch (error) {
    throw new ModuleError(`${at}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Expression of Go's syntax (RE2). It matches in time linear to the text. @throws RE2JSSyntaxException */
export const regexpOf = memoize((expression) => RE2JS.compile(expression));

/** `5s`, `1m30s`, `500ms` → milliseconds; 0 for no limit. */
function goDuration(given: string, at: string): number {
  const parts = [...given.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy)];
  if (given !== "0" && (given === "" || parts.map(([part]) => part).join("") !== given))
    throw new ModuleError(`${at}: timeout: expected a duration such as 5s, not "${given}"`);
  return parts.reduce(
    (sum, [, number, unit = ""]) => sum + Number(number) * (known.DURATION_UNITS.get(unit) ?? 0),
    0,
  );
}

/** `10MB`, `1.5KiB` → bytes; all units are powers of 1024, as in blackbox_exporter. */
function goBytes(given: string, at: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([KMGTPE]i?)?B$/.exec(given) ?? [];
  if (number === undefined && given !== "0")
    throw new ModuleError(`${at}: body_size_limit: expected a size such as 10MB, not "${given}"`);
  return Math.floor(Number(number ?? 0) * 1024 ** " KMGTPE".indexOf(unit[0] ?? " "));
}
