/** Answers in the format of echoip (https://github.com/mpolden/echoip). Pure. */

import { type Static, Type } from "@sinclair/typebox";
import type { IpResult } from "../ip/schema.ts";
import { ipv4, numberOf, parseAddress } from "../syntax/ip-address.ts";

const text = (description: string) => Type.Optional(Type.String({ description }));

/** Members of `/json`; unknown ones are absent. */
export const EchoipAnswer = Type.Object(
  {
    ip: Type.String({ description: "Canonical text form of the address (RFC 5952)" }),
    ip_decimal: Type.Integer({
      description: "The address as a number; for IPv6 larger than a double can hold",
    }),
    country: text("Name in English"),
    country_iso: text("ISO 3166-1 alpha-2"),
    country_eu: Type.Optional(Type.Boolean({ description: "Whether the country is in the European Union" })),
    region_name: text("First-level subdivision"),
    region_code: text("Subdivision part of the ISO 3166-2 code"),
    zip_code: text("Postal code"),
    city: text("City or other populated place"),
    latitude: Type.Optional(Type.Number({ description: "Degrees", minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ description: "Degrees", minimum: -180, maximum: 180 })),
    time_zone: text("IANA time zone"),
    asn: text("Number of the autonomous system, prefixed with AS"),
    asn_org: text("Organization that holds it"),
    user_agent: Type.Optional(
      Type.Object({
        product: text("Product name, before the slash"),
        version: text("Product version, after the slash"),
        comment: text("Comment after the product"),
        raw_value: Type.String({ description: "The User-Agent header" }),
      }),
    ),
  },
  { title: "EchoipAnswer" },
);
export type EchoipAnswer = Static<typeof EchoipAnswer>;

/** `/json`, indented as by echoip. `userAgent`: string of the caller, or `""`. */
export function echoipJson(result: IpResult, userAgent: string): string {
  const { ip, asn } = result;
  const answer = {
    ip,
    ip_decimal: String(numberOf(parseAddress(ip) ?? ipv4(0))),
    country: result.countryName || undefined,
    country_iso: result.countryCode || undefined,
    country_eu: result.isInEuropeanUnion,
    region_name: result.regionName || undefined,
    region_code: result.regionCode || undefined,
    zip_code: result.postCode || undefined,
    city: result.city || undefined,
    latitude: result.latitude,
    longitude: result.longitude,
    time_zone: result.timeZone || undefined,
    asn: asn && `AS${asn.number}`,
    asn_org: asn?.organization || undefined,
    user_agent: userAgent === "" ? undefined : splitUserAgent(userAgent),
  };
  // Written as a string, then unquoted: a JavaScript number cannot hold an IPv6 address.
  return JSON.stringify(answer, null, 2).replace(/"ip_decimal": "(\d+)"/, '"ip_decimal": $1');
}

function splitUserAgent(value: string): EchoipAnswer["user_agent"] {
  const [, product, version, comment] = /^([^/]*)(?:\/(\S*)(?:\s+(.*))?)?$/s.exec(value) ?? [];
  return {
    ...(product && { product }),
    ...(version && { version }),
    ...(comment && { comment }),
    raw_value: value,
  };
}

export interface TextAnswer {
  readonly path: string;
  readonly operationId: string;
  readonly what: string;
  /** `""` if unknown. */
  readonly text: (result: IpResult) => string;
}

export const TEXT_ANSWERS: readonly TextAnswer[] = [
  { path: "/ip", operationId: "echoipIp", what: "address", text: ({ ip }) => ip },
  {
    path: "/country",
    operationId: "echoipCountry",
    what: "name of the country",
    text: ({ countryName = "" }) => countryName,
  },
  {
    path: "/country-iso",
    operationId: "echoipCountryIso",
    what: "ISO 3166-1 code of the country",
    text: ({ countryCode = "" }) => countryCode,
  },
  { path: "/city", operationId: "echoipCity", what: "city", text: ({ city = "" }) => city },
  {
    path: "/coordinates",
    operationId: "echoipCoordinates",
    what: "latitude and longitude in degrees, separated by a comma",
    text: ({ latitude, longitude }) =>
      latitude === undefined || longitude === undefined
        ? ""
        : `${latitude.toFixed(6)},${longitude.toFixed(6)}`,
  },
  {
    path: "/asn",
    operationId: "echoipAsn",
    what: "number of the autonomous system",
    text: ({ asn }) => (asn ? `AS${asn.number}` : ""),
  },
  {
    path: "/asn-org",
    operationId: "echoipAsnOrg",
    what: "organization that holds the autonomous system",
    text: ({ asn }) => asn?.organization ?? "",
  },
];
