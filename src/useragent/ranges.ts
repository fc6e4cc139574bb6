/** The agents' data file: published addresses of robots, read out of what operators publish, and tables. Pure. */

import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { formatNetwork, type Network, parseNetwork } from "../syntax/ip-address.ts";
import { publishedLists, type Ranges } from "./verify.ts";

const FORMAT = "netlens-agents/2";

const AgentsFile = Type.Object({
  format: Type.Literal(FORMAT),
  /** When it was made, RFC 3339. */
  built: Type.String(),
  /** The networks of each published list, by the URL that publishes it. */
  ranges: Type.Array(Type.Object({ list: Type.String(), networks: Type.Array(Type.String()) })),
  tables: Type.Optional(
    Type.Object({
      /** The newest date of a source: `2026-11-21`. */
      taken: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }),
      texts: Type.Array(Type.Object({ table: Type.String(), text: Type.String({ minLength: 1 }) })),
    }),
  ),
  /** SHA-256 of the JSON text of `[ranges, tables]`, in hexadecimal; null stands for no tables. */
  sha256: Type.String(),
});

/** The data file of agents: what changes without a release. */
export type AgentsFile = Static<typeof AgentsFile>;

/** Wrong data files and lists; the message says what is wrong. */
export class AgentsError extends Error {}

/** Widest networks that a robot may have: wider ones are a slip and would call everybody real. */
const WIDEST = { 4: 12, 6: 28 } as const;
const MOST_NETWORKS = 50_000;

const ADDRESS =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7})(?:\/\d{1,3})?(?![\w.:])/g;

/**
 * The networks in a publisher's document, whatever its form (JSON, text or HTML): what looks like an address or a
 * network and is one. `part` takes only that member of a JSON document.
 * @throws AgentsError where there is none, or one that is too wide
 */
export function networksIn(document: string, part?: string): string[] {
  const member = () => new Map(Object.entries(Object(jsonIn(document)))).get(part ?? "");
  const text = part === undefined ? document : JSON.stringify(member() ?? "");
  const found = new Set<string>();
  for (const [match] of text.matchAll(ADDRESS)) {
    const network = parseNetwork(match);
    if (!network) continue;
    if (network.prefix < WIDEST[network.address.family])
      throw new AgentsError(`${match} is too wide to be a robot's`);
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
 * Reads a data file and checks it, but for what its tables say.
 * @throws AgentsError for one that is broken, of another format, or changed since it was made
 */
export function readAgentsFile(text: string): AgentsFile {
  const file = jsonIn(text);
  if (!Value.Check(AgentsFile, file))
    throw new AgentsError(`it is not a data file of ${FORMAT}${formatOf(file)}`);
  if (file.sha256 !== checksum(file)) throw new AgentsError("its checksum does not match");
  if (Number.isNaN(Date.parse(file.built))) throw new AgentsError("it does not say when it was built");
  for (const { networks } of file.ranges) for (const network of networks) networkIn(network);
  return file;
}

/** The networks of a data file by their list, as far as a row of the tables in use names it. */
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

/** Of what other format it is, as far as it says one. */
function formatOf(file: unknown): string {
  const { format } = Object(file) as { readonly format?: unknown };
  const isOther = typeof format === "string" && format !== FORMAT && /^netlens-agents\/\d{1,9}$/.test(format);
  return isOther ? `, but of ${format}` : "";
}

/** The text of a data file. */
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
