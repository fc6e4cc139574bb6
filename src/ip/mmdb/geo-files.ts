/** IO: selects database files. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface GeoSettings {
  /** City or country files, which must be valid; empty for the default folders. */
  readonly city?: readonly string[];
  readonly asn?: string;
  readonly networks?: string;
  readonly load: "map" | "memory";
  /** Milliseconds until a file modified in place is reopened; 2,000 by default. */
  readonly settle?: number;
  /** Default folders; the first one with a database is used. */
  readonly usualPlaces: readonly string[];
  /** City files if the default folders have none. */
  readonly development?: readonly string[];
  /** Bundled countries, used last. */
  readonly embeddedCountry: readonly EmbeddedFile[];
  /** Bundled autonomous systems, used last. */
  readonly embeddedAsn?: readonly EmbeddedFile[];
  /** Bundled kinds of networks, used without another file. */
  readonly embeddedNetworks?: readonly EmbeddedFile[];
}

/** Bundled file, opened at first use. */
export interface EmbeddedFile {
  readonly file: string;
  readonly families: readonly (4 | 6)[];
}

export interface Wanted {
  readonly file: string;
  /** Named by the operator: an invalid file is an error; other invalid files are skipped. */
  readonly named: boolean;
  readonly role: "place" | "asn" | "networks";
  readonly bundled?: true;
}

/** `.mmdb` files of the first folder with matching names, in order of the patterns: city before country. */
function findIn(folders: readonly string[], names: readonly RegExp[]): readonly string[] {
  for (const folder of folders) {
    const files = listFolder(folder).filter((file) => file.endsWith(".mmdb"));
    const fitting = names.flatMap((name) => files.filter((file) => name.test(file)).sort());
    if (fitting.length > 0) return [...new Set(fitting)].map((file) => join(folder, file));
  }
  return [];
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Files to open, in order of precedence. */
export function wantedFiles(settings: GeoSettings): readonly Wanted[] {
  const named = settings.city ?? [];
  const found = named.length > 0 ? [] : findIn(settings.usualPlaces, [/city|enterprise/i, /country/i]);
  const fallback = named.length + found.length > 0 ? [] : (settings.development ?? []);
  const asn = settings.asn ? [settings.asn] : findIn(settings.usualPlaces, [/^(?!.*(city|country)).*asn/i]);
  const networks = settings.networks
    ? [settings.networks]
    : findIn(settings.usualPlaces, [/^networks\.mmdb$/]);
  return [
    ...networks.map((file): Wanted => ({ file, named: Boolean(settings.networks), role: "networks" })),
    ...named.map((file): Wanted => ({ file, named: true, role: "place" })),
    ...found.map((file): Wanted => ({ file, named: false, role: "place" })),
    ...fallback.map((file): Wanted => ({ file, named: false, role: "place", bundled: true })),
    ...asn.map(
      (file): Wanted => ({ file, named: settings.asn !== undefined && settings.asn !== "", role: "asn" }),
    ),
  ];
}
