/** Records in the formats of common databases, with made-up places and operators. */

import { Double, Float, type Value, writeDatabase } from "./mmdb-writer.ts";

const GERMANY: Value = {
  iso_code: "DE",
  is_in_european_union: true,
  names: { en: "Germany", de: "Deutschland", "pt-BR": "Alemanha" },
};

/** Format of GeoLite2-City. */
export const NESTED_CITY: Value = {
  city: { names: { en: "Munich", de: "München", "pt-BR": "Munique" } },
  continent: { code: "EU", names: { en: "Europe" } },
  country: GERMANY,
  location: {
    accuracy_radius: 20,
    latitude: new Double(48.137_154),
    longitude: new Double(11.576_124),
    time_zone: "Europe/Berlin",
  },
  postal: { code: "80331" },
  subdivisions: [{ iso_code: "BY", names: { en: "Bavaria", de: "Bayern" } }],
};

/** Format of GeoLite2-City for an address with only a country: coordinates of the country's centre. */
export const NESTED_CENTROID: Value = {
  continent: { code: "EU", names: { en: "Europe" } },
  country: { iso_code: "RU", names: { en: "Russia" } },
  location: { accuracy_radius: 1000, latitude: new Double(60), longitude: new Double(100) },
};

/** Format of ip-location-db's DB-IP City Lite. */
export const FLAT_CITY: Value = {
  city: "Amsterdam",
  country_code: "NL",
  latitude: new Float(52.3676),
  longitude: new Float(4.90414),
  postcode: "",
  state1: "North Holland",
  state2: "",
  timezone: "",
};

/** Format of IPinfo Lite. */
export const IPINFO_LITE: Value = {
  as_domain: "example.net",
  as_name: "Example Networks",
  asn: "AS64500",
  continent: "Europe",
  continent_code: "EU",
  country: "France",
  country_code: "FR",
};

/** Format of IPinfo's location database: all values are strings. */
export const IPINFO_LOCATION: Value = {
  city: "Lyon",
  country: "FR",
  lat: "45.74846",
  lng: "4.84671",
  postal_code: "69001",
  region: "Auvergne-Rhône-Alpes",
  timezone: "Europe/Paris",
};

export const ASN: Value = { autonomous_system_number: 64_496, autonomous_system_organization: "Example Org" };

export const CITY = (): Buffer =>
  writeDatabase(
    { "5.0.0.0/12": NESTED_CITY, "6.1.0.0/16": NESTED_CENTROID, "2a00:100::/32": NESTED_CITY },
    { type: "GeoLite2-City", languages: ["en", "de"] },
  );

export const COUNTRY = (code = "DE"): Buffer =>
  writeDatabase(
    {
      "5.0.0.0/8": { country: { iso_code: code, names: { en: "x" } } },
      "7.0.0.0/8": { country: { iso_code: code } },
    },
    { type: "GeoLite2-Country" },
  );

export const ASNS = (): Buffer =>
  writeDatabase(
    { "5.0.0.0/16": ASN, "2a00:100::/32": { autonomous_system_number: 64_497 } },
    { type: "GeoLite2-ASN" },
  );
