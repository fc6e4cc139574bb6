/**
 * Modules of the probe: what a target has to answer, by blackbox_exporter's names. Read from tables of a TOML file
 * (`[probe.http_2xx]`) or from a blackbox.yml that has http modules alone. Pure.
 */

import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

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
};

const Flat = Type.Object(
  {
    timeout: text(),
    /** The project file whose rules and requirements the probe reports. */
    project: text(),
    ...HttpModule,
  },
  only,
);
const Nested = Type.Object(
  { prober: Type.Literal("http"), timeout: text(), http: Type.Optional(Type.Object(HttpModule, only)) },
  only,
);

export type ProbeModule = Omit<Static<typeof Flat>, "timeout"> & {
  /** Milliseconds. */
  readonly timeoutMs?: number;
};

/** A wrong module; the message names file, module and member. */
export class ModuleError extends Error {}

/** @throws ModuleError */
export function readModules(content: string, file: string): ReadonlyMap<string, ProbeModule> {
  const isYaml = /\.ya?ml$/.test(file);
  const parsed = parse(content, file, isYaml);
  const tables = isYaml ? memberOf(parsed, "modules") : memberOf(parsed, "probe");
  if (typeof tables !== "object" || tables === null)
    throw new ModuleError(`${file}: has no ${isYaml ? "modules" : "[probe.NAME] tables"}`);
  return new Map(
    Object.entries(tables).map(([name, table]) => [name, moduleOf(table, `${file}: ${name}`, isYaml)]),
  );
}

function parse(content: string, file: string, isYaml: boolean): unknown {
  try {
    return isYaml ? Bun.YAML.parse(content) : Bun.TOML.parse(content);
  } catch (error) {
    const kind = isYaml ? "YAML" : "TOML";
    throw new ModuleError(`${file}: not valid ${kind}: ${error instanceof Error ? error.message : error}`);
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  new Map(Object.entries(typeof value === "object" && value !== null ? value : {})).get(name);

function moduleOf(table: unknown, at: string, isYaml: boolean): ProbeModule {
  const schema = isYaml ? Nested : Flat;
  const [error] = Value.Errors(schema, table);
  if (error) {
    const member = error.path.slice(1).replaceAll("/", ".");
    throw new ModuleError(
      error.message === "Unexpected property"
        ? `${at}: ${member} is not supported`
        : `${at}: ${member || "module"}: ${error.message.toLowerCase()}`,
    );
  }
  const { http = {}, timeout, ...rest } = table as Static<typeof Nested> & Static<typeof Flat>;
  const { prober: _, ...flat } = rest;
  const module: ProbeModule = { ...flat, ...http };
  for (const expression of expressionsOf(module)) checkExpression(expression, at);
  return { ...module, ...(timeout !== undefined && { timeoutMs: goDuration(timeout, at) }) };
}

function expressionsOf(module: ProbeModule): readonly string[] {
  return [
    ...(module.fail_if_body_matches_regexp ?? []),
    ...(module.fail_if_body_not_matches_regexp ?? []),
    ...(module.fail_if_header_matches ?? []).map(({ regexp }) => regexp),
    ...(module.fail_if_header_not_matches ?? []).map(({ regexp }) => regexp),
  ];
}

function checkExpression(expression: string, at: string): void {
  try {
    regexpOf(expression);
  } catch (error) {
    throw new ModuleError(`${at}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Go's syntax (RE2) where JavaScript writes it otherwise: flags in front (`(?i)`). */
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
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)(ms|s|m)/g)];
  const ms = parts.reduce((sum, [, number, unit = ""]) => sum + Number(number) * (UNITS.get(unit) ?? 0), 0);
  if (parts.map(([part]) => part).join("") !== given || ms <= 0)
    throw new ModuleError(`${at}: timeout: expected a duration such as 5s, not "${given}"`);
  return ms;
}
