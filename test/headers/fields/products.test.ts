/** Readable forms of vendors' header values, one row each. */

import { describe, expect, test } from "bun:test";
import { catalogueEntries } from "../../../src/headers/catalogue.ts";
import { explainMessage } from "../../../src/headers/explain.ts";
import { fieldByRows, namesByRows, productFields } from "../../../src/headers/fields/products/index.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import type { HeaderObject } from "../../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function headersOf(lines: readonly string[]): HeaderObject[] {
  return explainMessage(parseMessage(lines), NOW).headers;
}

/** Readable form of the first line; the other lines are context. */
type Row = readonly [alternate: string | undefined, ...lines: string[]];

const RAY = "CF-Ray: 8e5a1b2c3d4e5f60-FRA";
const NODES = "X-Served-By: cache-iad-kiad7000025-IAD, cache-fra-eddf8230092-FRA";

const stories: readonly Row[] = [
  ["Hit at Cloudflare in Frankfurt, 2 hours old", "CF-Cache-Status: HIT", RAY, "Age: 7200"],
  ["Hit at Cloudflare", "CF-Cache-Status: HIT"],
  ["Hit at Cloudflare", "CF-Cache-Status: HIT", "CF-Ray: 8e5a1b2c3d4e5f60-QQQ"],
  ["Miss at Cloudflare in Frankfurt", "CF-Cache-Status: MISS", RAY, "Age: 7200"],
  ["Not considered for caching at Cloudflare in Frankfurt", "CF-Cache-Status: DYNAMIC", RAY],
  [
    "Hit at CloudFront in Frankfurt, 1 minute 30 seconds old",
    "X-Cache: Hit from cloudfront",
    "X-Amz-Cf-Pop: FRA56-P4",
    "Age: 90",
  ],
  ["Made by Lambda@Edge at CloudFront", "X-Cache: LambdaGeneratedResponse from cloudfront"],
  ["Miss at Fastly in Frankfurt", "X-Cache: HIT, MISS", NODES],
  ["Hit at Fastly in Frankfurt, 5 seconds old", "X-Cache: MISS, HIT", NODES, "Age: 5"],
  [
    "Hit in memory at Akamai",
    "X-Cache: TCP_MEM_HIT from a1-2.deploy.akamaitechnologies.com (AkamaiGHost/11) (-)",
  ],
  ["Hit in the cache squid.example:3128", "X-Cache: HIT from squid.example:3128"],
  ["Hit in an intermediate cache", "X-Cache: HIT"],
  ["Not cacheable at Azure Front Door", "X-Cache: CONFIG_NOCACHE", "X-Azure-Ref: 0abc"],
  ["Hit at Vercel in Frankfurt, 30 seconds old", "X-Vercel-Cache: HIT", "X-Vercel-Id: fra1::abc", "Age: 30"],
  ["Hit at bunny.net in Germany", "CDN-Cache: HIT", "Server: BunnyCDN-DE1-1047"],
  ["Miss at KeyCDN in Germany", "X-Cache: MISS", "X-Edge-Location: defr"],
  ["Stale copy in Next.js's cache", "X-Nextjs-Cache: STALE", "Age: 30"],
  ["Miss in Rack::Cache", "X-Rack-Cache: miss, store"],
  ["Hit in LiteSpeed's cache", "X-LiteSpeed-Cache: hit,private"],
  ["Not cacheable in Drupal's dynamic cache", "X-Drupal-Dynamic-Cache: UNCACHEABLE (poor cacheability)"],
  ["Cache bypassed in nginx's cache", "X-Nginx-Cache-Status: BYPASS"],
  ["Hit in an Akamai parent cache", "Akamai-Cache-Status: Miss from child, Hit from parent"],
  ["Hit in WordPress.com's cache in Frankfurt", "X-nc: HIT fra 3"],
  ["Hit in Varnish", "X-Varnish: 65540 32771"],
  ["Miss in Varnish, or passed through", "X-Varnish: 65540"],
  ["sent 3 times by the cache that answered", "X-Cache-Hits: 0, 3"],
  ["the cache that answered had no copy", "X-Cache-Hits: 3, 0"],
];

const places: readonly Row[] = [
  ["Cloudflare in Frankfurt, Germany", RAY],
  ["Cloudflare in the data centre QQQ", "CF-Ray: 8e5a1b2c3d4e5f60-QQQ"],
  ["CloudFront in Frankfurt, Germany", "X-Amz-Cf-Pop: FRA56-P4"],
  ["Fastly in Frankfurt, via Ashburn", NODES],
  [
    "Vercel in Frankfurt, function in Washington",
    "X-Vercel-Id: fra1::iad1::abcde-1700000000000-0123456789ab",
  ],
  ["Fly.io in Frankfurt, Germany", "Fly-Region: fra"],
  ["AWS in Frankfurt, Germany", "x-amz-bucket-region: eu-central-1"],
  ["Shopify in St. Ghislain, Belgium", "X-Dc: gcp-europe-west1,gcp-us-east1"],
  ["CDN77 in Frankfurt, Germany", "X-77-POP: frankfurtDE"],
  ["WordPress.com in Frankfurt, Germany", "X-ac: 3.fra _dca MISS"],
  [
    "Microsoft's edge in Frankfurt, Germany",
    "X-MSEdge-Ref: Ref A: 0123456789ABCDEF0123456789ABCDEF Ref B: FRA31EDGE0516 Ref C: 2026-11-20T09:00:00Z",
  ],
  ["Germany", "CDN-RequestCountryCode: DE"],
  ["the Tor network", "CF-IPCountry: T1"],
  ["Worker ran in Ashburn, United States", "cf-placement: remote-IAD"],
];

const moments: readonly Row[] = [
  [
    "arrived at Netlify on 20 November 2026, 09:00 UTC (1 hour ago)",
    "X-NF-Request-ID: 01M7W2Y7M0E9VWZ3N5P0Q6R7S8",
  ],
  [
    "arrived at Akamai on 14 November 2023, 22:13 UTC (3 years 6 days ago)",
    "Akamai-GRN: 0.4f3e1002.1700000000.12ab34",
  ],
  [
    "arrived at Azure on 20 November 2026, 09:00 UTC (1 hour ago)",
    "X-Azure-Ref: 20261120T090000Z-r1b2c3d4e5",
  ],
  [
    "arrived at Alibaba Cloud on 14 November 2023, 22:13 UTC (3 years 6 days ago)",
    "EagleId: 2ff61a9f17000000000001234e",
  ],
  [
    "arrived at Imperva on 14 November 2023, 22:13 UTC (3 years 6 days ago)",
    "X-Iinfo: 7-1234-1235 NNNN RT(1700000000000 12) q(0 0 0 -1) r(1 1) U5",
  ],
  ["stored on 14 November 2023, 22:13 UTC (3 years 6 days ago)", "x-goog-generation: 1700000000000000"],
  ["stored on 20 November 2026, 09:00 UTC (1 hour ago)", "CDN-CachedAt: 11/20/2026 09:00:00"],
  [
    "arrived at Wix on 14 November 2023, 22:13 UTC (3 years 6 days ago)",
    "X-Wix-Request-Id: 1700000000.123456",
  ],
  // Values that are not plausible times.
  [undefined, "X-Wix-Request-Id: 9999999999.5"],
  [undefined, "Akamai-GRN: 0.4f3e1002.0000000001.12ab34"],
];

const amounts: readonly Row[] = [
  ["12 ms in the service behind Envoy", "X-Envoy-Upstream-Service-Time: 12"],
  ["12.3 ms on the server", "X-Response-Time: 12.345ms"],
  ["1.5 s on the server", "X-Response-Time: 1.5s"],
  ["12.3 ms in the application", "X-Process-Time: 0.0123"],
  ["12 ms at Fastly", "X-Timer: S1795168800.123456,VS0,VE12"],
  ["1 minute old", "X-Age: 60"],
  ["1 hour to live in Varnish", "X-Varnish-TTL: 3600"],
  ["1,200 input tokens left", "Anthropic-Ratelimit-Input-Tokens-Remaining: 1200"],
  ["12.3 KB", "x-goog-stored-content-length: 12345"],
  [undefined, "X-Response-Time: fast"],
];

const words: readonly Row[] = [
  ["archived, readable after minutes to hours", "x-amz-storage-class: GLACIER"],
  ["encrypted at rest with a key of the Key Management Service", "x-amz-server-side-encryption: aws:kms"],
  ["trace that AWS X-Ray records", "X-Amzn-Trace-Id: Root=1-67891233-abcdef012345678912345678;Sampled=1"],
  [
    "trace that Google Cloud does not record",
    "X-Cloud-Trace-Context: 105445aa7843bc8bf206b12000100000/1;o=0",
  ],
  ["image left as it was: WebP would be larger", "cf-polished: origSize=123456, status=webp_bigger"],
  ["image optimized, 123 KB at the origin", "cf-polished: qual=85, origFmt=png, origSize=123456"],
  ["may not be stored: Not Cacheable", "X-Cacheable: NO:Not Cacheable"],
  ["www.example.com/a, kept for 1 hour", "X-Cache-Key: S/L/1234/567890/1h/www.example.com/a"],
  ["5 seconds in browsers, 3 minutes at the edge", "X-HS-Cache-Config: BrowserCache-5s-EdgeCache-180s"],
  ["redirect made by WordPress", "X-Redirect-By: WordPress"],
  [undefined, "x-amz-storage-class: SOMETHING_NEW"],
  [undefined, "x-amz-storage-class: constructor"],
];

for (const [name, rows] of Object.entries({ stories, places, moments, amounts, words }))
  describe(name, () => {
    for (const [alternate, ...lines] of rows)
      test(lines.join(" | "), () => expect(headersOf(lines)[0]?.alternate).toBe(alternate as string));
  });

test("every part of a value is an item with a description", () => {
  const [ray, served, trace] = headersOf([
    RAY,
    NODES,
    "X-Amzn-Trace-Id: Root=1-67891233-abcdef012345678912345678;Parent=53995c3f42cd8ad8;Sampled=1",
  ]);
  expect(ray?.details.items?.map(({ name, value, alternate }) => [name, value, alternate ?? ""])).toEqual([
    ["id", "8e5a1b2c3d4e5f60", ""],
    ["data centre", "FRA", "Frankfurt, Germany"],
  ]);
  expect(served?.details.items?.map(({ alternate }) => alternate)).toEqual([
    "Ashburn, United States",
    "Frankfurt, Germany",
  ]);
  expect(trace?.details.items?.map(({ name }) => name)).toEqual(["Root", "Parent", "Sampled"]);
  for (const header of [ray, served, trace])
    for (const { description } of header?.details.items ?? []) expect(description).toMatch(/^[A-Z].*[.?]$/);
});

const ofProducts = [...productFields, ...namesByRows().flatMap((name) => fieldByRows(name) ?? [])];

test("each header is in the catalogue with the same name", () => {
  const names = new Set([...catalogueEntries()].map(({ name }) => name));
  expect(ofProducts.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

describe("unexpected values are ignored", () => {
  const values = [
    "",
    ",",
    ";",
    "=",
    "-",
    "\u0000",
    "%",
    "x".repeat(50_000),
    ", ".repeat(20_000),
    "a=".repeat(20_000),
    "HIT ".repeat(9_000),
    "1".repeat(300),
  ];
  for (const value of values)
    test(JSON.stringify(value.slice(0, 12)), () => {
      for (const { name } of ofProducts) {
        const [header] = headersOf([`${name}: ${value}`]);
        expect(
          header?.problems.filter(
            ({ severity, name: id }) => severity === "error" && !id.startsWith("field-"),
          ),
        ).toEqual([]);
        expect((header?.alternate ?? "").length).toBeLessThan(2_000);
        expect((header?.details.items ?? []).length).toBeLessThan(600);
      }
    });
});
