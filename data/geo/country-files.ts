/** The country table inside the executable, and where it is from. `bun run data country-table` puts another in its place. */

import country4 from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb" with {
  type: "file",
};
import country6 from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb" with {
  type: "file",
};

/** Files, and the address families that each answers for. */
export const countryFiles: readonly { readonly file: string; readonly families: readonly (4 | 6)[] }[] = [
  { file: country4, families: [4] },
  { file: country6, families: [6] },
];
