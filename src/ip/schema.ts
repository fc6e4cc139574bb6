import { type Static, Type } from "@sinclair/typebox";
import { MAX_BATCH } from "../api/json-content.ts";

const name = (description: string) => Type.Optional(Type.String({ description }));

/** What netlens says of an address. The place's fields and the position are present when `code` is `geoip`. */
export const IpResult = Type.Object(
  {
    ip: Type.String({ description: "Canonical text form of the address looked up (RFC 5952)" }),
    ipType: Type.Union([Type.Literal(4), Type.Literal(6)]),
    code: Type.Union([Type.Literal("private"), Type.Literal("geoip"), Type.Literal("unknown")], {
      description:
        "private: meaningful only within a network; geoip: a record was found; unknown: anything else",
    }),
    countryCode: name('ISO 3166-1 alpha-2; "" where the database has no value'),
    countryName: name("In the requested language, else in English"),
    regionCode: name(
      "Subdivision part of the ISO 3166-2 code (CA of US-CA): the database's own, else from the subdivision's name",
    ),
    regionName: name("First-level subdivision"),
    city: name("City or other populated place"),
    postCode: name("Postal code"),
    timeZone: name(
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
    continentCode: name("AF, AN, AS, EU, NA, OC or SA"),
    isInEuropeanUnion: Type.Optional(Type.Boolean()),
    network: Type.Optional(Type.String({ description: "CIDR block that the answer holds for" })),
    special: Type.Optional(
      Type.String({ description: "Name in the IANA special-purpose address registries, in kebab-case" }),
    ),
    asn: Type.Optional(
      Type.Object(
        { number: Type.Integer({ minimum: 1 }), organization: Type.String() },
        { description: "Autonomous system that announces the network" },
      ),
    ),
    hostname: Type.Optional(
      Type.String({
        description:
          'With reverse=true: the name in reverse DNS that resolves back to the address; "" where there is none',
      }),
    ),
    source: Type.Optional(
      Type.String({
        description: "Own lookup only: socket, or the request header field that named the address",
      }),
    ),
  },
  { title: "Address" },
);
export type IpResult = Static<typeof IpResult>;

/** A bad item of a batch. */
export const IpItemError = Type.Object(
  { error: Type.String({ description: "Error code" }), message: Type.String() },
  { title: "ItemError" },
);

export const IpBatchRequest = Type.Object(
  { ips: Type.Array(Type.String(), { maxItems: MAX_BATCH }) },
  { title: "AddressBatchRequest" },
);

export const IpBatch = Type.Object(
  {
    results: Type.Array(Type.Union([IpResult, IpItemError]), { description: "In the order of the request" }),
  },
  { title: "AddressBatch" },
);
