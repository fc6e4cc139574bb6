/** Attributions that licences of geo data require, by the database's type or file name. */
export interface Attribution {
  /** Wording of the licence. If it contains the URL, only that part is the link, otherwise all of it. */
  readonly text: string;
  readonly url: string;
}

const ATTRIBUTIONS: readonly (readonly [source: RegExp, attribution: Attribution])[] = [
  [/db-?ip/i, { text: "IP Geolocation by DB-IP", url: "https://db-ip.com" }],
  [
    /geolite/i,
    // From MaxMind's end user licence agreement for GeoLite.
    {
      text: "This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com.",
      url: "https://www.maxmind.com",
    },
  ],
  [/geoip2?/i, { text: "GeoIP data by MaxMind", url: "https://www.maxmind.com" }],
  [
    /registries|geo-whois/i,
    { text: "Country data: Number Resource Organization (NRO), CC BY 4.0", url: "https://www.nro.net" },
  ],
  // For the built-in table; DB-IP's terms require a link to db-ip.com.
  [
    /routeviews|autonomous-systems/i,
    {
      text: "Autonomous systems: Route Views, NRO and DB-IP (https://db-ip.com), CC BY 4.0",
      url: "https://db-ip.com",
    },
  ],
  [/ipinfo/i, { text: "IP address data powered by IPinfo", url: "https://ipinfo.io" }],
];

/** Attribution for a database; undefined if none is required. */
export function attributionOf(type: string, fileName: string): Attribution | undefined {
  return ATTRIBUTIONS.find(([source]) => source.test(type) || source.test(fileName))?.[1];
}
