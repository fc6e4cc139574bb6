import type { CatalogueRow, PrefixRow } from "./row.ts";

/** All rows of the catalogue, family by family. */
export const rows: readonly CatalogueRow[] = [];

/** All families known by how their names begin. */
export const prefixRows: readonly PrefixRow[] = [];
