import { type Static, Type } from "@sinclair/typebox";
import { MAX_BATCH } from "../api/json-content.ts";
import { ItemError, oneOf, optionalText, text } from "../api/schema.ts";
import type { Carrier } from "./special-purpose.ts";

export const CONNECTION_KINDS = [
  "hosting",
  "relay",
  "tor",
  "vpn",
  "mobile",
  "satellite",
  "crawler",
  "anycast",
] as const;

/** Kind of network of an address, by a published list or the network's registration. */
export const Connection = Type.Object(
  {
    kind: oneOf(
      CONNECTION_KINDS,
      "hosting: machines of a data centre; relay: a privacy relay of a browser or system; tor: a Tor exit; vpn; mobile; satellite; crawler: a bot of the operator that service names; anycast: one address in many places",
    ),
    service: optionalText("Service, such as Amazon EC2"),
    region: optionalText("Region as named by the service, such as eu-central-1"),
    source: text("URL of the list, or AS number of the registration"),
    since: text("Date of the list, or of the day it was read (RFC 3339 full-date)"),
  },
  { title: "Connection" },
);
export type Connection = Static<typeof Connection>;

/** Abuse contact by registration. */
export const Abuse = Type.Object(
  {
    email: optionalText("Abuse contact"),
    phone: optionalText("Abuse contact"),
    holder: text('Holder of the network; "" if the registration is not available'),
    source: text("URL of the registration (RDAP)"),
    at: text("When it was read (RFC 3339 date-time)"),
    error: optionalText("Reason for a missing registration"),
  },
  { title: "AbuseContact" },
);
export type Abuse = Static<typeof Abuse>;

/** Registration of a domain at its registry. */
export const Domain = Type.Object(
  {
    name: text("The registered domain, in ASCII"),
    expires: optionalText("End of the registration (RFC 3339); absent if the registry does not publish it"),
    daysLeft: Type.Optional(Type.Integer({ description: "Days until then; negative if it is over" })),
    registrar: optionalText("Company at which the domain is registered"),
    status: Type.Array(text("Status (RFC 8056), such as client transfer prohibited")),
    source: text("URL of the registration (RDAP)"),
    at: text("When it was read (RFC 3339 date-time)"),
  },
  { title: "Domain" },
);
export type Domain = Static<typeof Domain>;

const properties = {
  ip: text("Canonical text form of the address looked up (RFC 5952)"),
  ipType: Type.Union([Type.Literal(4), Type.Literal(6)]),
  code: oneOf(
    ["private", "geoip", "unknown"],
    "private: meaningful only within a network; geoip: a record was found; unknown: anything else",
  ),
  countryCode: optionalText('ISO 3166-1 alpha-2; "" where the database has no value'),
  countryName: optionalText("In the requested language, else in English"),
  regionCode: optionalText(
    "Subdivision part of the ISO 3166-2 code (CA of US-CA): the database's own, else from the subdivision's name",
  ),
  regionName: optionalText("First-level subdivision"),
  city: optionalText("City or other populated place"),
  postCode: optionalText("Postal code"),
  timeZone: optionalText(
    "IANA time zone: the database's own, else the one at the coordinates where a region or city is named",
  ),
  latitude: Type.Optional(Type.Number({ description: "Degrees", minimum: -90, maximum: 90 })),
  longitude: Type.Optional(Type.Number({ description: "Degrees", minimum: -180, maximum: 180 })),
  accuracyRadius: Type.Optional(Type.Number({ description: "Metres around the coordinates", minimum: 0 })),
  estimated: Type.Optional(
    Type.Literal(true, {
      description:
        "The database lacks a radius or coordinates: accuracyRadius covers the city, else the region, else the country",
    }),
  ),
  continentCode: optionalText("AF, AN, AS, EU, NA, OC or SA"),
  isInEuropeanUnion: Type.Optional(Type.Boolean()),
  network: optionalText("CIDR block that the answer is valid for"),
  special: optionalText("Name in the IANA special-purpose address registries, in kebab-case"),
  asn: Type.Optional(
    Type.Object(
      { number: Type.Integer({ minimum: 1 }), organization: Type.String() },
      { description: "Autonomous system that announces the network" },
    ),
  ),
  connection: Type.Optional(
    Type.Array(Connection, { description: "Kind of network; absent if no list and no registration has it" }),
  ),
  connectionUnknown: Type.Optional(
    Type.Array(oneOf(CONNECTION_KINDS), {
      description: "Kinds that no list on this service covers",
    }),
  ),
  hostname: optionalText('With reverse=true: the reverse DNS name that resolves back to the address, or ""'),
  abuse: Type.Optional(Abuse),
  source: optionalText("Own lookup only: socket, or the header with the address"),
};

const address = {
  ...properties,
  embedded: Type.Optional(
    Type.Object(
      {
        via: oneOf<Carrier>(["nat64", "6to4", "teredo", "ipv4-compatible"]),
        ...properties,
      },
      {
        title: "EmbeddedAddress",
        description: "IPv4 address inside a translated or tunnelled IPv6 address, and its lookup",
      },
    ),
  ),
};

/** Place members and position are present if `code` is `geoip`. */
export const IpResult = Type.Object(address, { title: "Address" });
export type IpResult = Static<typeof IpResult>;

const { hostname: _hostname, abuse: _abuse, source: _source, ...ofBlock } = address;
const { embedded: _embedded, ...ofPart } = ofBlock;

/** One object for both forms: generated clients cannot read members of a union. */
export const IpBlock = Type.Object(
  {
    prefix: text("Requested block"),
    parts: Type.Optional(
      Type.Array(Type.Object(ofPart, { title: "AddressPart" }), {
        description:
          "Answers of the parts, if they differ; the block then has only prefix, parts and truncated. The network of an answer is its part.",
      }),
    ),
    truncated: Type.Optional(Type.Integer({ description: "Number of omitted parts", minimum: 1 })),
    ...Type.Partial(Type.Object(ofBlock)).properties,
  },
  { title: "AddressBlock" },
);
/** Block whose parts have different answers. */
export interface IpParts {
  readonly prefix: string;
  readonly parts: readonly IpResult[];
  readonly truncated?: number;
}
export type IpBlock = (IpResult & { readonly prefix: string }) | IpParts;

export const IpBatchRequest = Type.Object(
  { ips: Type.Array(Type.String(), { maxItems: MAX_BATCH }) },
  { title: "AddressBatchRequest" },
);

export const IpBatch = Type.Object(
  {
    results: Type.Array(Type.Union([IpResult, ItemError]), { description: "In the order of the request" }),
  },
  { title: "AddressBatch" },
);
