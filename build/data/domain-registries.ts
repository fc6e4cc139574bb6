/**
 * Writes data/domain-registries.txt: the RDAP server of each top-level domain, from IANA's bootstrap registry. Refuses a
 * list that has lost more than a tenth of the domains.
 *
 *   bun build/data/domain-registries.ts               from IANA
 *   bun build/data/domain-registries.ts FILE-OR-URL   from a copy of dns.json
 */

import { join } from "node:path";

const [from = "https://data.iana.org/rdap/dns.json"] = process.argv.slice(2);
const file = join(import.meta.dir, "../../data/domain-registries.txt");

interface Bootstrap {
  readonly publication: string;
  readonly services: readonly (readonly [domains: readonly string[], servers: readonly string[]])[];
}

async function bootstrap(): Promise<Bootstrap> {
  if (!/^https?:/.test(from)) return Bun.file(from).json();
  const response = await fetch(from);
  if (!response.ok) throw new Error(`${from} answers ${response.status}`);
  return response.json() as Promise<Bootstrap>;
}

/** Servers that differ only in the domain share a row. */
function patternOf(server: string, domain: string): string {
  return server.replace(new RegExp(`^(.*[./])${domain}(?=[./])`), "$1{}");
}

const { publication, services } = await bootstrap();
const servers = services.flatMap(([domains, urls]) => {
  const [server] = urls.filter((url) => url.startsWith("https://") && url.endsWith("/"));
  return server === undefined ? [] : domains.map((domain) => ({ server, domain: domain.toLowerCase() }));
});
const ofServer = Map.groupBy(servers, ({ server }) => server);
const rows = Map.groupBy(servers, ({ server, domain }) =>
  ofServer.get(server)?.length === 1 ? patternOf(server, domain) : server,
);
const before = await Bun.file(file).text();
const known = before.split("\n").flatMap((line) => (/^https:.* \| (.*)/.exec(line)?.[1] ?? "").split(" "));
if (servers.length < 0.9 * known.length) throw new Error(`${from} has only ${servers.length} domains`);
const head = before
  .split("\n")
  .filter((line) => line.startsWith("#"))
  .map((line) => line.replace(/(?<=dns\.json of )[\d-]+/, publication.slice(0, 10)));
const lines = [...rows].map(([server, of]) => {
  const [only] = of.length === 1 ? of : [];
  return `${only?.server ?? server} | ${of
    .map(({ domain }) => domain)
    .toSorted()
    .join(" ")}`;
});
await Bun.write(file, `${[...head, ...lines.toSorted()].join("\n")}\n`);
console.log(`${servers.length} top-level domains on ${ofServer.size} servers`);
