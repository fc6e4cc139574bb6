/** The built-in country table, and its source. `bun run data geo-tables` replaces it. */

import country4 from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb" with {
  type: "file",
};
import country6 from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb" with {
  type: "file",
};

/** Files, and the address families of each. */
export const countryFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: country4, families: [4] },
  { file: country6, families: [6] },
];
