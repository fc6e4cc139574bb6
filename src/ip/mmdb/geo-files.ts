/** IO: which database files to use. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface GeoSettings {
  /** City or country files to use; each must be sound. Not given or empty: the usual places. */
  readonly city?: readonly string[];
  /** ASN file to use. */
  readonly asn?: string;
  /** File of kinds of networks to use. */
  readonly networks?: string;
  readonly load: "map" | "memory";
  /** Milliseconds after which a file that was written to in place is read again; 2,000 by default. */
  readonly settle?: number;
  /** Folders to look in when no file is named; the first with a database is taken. */
  readonly usualPlaces: readonly string[];
  /** City files for when the usual places have none. */
  readonly development?: readonly string[];
  /** Country files that answer last. */
  readonly embeddedCountry: readonly EmbeddedFile[];
  /** ASN files that answer last. */
  readonly embeddedAsn?: readonly EmbeddedFile[];
  /** Files of kinds of networks, for when there is no other. */
  readonly embeddedNetworks?: readonly EmbeddedFile[];
}

/** A file that comes with netlens: sound, and opened when first needed. */
export interface EmbeddedFile {
  readonly file: string;
  readonly families: readonly (4 | 6)[];
}

/** A file to open. */
export interface Wanted {
  readonly file: string;
  /** A bad file is an error rather than passed over. */
  readonly named: boolean;
  readonly role: "place" | "asn" | "networks";
  /** It came with netlens: nobody here can replace it. */
  readonly bundled?: true;
}

/** `.mmdb` files of the first usual place that has any whose name fits, in the order of the names: city before country. */
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

/** The files that the settings lead to now, in the order of trust. */
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
