/**
 * Special-purpose addresses. Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry; read 2026-06),
 * and the two multicast blocks, which have their own registries.
 *
 * `name` is the registry's name in kebab-case, with the same word for the same purpose in both families
 * (`documentation` for TEST-NET-1 to 3, `link-local` for "Link-Local Unicast"). `globallyReachable` is the
 * registry's column; "N/A" is false, the safe reading.
 */
export interface SpecialRange {
  readonly network: string;
  readonly name: string;
  readonly globallyReachable: boolean;
  /** RFC that defines the block. */
  readonly rfc: number;
}

type Row = readonly [network: string, name: string, globallyReachable: boolean, rfc: number];

const ROWS: readonly Row[] = [
  ["0.0.0.0/8", "this-network", false, 791],
  ["0.0.0.0/32", "this-host-on-this-network", false, 1122],
  ["10.0.0.0/8", "private-use", false, 1918],
  ["100.64.0.0/10", "shared-address-space", false, 6598],
  ["127.0.0.0/8", "loopback", false, 1122],
  ["169.254.0.0/16", "link-local", false, 3927],
  ["172.16.0.0/12", "private-use", false, 1918],
  ["192.0.0.0/24", "ietf-protocol-assignments", false, 6890],
  ["192.0.0.0/29", "ipv4-service-continuity-prefix", false, 7335],
  ["192.0.0.8/32", "ipv4-dummy-address", false, 7600],
  ["192.0.0.9/32", "port-control-protocol-anycast", true, 7723],
  ["192.0.0.10/32", "traversal-using-relays-around-nat-anycast", true, 8155],
  ["192.0.0.170/32", "nat64-dns64-discovery", false, 8880],
  ["192.0.0.171/32", "nat64-dns64-discovery", false, 8880],
  ["192.0.2.0/24", "documentation", false, 5737],
  ["192.31.196.0/24", "as112-v4", true, 7535],
  ["192.52.193.0/24", "amt", true, 7450],
  ["192.88.99.0/24", "deprecated-6to4-relay-anycast", false, 7526],
  ["192.88.99.2/32", "6a44-relay-anycast-address", false, 6751],
  ["192.168.0.0/16", "private-use", false, 1918],
  ["192.175.48.0/24", "direct-delegation-as112-service", true, 7534],
  ["198.18.0.0/15", "benchmarking", false, 2544],
  ["198.51.100.0/24", "documentation", false, 5737],
  ["203.0.113.0/24", "documentation", false, 5737],
  ["224.0.0.0/4", "multicast", false, 5771],
  ["240.0.0.0/4", "reserved", false, 1112],
  ["255.255.255.255/32", "limited-broadcast", false, 919],

  ["::/128", "unspecified", false, 4291],
  ["::1/128", "loopback", false, 4291],
  ["64:ff9b::/96", "ipv4-ipv6-translation", true, 6052],
  ["64:ff9b:1::/48", "ipv4-ipv6-translation", false, 8215],
  ["100::/64", "discard-only-address-block", false, 6666],
  ["100:0:0:1::/64", "dummy-ipv6-prefix", false, 9780],
  ["2001::/23", "ietf-protocol-assignments", false, 2928],
  ["2001::/32", "teredo", false, 4380],
  ["2001:1::1/128", "port-control-protocol-anycast", true, 7723],
  ["2001:1::2/128", "traversal-using-relays-around-nat-anycast", true, 8155],
  ["2001:1::3/128", "dns-sd-service-registration-protocol-anycast", true, 9665],
  ["2001:2::/48", "benchmarking", false, 5180],
  ["2001:3::/32", "amt", true, 7450],
  ["2001:4:112::/48", "as112-v6", true, 7535],
  ["2001:10::/28", "deprecated-orchid", false, 4843],
  ["2001:20::/28", "orchidv2", true, 7343],
  ["2001:30::/28", "drone-remote-id-protocol-entity-tags", true, 9374],
  ["2001:db8::/32", "documentation", false, 3849],
  ["2002::/16", "6to4", false, 3056],
  ["2620:4f:8000::/48", "direct-delegation-as112-service", true, 7534],
  ["3fff::/20", "documentation", false, 9637],
  ["5f00::/16", "segment-routing-srv6-sids", false, 9602],
  ["fc00::/7", "unique-local", false, 4193],
  ["fe80::/10", "link-local", false, 4291],
  ["ff00::/8", "multicast", false, 4291],
];

// ::ffff:0:0/96 (IPv4-mapped) has no row: such an address is parsed as its IPv4 address.
export const SPECIAL_PURPOSE: readonly SpecialRange[] = ROWS.map(
  ([network, name, globallyReachable, rfc]) => ({
    network,
    name,
    globallyReachable,
    rfc,
  }),
);
