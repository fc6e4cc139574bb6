/** Headers of client hints. Source: User-Agent Client Hints (WICG). */

import { wordTable } from "../word-table.ts";

/** Headers that the service reads, for `Accept-CH` and `Vary`. */
export const HINT_FIELDS = [
  "Sec-CH-UA",
  "Sec-CH-UA-Full-Version-List",
  "Sec-CH-UA-Full-Version",
  "Sec-CH-UA-Platform",
  "Sec-CH-UA-Platform-Version",
  "Sec-CH-UA-Model",
  "Sec-CH-UA-Mobile",
  "Sec-CH-UA-Form-Factors",
  "Sec-CH-UA-Arch",
  "Sec-CH-UA-Bitness",
  "Sec-CH-UA-WoW64",
] as const;

/** Names of the JavaScript interface for the fields. */
export const hintAliases = wordTable({
  brands: "ua",
  fullversionlist: "ua-full-version-list",
  uafullversion: "ua-full-version",
  platform: "ua-platform",
  platformversion: "ua-platform-version",
  model: "ua-model",
  mobile: "ua-mobile",
  formfactors: "ua-form-factors",
  architecture: "ua-arch",
  bitness: "ua-bitness",
  wow64: "ua-wow64",
});
