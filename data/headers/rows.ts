import { productRows } from "./products/index.ts";
import type { CatalogueRow } from "./row.ts";
import { standardRows } from "./standard/index.ts";

/** All rows of the catalogue, family by family. */
export const rows: readonly CatalogueRow[] = [...standardRows, ...productRows];
