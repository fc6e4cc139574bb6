import type { CatalogueRow, PrefixRow } from "./row.ts";
import { standardRows } from "./standard/index.ts";
import { vendorRows } from "./vendor/index.ts";
import { vendorPrefixes } from "./vendor/prefixes.ts";

/** All rows of the catalogue, family by family. */
export const rows: readonly CatalogueRow[] = [...standardRows, ...vendorRows];

/** All families known by how their names begin. */
export const prefixRows: readonly PrefixRow[] = vendorPrefixes;
