/** Collects the server names, and the statuses of maps, of an nginx configuration. Pure. */

import { MapError } from "../map-item.ts";
import { statementsOf } from "./nginx-statements.ts";

export interface NginxSurvey {
  /** Redirect status by the variable of a map; `""` if a map has several statuses. */
  readonly statuses: ReadonlyMap<string, string>;
  /** URL of each `server` in order (`https://a.example`); undefined without a name. */
  readonly servers: readonly (string | undefined)[];
}

interface Server {
  host?: string | undefined;
  isSecure: boolean;
}

export async function surveyNginx(text: AsyncIterable<string>): Promise<NginxSurvey> {
  const blocks: (string | undefined)[] = [];
  const servers: Server[] = [];
  const maps = new Set<string>();
  const answers = new Map<string, string>();
  for await (const statements of upToError(statementsOf(text)))
    for (const { words, end } of statements) {
      const [name, ...rest] = words.map((word) => word.text);
      if (end === "}") blocks.pop();
      else if (end === "{") {
        blocks.push(name);
        if (name === "server") servers.push({ isSecure: false });
        if (name === "map" && rest[1]) maps.add(rest[1]);
      } else if (blocks.at(-1) === "server") describeServer(servers.at(-1), name, rest);
      if (end === ";") noteAnswer(answers, name, rest);
    }
  return {
    statuses: new Map([...answers].filter(([variable]) => maps.has(variable))),
    servers: servers.map(({ host, isSecure }) => host && `${isSecure ? "https" : "http"}://${host}`),
  };
}

/** Pieces before a syntax error, which is reported when the map is read. */
async function* upToError<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
  }
}

/** Whether it is a host name, not a pattern and not a placeholder such as `_`. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/i;

function describeServer(
  server: Server | undefined,
  name: string | undefined,
  words: readonly string[],
): void {
  if (!server) return;
  if (name === "server_name") server.host ??= words.find((word) => HOST.test(word))?.toLowerCase();
  if (name === "listen" && (words.includes("ssl") || /(?:^|:)443$/.test(words[0] ?? "")))
    server.isSecure = true;
}

/** Notes the status of a statement that redirects to the value of a variable. */
function noteAnswer(answers: Map<string, string>, name: string | undefined, words: readonly string[]): void {
  const [first = "", second = "", flag] = words;
  const target = name === "return" && !/^\d{3}$/.test(first) ? first : second;
  const isExternal = name === "return" || flag === "redirect" || /^(?:https?:\/\/|\$scheme)/.test(second);
  const status = flag === "permanent" ? "301" : /^\d{3}$/.test(first) ? first : isExternal ? "302" : "";
  if (!/^(?:return|rewrite)$/.test(name ?? "") || !/^30[12378]$/.test(status)) return;
  for (const [, variable = ""] of target.matchAll(/\$\{?(\w+)\}?/g)) {
    const known = answers.get(`$${variable}`);
    answers.set(`$${variable}`, known === undefined || known === status ? status : "");
  }
}

/**
 * Origins to request for each server. Empty if there is only one host, or if the configuration does not serve
 * the host of `base`, as for a staging copy.
 */
export function serversApart(
  { servers }: Pick<NginxSurvey, "servers">,
  base: string | undefined,
): NginxSurvey["servers"] {
  const hosts = new Set(servers.flatMap((server) => (server ? [new URL(server).hostname] : [])));
  const isElsewhere = base !== undefined && !hosts.has(URL.parse(base)?.hostname ?? "");
  return hosts.size < 2 || isElsewhere ? [] : servers;
}
