/** Registrations as four registries answer. */

const card = (...properties: readonly (readonly [string, string])[]) => [
  "vcard",
  [["version", {}, "text", "4.0"], ...properties.map(([name, value]) => [name, {}, "text", value])],
];
const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });

/** Thin: the registrar has the contacts, at a server of its own. */
export const VERISIGN = {
  objectClassName: "domain",
  handle: "1_DOMAIN_COM-VRSN",
  ldhName: "SHOP-EXAMPLE.COM",
  links: [{ rel: "related", href: "https://rdap.registrar.example/domain/SHOP-EXAMPLE.COM" }],
  status: ["client delete prohibited", "client transfer prohibited"],
  entities: [
    {
      handle: "299",
      roles: ["registrar"],
      publicIds: [{ type: "IANA Registrar ID", identifier: "299" }],
      vcardArray: card(["fn", "Example Registrar, Inc."]),
      entities: [{ roles: ["abuse"], vcardArray: card(["fn", ""], ["email", "abuse@registrar.example"]) }],
    },
  ],
  events: [
    event("registration", "1997-09-15T04:00:00Z"),
    event("expiration", "2099-09-14T04:00:00Z"),
    event("last update of RDAP database", "2026-11-28T10:00:00Z"),
  ],
  secureDNS: { delegationSigned: false },
};

/** Redacts the registrant. */
export const IDENTITY_DIGITAL = {
  objectClassName: "domain",
  ldhName: "shop-example.info",
  unicodeName: "shop-example.info",
  status: ["active"],
  entities: [
    { roles: ["registrant"], vcardArray: card(["fn", ""], ["org", "Domains By Proxy, LLC"]) },
    { roles: ["registrar"], handle: "146", vcardArray: card(["fn", "Other Registrar, LLC"]) },
  ],
  events: [
    event("expiration", "2099-01-02T03:04:05.678Z"),
    event("registration", "2001-01-02T03:04:05.678Z"),
  ],
  redacted: [{ name: { description: "Registrant Name" } }],
};

/** Has no dates of the registration, and no registrar. */
export const DENIC = {
  objectClassName: "domain",
  handle: "shop-example.de",
  ldhName: "shop-example.de",
  status: ["active"],
  events: [event("last changed", "2018-03-12T21:44:25+01:00")],
  nameservers: [{ ldhName: "ns1.example.net." }],
};

/** Has the name in two forms; the registrar has only an organization. */
export const NOMINET = {
  objectClassName: "domain",
  ldhName: "xn--mnchen-example-gsb.uk.",
  unicodeName: "münchen-example.uk",
  status: ["active", "server update prohibited"],
  entities: [
    { roles: ["registrar", "sponsor"], vcardArray: card(["fn", ""], ["org", "Example Ltd [Tag = EX]"]) },
  ],
  events: [event("expiration", "2099-05-06T00:00:00"), event("last changed", "2025-05-06T00:00:00Z")],
};
