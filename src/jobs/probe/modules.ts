/**
 * Probe modules with the names of blackbox_exporter, from a TOML file (`[probe.http_2xx]`) or a blackbox.yml
 * in which modules of other probers load but cannot be used. Pure.
 */

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { networkOptions } from "../../http/network.ts";
import { type Parsed, parsePositioned } from "../project/positions.ts";

const text = () => Type.Optional(Type.String());
const flag = () => Type.Optional(Type.Boolean());
const texts = () => Type.Optional(Type.Array(Type.String()));
const only = { additionalProperties: false };

const HeaderMatch = Type.Object(
  { header: Type.String(), regexp: Type.String(), allow_missing: flag() },
  only,
);

const TlsConfig = Type.Object(
  { insecure_skip_verify: flag(), ca_file: text(), cert_file: text(), key_file: text() },
  only,
);

const HttpModule = {
  valid_status_codes: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 999 }))),
  valid_http_versions: texts(),
  method: text(),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: text(),
  follow_redirects: flag(),
  no_follow_redirects: flag(),
  fail_if_ssl: flag(),
  fail_if_not_ssl: flag(),
  fail_if_body_matches_regexp: texts(),
  fail_if_body_not_matches_regexp: texts(),
  fail_if_header_matches: Type.Optional(Type.Array(HeaderMatch)),
  fail_if_header_not_matches: Type.Optional(Type.Array(HeaderMatch)),
  preferred_ip_protocol: Type.Optional(Type.Union([Type.Literal("ip4"), Type.Literal("ip6")])),
  ip_protocol_fallback: flag(),
  enable_http2: flag(),
  basic_auth: Type.Optional(Type.Object({ username: Type.String(), password: text() }, only)),
  bearer_token: text(),
  tls_config: Type.Optional(TlsConfig),
  proxy_url: text(),
  no_proxy: text(),
};

/** Network options that have another name in blackbox_exporter, and short forms. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...["header", "user", "proxy", "noproxy", "ipv4", "ipv6"],
  ...["insecure", "cacert", "cert", "key", "timeout"],
]);

/** Network options by member name, such as `connect_to`. */
export const networkMembers: ReadonlyMap<string, string> = new Map(
  Object.keys(networkOptions)
    .filter((name) => !ELSEWHERE.has(name))
    .map((name) => [name.replaceAll("-", "_"), name]),
);

function memberSchema(option: string): TSchema {
  const { words, repeats, type } = networkOptions[option] ?? {};
  if (words) return Type.Optional(Type.Union(words.map((word) => Type.Literal(word))));
  return repeats ? texts() : type === "boolean" ? flag() : text();
}

/** Schema of the network options. Typed as object, since members are read by name. */
const OfNetwork: object = Object.fromEntries(
  [...networkMembers].map(([member, option]) => [member, memberSchema(option)]),
);

const Flat = Type.Object(
  {
    timeout: text(),
    /** Name of a project file, whose rules and requirements are reported. */
    project: text(),
    ...HttpModule,
    ...OfNetwork,
  },
  only,
);
const Nested = Type.Object(
  {
    prober: Type.Literal("http"),
    timeout: text(),
    http: Type.Optional(Type.Object({ ...HttpModule, ...OfNetwork }, only)),
  },
  only,
);

/** Probers of blackbox_exporter that netlens does not have. */
const OTHER_PROBERS: ReadonlySet<unknown> = new Set(["tcp", "dns", "icmp", "grpc", "unix"]);

export type ProbeModule = Omit<Static<typeof Flat>, "timeout"> & {
  /** Name of an unsupported prober; the module cannot be used. */
  readonly otherProber?: string;
  /** Milliseconds. */
  readonly timeoutMs?: number;
};

/** Invalid module; the message names file, module and member, and line and column in TOML. */
export class ModuleError extends Error {}

/** Place of a member: `FILE:LINE:COLUMN: MODULE`; YAML has no lines. */
export type PlaceOf = (...member: readonly (string | number)[]) => string;

/** @throws ModuleError; ProjectError for invalid TOML */
export function readModules(
  content: string,
  file: string,
): ReadonlyMap<string, { readonly module: ProbeModule; readonly place: PlaceOf }> {
  const isYaml = /\.ya?ml$/.test(file);
  const { value, at } = isYaml ? parseYaml(content, file) : parsePositioned(content, file);
  const tables = isYaml ? memberOf(value, "modules") : memberOf(value, "probe");
  if (typeof tables !== "object" || tables === null)
    throw new ModuleError(`${file}: has no ${isYaml ? "modules" : "[probe.NAME] tables"}`);
  return new Map(
    Object.entries(tables).map(([name, table]) => {
      const place: PlaceOf = (...member) =>
        `${file}${isYaml ? "" : `:${at(["probe", name, ...member])}`}: ${name}`;
      return [name, { module: moduleOf(table, place, isYaml), place }];
    }),
  );
}

function parseYaml(content: string, file: string): Parsed {
  try {
    return { value: Bun.YAML.parse(content), at: () => "" };
  } catch (error) {
    throw new ModuleError(`${file}: not valid YAML: ${error instanceof Error ? error.message : error}`);
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  new Map(Object.entries(typeof value === "object" && value !== null ? value : {})).get(name);

function moduleOf(table: unknown, place: PlaceOf, isYaml: boolean): ProbeModule {
  const prober = memberOf(table, "prober");
  if (isYaml && OTHER_PROBERS.has(prober)) return { otherProber: String(prober) };
  const schema = isYaml ? Nested : Flat;
  const [error] = Value.Errors(schema, table);
  if (error) {
    const path = error.path.split("/").slice(1);
    const at = place(...path.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
    throw new ModuleError(
      error.message === "Unexpected property"
        ? `${at}: ${path.join(".")} is not supported`
        : `${at}: ${path.join(".") || "module"}: ${wordsOf(error.schema) ?? error.message.toLowerCase()}`,
    );
  }
  const { http = {}, timeout, ...rest } = table as Static<typeof Nested> & Static<typeof Flat>;
  const { prober: _, ...flat } = rest;
  const module: ProbeModule = { ...flat, ...http };
  const host = virtualHost(module);
  if (host !== undefined && !URL.canParse(`http://${host}/`))
    throw new ModuleError(`${place("headers", "Host")}: headers.Host: expected a host such as app.example`);
  for (const member of ["fail_if_body_matches_regexp", "fail_if_body_not_matches_regexp"] as const)
    for (const [index, expression] of (module[member] ?? []).entries())
      checkExpression(expression, place(member, index));
  for (const member of ["fail_if_header_matches", "fail_if_header_not_matches"] as const)
    for (const [index, { regexp }] of (module[member] ?? []).entries())
      checkExpression(regexp, place(member, index, "regexp"));
  return { ...module, ...(timeout !== undefined && { timeoutMs: goDuration(timeout, place("timeout")) }) };
}

/** Host field in `headers`, which replaces the target's host as in blackbox_exporter; undefined if not set. */
export function virtualHost({ headers = {} }: Pick<ProbeModule, "headers">): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "host")?.[1];
}

function wordsOf({ anyOf }: TSchema): string | undefined {
  return Array.isArray(anyOf)
    ? `expected ${anyOf.map((each: TSchema) => each["const"]).join(", ")}`
    : undefined;
}

function checkExpression(expression: string, at: string): void {
  try {
    regexpOf(expression);
  } catch (error) {
    throw new ModuleError(`${at}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Converts Go's inline flags (`(?i)`) to JavaScript. */
export function regexpOf(expression: string): RegExp {
  const [, flags = "", rest = expression] = /^\(\?([ims]+)\)(.*)$/s.exec(expression) ?? [];
  return new RegExp(rest, flags);
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
]);

/** `5s`, `1m30s`, `500ms` → milliseconds. */
function goDuration(given: string, at: string): number {
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)(ms|s|m)/gy)];
  const ms = parts.reduce((sum, [, number, unit = ""]) => sum + Number(number) * (UNITS.get(unit) ?? 0), 0);
  if (parts.map(([part]) => part).join("") !== given || ms <= 0)
    throw new ModuleError(`${at}: timeout: expected a duration such as 5s, not "${given}"`);
  return ms;
}
