/** Requests to the service with addresses that it must never dial, in every notation and for every route. */

/**
 * The only public addresses that may be dialled, and the resolver's; all are at the other end of the link.
 */
export const PUBLIC4 = "93.184.215.14";
export const PUBLIC6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";
export const RESOLVER = "9.9.9.9";
/** The service's own addresses on the link. */
export const OWN4 = "45.33.32.156";
export const OWN6 = "2600:3c01::f03c:91ff:fe18:bb2f";
/** Name that resolves to both public addresses. */
export const PUBLIC = "public.test";

/** Hosts in URLs: addresses in every notation, names that systems resolve locally, and misleading text. */
export const HOSTS: readonly string[] = [
  // IPv4: private, shared, link-local (metadata), protocol assignments, documentation, benchmarks, multicast, reserved.
  ...["127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.254"],
  ...[
    "192.168.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "169.254.170.2",
    "0.0.0.0",
    "0.1.2.3",
  ],
  ...["192.0.0.1", "192.0.0.170", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
  ...["224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16", OWN4],
  // IPv4 in other notations.
  ...["2130706433", "0x7f000001", "017700000001", "0177.0.0.1", "0x7f.1", "127.1", "127.0.1", "0", "0x0"],
  ...["0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.254.43518", "10.1", "0xa.1", "3232235521"],
  ...[
    "127.0.0.1.",
    "10.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "１２７.０.０.１",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "127%2e0.0.1",
  ],
  // IPv6: unspecified, loopback, mapped, compatible, translated, tunnels, local, multicast, documentation.
  ...["[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]"],
  ...["[::ffff:a9fe:a9fe]", "[::127.0.0.1]", "[::10.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]"],
  ...[
    "[64:ff9b::a00:1]",
    "[64:ff9b::169.254.169.254]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:1::]",
    "[2002:a00:1::1]",
  ],
  ...["[2002:a9fe:a9fe::]", "[2001:0:a00:1::f5ff:fffe]", "[2001::f5ff:fffe]", "[fc00::1]", "[fd00:ec2::254]"],
  ...[
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fe80::1%25link]",
    "[fec0::1]",
    "[ff02::1]",
    "[ff0e::1]",
    "[2001:db8::1]",
  ],
  ...["[3fff::1]", "[100::1]", "[5f00::1]", "[2001:10::1]", `[${OWN6}]`],
  // Names.
  ...[
    "localhost",
    "localhost.",
    "LOCALHOST",
    "localhost.localdomain",
    "ip6-localhost",
    "ip6-loopback",
    "broadcasthost",
  ],
  // Text before or after an address.
  ...[
    `${PUBLIC}@10.0.0.1`,
    `${PUBLIC}:80@10.0.0.1`,
    `10.0.0.1#@${PUBLIC}`,
    `10.0.0.1?@${PUBLIC}/`,
    `10.0.0.1\\@${PUBLIC}`,
  ],
  ...["10.0.0.1:80", "10.0.0.1:8080", "127.0.0.1:6379", "\t10.0.0.1", "10.0\n.0.1", " 10.0.0.1 "],
];

/** Name → forbidden addresses. The n-th query for a type gets the n-th set, later queries the last set. */
export const NAMES: ReadonlyMap<
  string,
  { readonly a: readonly string[][]; readonly aaaa: readonly string[][] }
> = new Map(
  Object.entries({
    private: { a: [["10.0.0.1"]], aaaa: [[]] },
    loopback: { a: [["127.0.0.1"]], aaaa: [["::1"]] },
    metadata: { a: [["169.254.169.254"]], aaaa: [["fd00:ec2::254"]] },
    unspecified: { a: [["0.0.0.0"]], aaaa: [["::"]] },
    mixed: { a: [["10.0.0.1", PUBLIC4, "192.168.0.1"]], aaaa: [["fc00::1"]] },
    six: { a: [[PUBLIC4]], aaaa: [["fd12:3456::1"]] },
    mapped: { a: [[]], aaaa: [["::ffff:a00:1"]] },
    compatible: { a: [[]], aaaa: [["::a00:1"]] },
    translated: { a: [[]], aaaa: [["64:ff9b::a00:1"]] },
    tunnel: { a: [[]], aaaa: [["2002:a00:1::1"]] },
    teredo: { a: [[]], aaaa: [["2001:0:a00:1::f5ff:fffe"]] },
    link: { a: [[]], aaaa: [["fe80::1"]] },
    shared: { a: [["100.64.0.1"]], aaaa: [[]] },
    broadcast: { a: [["255.255.255.255"]], aaaa: [["ff02::1"]] },
    own: { a: [[OWN4]], aaaa: [[OWN6]] },
    rebind: { a: [[PUBLIC4], ["10.0.0.1"]], aaaa: [[]] },
    "rebind-back": { a: [[PUBLIC4], ["127.0.0.1"], [PUBLIC4], ["10.0.0.1"]], aaaa: [[], ["::1"]] },
    "rebind-six": { a: [[PUBLIC4]], aaaa: [[PUBLIC6], ["fc00::1"]] },
  }).map(([name, answers]) => [`${name}.test`, answers]),
);

/** Path of a lookup for a host or URL. */
type Way = (to: string) => string;

const q = encodeURIComponent;
const lookup = (url: string, more = "") => `/v1/http?url=${q(url)}${more}`;
/** URL of the public server that redirects to `to`. */
const through = (kind: string, to: string) => `http://${PUBLIC}/${kind}?to=${q(to)}`;

/** Ways to get a host into a lookup. */
export const WAYS: Readonly<Record<string, Way>> = {
  direct: (host) => lookup(`http://${host}/`),
  bare: (host) => lookup(host),
  secure: (host) => lookup(`https://${host}/`),
  "HTTP/2": (host) => lookup(`https://${host}/`, "&version=2"),
  "HTTP/3": (host) => lookup(`https://${host}/`, "&version=3"),
  checks: (host) => lookup(`https://${host}/`, "&checks=true"),
  variants: (host) => lookup(`http://${host}/`, "&variants=true"),
  "as a browser": (host) => lookup(`http://${host}/`, "&as=browser"),
  IPv6: (host) => lookup(`http://${host}/`, "&network=6"),
  HAR: (host) => `/v1/http/har?url=${q(`http://${host}/`)}`,
  redirect: (host) => lookup(through("301", `http://${host}/`)),
  "redirect without scheme": (host) => lookup(through("302", `//${host}/`)),
  "redirect to https": (host) => lookup(through("307", `https://${host}/`), "&version=2"),
  "redirect to HTTP/3": (host) => lookup(through("308", `https://${host}/`), "&version=3"),
  "redirect of a browser": (host) => lookup(through("303", `http://${host}/`), "&as=browser"),
  "two redirects": (host) => lookup(through("302", through("301", `http://${host}/`))),
  Refresh: (host) => lookup(through("refresh", `http://${host}/`), "&as=browser"),
  "meta refresh": (host) => lookup(through("meta", `http://${host}/`), "&as=browser"),
  "redirect of variants": (host) => lookup(through("301", `http://${host}/`), "&variants=true"),
  "redirect of checks": (host) => lookup(through("301", `https://${host}/`), "&checks=true"),
};

/** Responses of the public server that name another host without a redirect. */
export const HINTS: readonly string[] = [
  ...[
    'h3="10.0.0.1:443"',
    'h3=":22"',
    'h3="private.test:443"',
    'h3="[::1]:443"',
    'h3=":443", h2="127.0.0.1:443"',
  ],
].map((value) => lookup(`https://${PUBLIC}/alt?to=${q(value)}`, "&checks=true"));

/** Ports of other protocols, at a permitted address. */
export const PORTS: readonly string[] = [22, 25, 110, 3306, 5432, 6379, 11211, 27017].map((port) =>
  lookup(`http://${PUBLIC}:${port}/`),
);

/** Redirect map with sources and targets that must not be dialled. */
export function redirectMap(hosts: readonly string[]): string {
  const plain = hosts.filter((host) => /^[\w.:[\]-]+$/.test(host));
  const rows = plain.flatMap((host) => [
    [`http://${host}/a`, `http://${PUBLIC}/`],
    [through("301", `http://${host}/b`), `http://${host}/b`],
    [through("302", `https://${host}/c`), `https://${host}/c`],
  ]);
  return ["from,to", ...rows.map((row) => row.map((cell) => `"${cell}"`).join(","))].join("\n");
}
