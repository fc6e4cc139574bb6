/** The agents' data file: robots' addresses as published by their operators, and tables. Pure. */

import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { formatNetwork, type Network, parseNetwork } from "../syntax/ip-address.ts";
import { publishedLists, type Ranges } from "./verify.ts";

const FORMAT = "netlens-agents/2";

const AgentsFile = Type.Object({
  format: Type.Literal(FORMAT),
  /** RFC 3339. */
  built: Type.String(),
  /** Networks by the URL of their list. */
  ranges: Type.Array(Type.Object({ list: Type.String(), networks: Type.Array(Type.String()) })),
  tables: Type.Optional(
    Type.Object({
      /** Newest date of a source: `2026-11-21`. */
      taken: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }),
      texts: Type.Array(Type.Object({ table: Type.String(), text: Type.String({ minLength: 1 }) })),
    }),
  ),
  /** SHA-256 of the JSON text of `[ranges, tables]`, in hexadecimal; null for no tables. */
  sha256: Type.String(),
});

export type AgentsFile = Static<typeof AgentsFile>;

/** Invalid data file or list; the message has the reason. */
export class AgentsError extends Error {}

/** Widest accepted networks: wider ones are mistakes that would verify anyone. */
const WIDEST = { 4: 12, 6: 28 } as const;
const MOST_NETWORKS = 50_000;

const ADDRESS =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7})(?:\/\d{1,3})?(?![\w.:])/g;

/**
 * Parses the networks in a publisher's document, in any form (JSON, text or HTML). `part` selects a JSON
 * member.
 * @throws AgentsError if it has no network, or one that is too wide
 */
export function networksIn(document: string, part?: string): string[] {
  const member = () => new Map(Object.entries(Object(jsonIn(document)))).get(part ?? "");
  const text = part === undefined ? document : JSON.stringify(member() ?? "");
  const found = new Set<string>();
  for (const [match] of text.matchAll(ADDRESS)) {
    const network = parseNetwork(match);
    if (!network) continue;
    if (network.prefix < WIDEST[network.address.family])
      throw new AgentsError(`${match} is too wide for a robot`);
    found.add(formatNetwork(network));
    if (found.size > MOST_NETWORKS) throw new AgentsError(`it has more than ${MOST_NETWORKS} networks`);
  }
  if (found.size === 0) throw new AgentsError("it has no addresses");
  return [...found];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AgentsError("it is not valid JSON");
  }
}

/**
 * Parses a data file; its tables are checked by their readers.
 * @throws AgentsError if it is broken, of another format, or modified since it was built
 */
export function readAgentsFile(text: string): AgentsFile {
  const file = jsonIn(text);
  if (!Value.Check(AgentsFile, file))
    throw new AgentsError(`it is not a data file of ${FORMAT}${formatOf(file)}`);
  if (file.sha256 !== checksum(file)) throw new AgentsError("its checksum does not match");
  if (Number.isNaN(Date.parse(file.built))) throw new AgentsError("it has no build date");
  for (const { networks } of file.ranges) for (const network of networks) networkIn(network);
  return file;
}

/** Networks by list, for lists that the current tables name. */
export function rangesOf({ ranges }: AgentsFile): Ranges {
  const known = new Set(publishedLists());
  return new Map(
    ranges
      .filter(({ list }) => known.has(list))
      .map(({ list, networks }) => [list, networks.map(networkIn)] as const),
  );
}

function networkIn(text: string): Network {
  const network = parseNetwork(text);
  if (!network) throw new AgentsError(`"${text}" is not a network`);
  return network;
}

/** Format version, if the file has one. */
function formatOf(file: unknown): string {
  const { format } = Object(file) as { readonly format?: unknown };
  const isOther = typeof format === "string" && format !== FORMAT && /^netlens-agents\/\d{1,9}$/.test(format);
  return isOther ? `, but of ${format}` : "";
}

export function agentsFileText(
  ranges: AgentsFile["ranges"],
  built: string,
  tables?: AgentsFile["tables"],
): string {
  const content = { ranges, ...(tables && { tables }) };
  return `${JSON.stringify({ format: FORMAT, built, ...content, sha256: checksum(content) }, null, 1)}\n`;
}

function checksum({ ranges, tables }: Pick<AgentsFile, "ranges" | "tables">): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify([ranges, tables ?? null])).digest("hex");
}
