import { describe, expect, test } from "bun:test";
import * as places from "../../data/headers/places.ts";
import { productTables } from "../../data/headers/products/index.ts";
import prefixTable from "../../data/headers/products/prefixes.txt" with { type: "text" };
import registry from "../../data/headers/registry.json" with { type: "json" };
import { catalogueRows } from "../../src/headers/catalogue.ts";

/** Prefix → a name for which it is the longest matching prefix. */
const examples: Readonly<Record<string, string>> = {
  "cf-": "cf-ipcontinent",
  "cf-ai-": "cf-ai-neurons",
  "cf-aig-": "cf-aig-step",
  "cf-access-": "cf-access-domain",
  "x-amz-": "x-amz-abort-date",
  "x-amz-cf-": "x-amz-cf-event",
  "x-amz-meta-": "x-amz-meta-mtime",
  "x-amz-checksum-": "x-amz-checksum-md5",
  "x-amz-object-lock-": "x-amz-object-lock-token",
  "x-amz-grant-": "x-amz-grant-read",
  "x-amz-copy-source-": "x-amz-copy-source-version-id",
  "x-amz-server-side-encryption-": "x-amz-server-side-encryption-context",
  "x-amzn-": "x-amzn-oidc-data",
  "x-amzn-bedrock-": "x-amzn-bedrock-invocation-latency",
  "x-amzn-remapped-": "x-amzn-remapped-host",
  "cloudfront-": "cloudfront-viewer-tls",
  "akamai-": "akamai-x-cache-on",
  "x-akamai-": "x-akamai-edgeworker",
  "x-akam-": "x-akam-sw-deactivate",
  "x-edgeconnect-": "x-edgeconnect-session-id",
  "fastly-": "fastly-original-url",
  "x-fastly-": "x-fastly-imageopto-api",
  "fastly-io-": "fastly-io-served-by",
  "fastly-debug-": "fastly-debug-ttlx",
  "x-vercel-": "x-vercel-sc-host",
  "x-vercel-ip-": "x-vercel-ip-latitude",
  "x-now-": "x-now-deployment-url",
  "x-nf-": "x-nf-deploy-id",
  "netlify-": "netlify-vary",
  "x-shopify-": "x-shopify-client-ip",
  "x-sorting-hat-": "x-sorting-hat-podid-cached",
  "x-storefront-": "x-storefront-renderer-cache",
  "shopify-": "shopify-complexity-score-v2",
  "x-wix-": "x-wix-cache-tags",
  "x-tec-api-": "x-tec-api-namespace",
  "x-et-api-": "x-et-api-namespace",
  "wpo-": "wpo-cache-time",
  "x-wp-": "x-wp-cache",
  "x-wp-cf-super-cache-": "x-wp-cf-super-cache-disabled-reason",
  "x-wpe-": "x-wpe-cached",
  "x-jetpack-": "x-jetpack-boost-cached",
  "x-rocket-": "x-rocket-preload",
  "x-rocket-nginx-": "x-rocket-nginx-device",
  "x-nitro-": "x-nitro-expires",
  "x-varnish-": "x-varnish-ip",
  "x-vc-": "x-vc-cacheable",
  "x-litespeed-": "x-litespeed-cookie",
  "x-lscache-": "x-lscache-vary",
  "x-qc-": "x-qc-srv",
  "x-turbo-": "x-turbo-nonce",
  "x-drupal-": "x-drupal-cache-key",
  "x-acquia-": "x-acquia-edge",
  "x-ah-": "x-ah-gpc",
  "x-pantheon-": "x-pantheon-site",
  "x-styx-": "x-styx-hostname",
  "x-platform-": "x-platform-project",
  "x-goog-": "x-goog-iap-jwt-assertion",
  "x-goog-meta-": "x-goog-meta-goog-reserved-file-mtime",
  "x-goog-upload-": "x-goog-upload-control-url",
  "x-google-": "x-google-service",
  "x-gfe-": "x-gfe-ssl",
  "x-appengine-": "x-appengine-city",
  "x-firebase-": "x-firebase-client",
  "x-cloud-": "x-cloud-trace",
  "amp-": "amp-same-origin",
  "x-youtube-": "x-youtube-client-name",
  "x-ms-": "x-ms-is-root",
  "x-ms-meta-": "x-ms-meta-owner",
  "x-ms-copy-": "x-ms-copy-status",
  "x-ms-blob-": "x-ms-blob-sequence-number",
  "x-ms-lease-": "x-ms-lease-time",
  "x-ms-ratelimit-": "x-ms-ratelimit-remaining-resource",
  "x-ms-client-": "x-ms-client-principal",
  "x-ms-documentdb-": "x-ms-documentdb-partitionkeyrangeid",
  "x-ms-cosmos-": "x-ms-cosmos-llsn",
  "x-ms-azureml-": "x-ms-azureml-model-time",
  "x-azure-": "x-azure-requestchain",
  "x-msedge-": "x-msedge-clientid",
  "x-arr-": "x-arr-clientcert",
  "x-waws-": "x-waws-internal",
  "x-aspnet": "x-aspnet-powered",
  sprequest: "sprequestcputime",
  microsoftsharepoint: "microsoftsharepointversion",
  "x-sharepoint": "x-sharepointmonitoring",
  "x-owa-": "x-owa-clientbuildversion",
  "x-fd-": "x-fd-socketip",
  "x-skype-": "x-skype-caller",
  "x-msdav": "x-msdavext_error",
  "x-hs-": "x-hs-hubdb-version",
  "x-hubspot-": "x-hubspot-ratelimit-max",
  "x-fw-": "x-fw-cachekey",
  "x-sucuri-": "x-sucuri-clientip",
  "x-envoy-": "x-envoy-expected-rq-timeout-ms",
  "x-istio-": "x-istio-attributes",
  "x-kong-": "x-kong-upstream-host",
  "x-tumblr-": "x-tumblr-pixel-4",
  "x-github-": "x-github-enterprise-version",
  "x-gitlab-": "x-gitlab-event",
  "x-gitea-": "x-gitea-event",
  "x-datadog-": "x-datadog-sampled",
  "x-newrelic-": "x-newrelic-transaction",
  "x-dynatrace-": "x-dynatrace-requeststate",
  "x-dt": "x-dttracestate",
  "x-instana-": "x-instana-synthetic",
  "x-sentry-": "x-sentry-auth",
  "x-ratelimit-": "x-ratelimit-cost",
  "ratelimit-": "ratelimit-observed",
  "x-rate-limit-": "x-rate-limit-type",
  "x-kinsta-": "x-kinsta-debug",
  "ki-": "ki-edge-o2o",
  "x-gateway-": "x-gateway-cache-bypass",
  "x-oracle-": "x-oracle-bmc-request-id",
  "opc-": "opc-next-page",
  "x-iplb-": "x-iplb-backend",
  "x-ovh-": "x-ovh-queryid",
  "eagleeye-": "eagleeye-rpcid",
  "x-swift-": "x-swift-requestid",
  "ali-swift": "ali-swift-5xx-no-retry",
  "ali-": "ali-cdn-user-agent",
  "x-oss-": "x-oss-next-append-position",
  "x-oss-meta-": "x-oss-meta-mtime",
  "x-acs-": "x-acs-caller-uid",
  "x-ca-": "x-ca-timestamp",
  "x-fc-": "x-fc-invocation-duration",
  "x-cos-": "x-cos-version-id",
  "x-nws-": "x-nws-upstream",
  "eo-": "eo-connecting-ip",
  "x-obs-": "x-obs-version-id",
  "x-ccdn-": "x-ccdn-hit",
  "x-bce-": "x-bce-acl",
  "ohc-": "ohc-speed",
  "x-tt-": "x-tt-store-region",
  "x-tos-": "x-tos-id-2",
  "x-qiniu-": "x-qiniu-root-cause",
  "x-upyun-": "x-upyun-frames",
  "x-ws-": "x-ws-error",
  "x-yandex-": "x-yandex-retpath",
  "x-naver-": "x-naver-client-secret",
  "x-line-": "x-line-signature",
  "x-b3-": "x-b3-debug",
  "uberctx-": "uberctx-user",
  "ot-baggage-": "ot-baggage-user",
  "cdn-": "cdn-originstatus",
  "x-77-": "x-77-status",
  "x-ec-": "x-ec-debug-route",
  "x-0-": "x-0-country-code",
  "x-xdn-": "x-xdn-caching-status",
  "x-llnw-": "x-llnw-rtt",
  "section-io-": "section-io-tag",
  "x-azion-": "x-azion-country",
  "x-mncdn-": "x-mncdn-pop",
  "x-sp-": "x-sp-cache",
  "x-yottaa-": "x-yottaa-device",
  "x-ezoic-": "x-ezoic-cache",
  "x-middleton-": "x-middleton-cache",
  "x-hcdn-": "x-hcdn-image-optimizer",
  "x-hostinger-": "x-hostinger-cdn",
  "sg-": "sg-optimizer",
  "x-jimdo-": "x-jimdo-page",
  "strikingly-": "strikingly-cache-id",
  "x-duda-": "x-duda-signature",
  "x-wf-": "x-wf-site",
  "x-railway-": "x-railway-region",
  "fly-": "fly-machine-id",
  "x-heroku-": "x-heroku-queue-depth",
  "x-do-": "x-do-failure-code",
  "x-render-": "x-render-routing",
  "x-deno-": "x-deno-fetch-token",
  "x-loopia-": "x-loopia-cache",
  "x-transip-": "x-transip-cache",
  "x-pcrew-": "x-pcrew-session",
  "x-accel-": "x-accel-date",
  "x-nginx-": "x-nginx-host",
  "x-srcache-": "x-srcache-skip",
  "x-haproxy-": "x-haproxy-current-date",
  "x-squid-": "x-squid-cache",
  "x-traefik-": "x-traefik-reqid",
  "x-apigee-": "x-apigee-message-id",
  "x-gravitee-": "x-gravitee-api-name",
  "x-mashery-": "x-mashery-message-id",
  "x-tyk-": "x-tyk-api-expires",
  "x-apisix-": "x-apisix-proxy-cache",
  "x-krakend-": "x-krakend-error",
  "x-3scale-": "x-3scale-debug",
  "x-zuul-": "x-zuul-service",
  "x-kubernetes-": "x-kubernetes-pf-debug",
  "x-vault-": "x-vault-index",
  "x-consul-": "x-consul-query-backend",
  "x-nomad-": "x-nomad-nexttoken",
  "x-etcd-": "x-etcd-peer",
  "x-raft-": "x-raft-leader",
  "x-influxdb-": "x-influxdb-error",
  "x-grafana-": "x-grafana-cache",
  "x-elastic-": "x-elastic-internal-origin",
  "x-found-": "x-found-cluster",
  "kbn-": "kbn-xsrf",
  "x-couch": "x-couch-stale",
  "x-clickhouse-": "x-clickhouse-progress",
  "x-trino-": "x-trino-set-catalog",
  "x-presto-": "x-presto-set-session",
  "x-hasura-": "x-hasura-role",
  "sb-": "sb-auth-user",
  "x-supabase-": "x-supabase-api-version",
  "x-parse-": "x-parse-session-token",
  "x-openstack-": "x-openstack-nova-api-version",
  "x-container-": "x-container-read",
  "x-account-": "x-account-object-count",
  "x-object-": "x-object-meta-mtime",
  "x-rgw-": "x-rgw-quota-max-size",
  "x-minio-": "x-minio-server-status",
  "x-bz-": "x-bz-info-src_last_modified_millis",
  "x-wasabi-": "x-wasabi-request-id",
  "x-ipfs-": "x-ipfs-datasize",
  "docker-": "docker-experimental",
  "oci-": "oci-tag",
  "x-artifactory-": "x-artifactory-origin-remote-path",
  "x-jfrog-": "x-jfrog-download-redirect-to",
  "x-checksum-": "x-checksum-sha512",
  "x-pypi-": "x-pypi-file-size",
  "x-jenkins-": "x-jenkins-agent-protocols",
  "x-hudson-": "x-hudson-jnlp-port",
  "x-remoting-": "x-remoting-capability",
  "x-atlassian-": "x-atlassian-token",
  "x-confluence-": "x-confluence-cluster-node",
  "mediawiki-": "mediawiki-api-version",
  "x-discourse-": "x-discourse-logged-out",
  "x-rtd-": "x-rtd-hosting-integrations",
  "x-zendesk-": "x-zendesk-api-version",
  "x-intercom-": "x-intercom-version",
  "x-typo3-": "x-typo3-parsetime-ms",
  "x-bitrix-": "x-bitrix-new-csrf",
  "x-ips-": "x-ips-cached",
  "contao-": "contao-merge-cache-control",
  "x-kinja-": "x-kinja-locale",
  "x-smugmug-": "x-smugmug-host",
  "x-tncms-": "x-tncms-memory-usage",
  "x-nationbuilder-": "x-nationbuilder-site",
  "medium-": "medium-trace",
  "ghost-": "ghost-cache-key",
  "x-ghost-": "x-ghost-cache",
  "x-contentful-": "x-contentful-version",
  "x-sanity-": "x-sanity-warning",
  "x-magento-": "x-magento-debug",
  "x-shopware-": "x-shopware-event-name",
  "sw-": "sw-include-seo-urls",
  "x-turpentine-": "x-turpentine-flush-events",
  "x-dw-": "x-dw-resource-state",
  "x-bc-": "x-bc-storefront",
  "x-vtex-": "x-vtex-processed-at",
  "x-ebay-": "x-ebay-c-marketplace-id",
  "x-etsy-": "x-etsy-api-key",
  "x-zalando-": "x-zalando-client-id",
  "sap-": "sap-statistics",
  "x-sap-": "x-sap-icm-err-id",
  "x-sfdc-": "x-sfdc-page-scope-id",
  "x-salesforce-": "x-salesforce-sip",
  "stripe-": "stripe-livemode",
  "x-stripe-": "x-stripe-client-user-agent",
  "paypal-": "paypal-transmission-id",
  "x-paypal-": "x-paypal-security-context",
  "x-square-": "x-square-hmacsha256-signature",
  "twilio-": "twilio-messaging",
  "x-twilio-": "x-twilio-webhook-enabled",
  "x-slack-": "x-slack-retry-num",
  "x-discord-": "x-discord-timezone",
  "x-telegram-": "x-telegram-init-data",
  "x-fb-": "x-fb-optimizer",
  "x-ig-": "x-ig-push-state",
  "x-wa-": "x-wa-metadata",
  "x-twitter-": "x-twitter-client-language",
  "x-li-": "x-li-source-fabric",
  "x-restli-": "x-restli-error-response",
  "x-pinterest-": "x-pinterest-appstate",
  "x-reddit-": "x-reddit-video-features",
  "x-spotify-": "x-spotify-connection-id",
  "x-netflix-": "x-netflix-proxy",
  "x-dropbox-": "x-dropbox-metadata",
  "x-apple-": "x-apple-request-store-front",
  "apple-": "apple-originating-system",
  "apns-": "apns-push-type",
  "openai-": "openai-beta",
  "anthropic-": "anthropic-version",
  "anthropic-ratelimit-": "anthropic-ratelimit-fallback-percentage",
  "x-groq-": "x-groq-id",
  "helicone-": "helicone-cache",
  "mcp-": "mcp-method",
  "x-stainless-": "x-stainless-lang",
  "x-plex-": "x-plex-token",
  "x-emby-": "x-emby-authorization",
  "x-zm-": "x-zm-region",
  "x-datadome-": "x-datadome-isbot",
  "x-px-": "x-px-vid",
  "x-kpsdk-": "x-kpsdk-v",
  "x-qrator-": "x-qrator-ip",
  "x-variti-": "x-variti-id",
  "x-distil-": "x-distil-debug",
  "x-binarysec-": "x-binarysec-cache",
  "x-waf-": "x-waf-uuid",
  "x-nextjs-": "x-nextjs-deployment-id",
  "x-middleware-": "x-middleware-cache",
  "x-middleware-request-": "x-middleware-request-cookie",
  "x-nuxt-": "x-nuxt-build",
  "x-astro-": "x-astro-path",
  "x-sveltekit-": "x-sveltekit-action",
  "x-remix-": "x-remix-error",
  "x-gatsby-": "x-gatsby-request-id",
  "hx-": "hx-boosted",
  "x-inertia-": "x-inertia-partial-data",
  "x-livewire-": "x-livewire-navigate",
  "x-pjax-": "x-pjax-container",
  "x-up-": "x-up-target",
  "x-clockwork-": "x-clockwork-path",
  "x-chromelogger-": "x-chromelogger-version",
  "x-firephp-": "x-firephp-version",
  "x-xdebug-": "x-xdebug-profile",
  "x-atmosphere-": "x-atmosphere-transport",
  "x-webobjects-": "x-webobjects-recording",
  "blazor-": "blazor-enhanced-nav",
  "x-mod-": "x-mod-security",
  "x-symfony-": "x-symfony-cache-key",
  "x-rack-": "x-rack-timeout",
  "x-oauth-": "x-oauth-scope",
  "x-hub-": "x-hub-on-behalf-of",
  "x-cache-": "x-cache-handler-node",
  "x-cdn-": "x-cdn-client-country",
  "x-edge-": "x-edge-connect-mode",
  "x-origin-": "x-origin-latency",
  "x-backend-": "x-backend-pool",
  "x-upstream-": "x-upstream-time",
  "x-proxy-": "x-proxy-error",
  "x-forwarded-": "x-forwarded-prefix",
  "x-server-": "x-server-load",
  "x-pagination-": "x-pagination-limit",
  "x-debug-": "x-debug-sql",
  "x-meta-": "x-meta-charset",
  "x-robots-": "x-robots-policy",
  "x-wap-": "x-wap-profile-diff",
  "x-up-devcap-": "x-up-devcap-screenpixels",
  "x-nokia-": "x-nokia-msisdn",
  "x-operamini-": "x-operamini-phone-ua",
  "x-archive-": "x-archive-playback",
  "x-archive-orig-": "x-archive-orig-content-encoding",
  "x-firefox-": "x-firefox-prefetch",
  "x-android-": "x-android-cert",
  "okhttp-": "okhttp-response-source",
  "x-auth-request-": "x-auth-request-groups",
};

const productRows = productTables.flatMap(catalogueRows);
const prefixRows = catalogueRows(prefixTable);
const prefixes = prefixRows.map((row) => row.name);
const described = [...productRows, ...prefixRows];

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function longestPrefix(name: string): string | undefined {
  return prefixes
    .filter((prefix) => name.startsWith(prefix) && name.length > prefix.length)
    .toSorted((a, b) => b.length - a.length)[0];
}

describe("vendor rows", () => {
  test("name each field once", () => {
    expect(repeated(productRows.map((row) => row.name.toLowerCase()))).toEqual([]);
  });

  test("leave registered names to the standard rows", () => {
    const registered = new Set(Object.keys(registry));
    expect(registered.size).toBeGreaterThan(250);
    expect(
      productRows.filter((row) => registered.has(row.name.toLowerCase())).map((row) => row.name),
    ).toEqual([]);
  });

  test("have names that are tokens (RFC 9110, section 5.6.2)", () => {
    expect(productRows.filter((row) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(row.name))).toEqual([]);
  });

  test("name a replacement only if it is not the row's own name", () => {
    expect(productRows.filter((row) => row.replacedBy?.toLowerCase() === row.name.toLowerCase())).toEqual([]);
  });
});

describe("descriptions of rows and prefixes", () => {
  test("are sentences of 10 to 300 characters", () => {
    const bad = described.filter((row) => !/^\S.{8,298}[.]$/s.test(row.description));
    expect(bad.map((row) => row.description)).toEqual([]);
  });

  test("are all different", () => {
    expect(repeated(described.map((row) => row.description))).toEqual([]);
  });

  test("link to absolute addresses", () => {
    const links = described.flatMap((row) => row.links);
    expect(links.filter((link) => !URL.canParse(link))).toEqual([]);
  });
});

describe("prefixes", () => {
  test("are lower case and unique", () => {
    expect(prefixes.filter((prefix) => prefix !== prefix.toLowerCase())).toEqual([]);
    expect(repeated(prefixes)).toEqual([]);
  });

  test("each have an example", () => {
    expect(Object.keys(examples).toSorted()).toEqual(prefixes.toSorted());
  });

  test.each(Object.entries(examples))("%s is in use: it matches %s", (prefix, name) => {
    expect(longestPrefix(name)).toBe(prefix);
  });
});

describe("places", () => {
  const tables = Object.entries(places);
  const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

  test.each(tables)("%s has an existing city and country", (_, table) => {
    const bad = [...table.values()].filter((place) => {
      const [, country] = /^\S.*, ([A-Z]{2})$/.exec(place) ?? [];
      return country === undefined || countries.of(country) === undefined;
    });
    expect(bad).toEqual([]);
  });

  test("airports are three capital letters, at least 450 of them", () => {
    const codes = [...places.airports.keys()];
    expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(codes.length).toBeGreaterThanOrEqual(450);
  });

  test.each([
    [places.airports, "FRA", "Frankfurt, DE"],
    [places.airports, "IAD", "Ashburn, US"],
    [places.awsRegions, "us-east-1", "Northern Virginia, US"],
    [places.googleRegions, "europe-west4", "Eemshaven, NL"],
    [places.azureRegions, "westeurope", "Netherlands, NL"],
    [places.vercelRegions, "hnd1", "Tokyo, JP"],
    [places.flyRegions, "lhr", "London, GB"],
  ] as const)("place %#", (table, code, place) => {
    expect(table.get(code)).toBe(place);
  });

  test("codes in two tables have the same country", () => {
    const near = [...places.vercelRegions, ...places.flyRegions];
    const apart = near.filter(([code, place]) => {
      const airport = places.airports.get(code.slice(0, 3).toUpperCase());
      return airport !== undefined && airport.slice(-2) !== place.slice(-2);
    });
    expect(apart).toEqual([]);
  });
});

describe("the source of a row", () => {
  const sure = productRows.filter((row) => row.sure !== "inferred");

  test("each has a confidence", () => {
    expect(productRows.filter((row) => row.sure === undefined).map((row) => row.name)).toEqual([]);
  });

  test("documented and observed rows have a page, a path or a place of observation", () => {
    expect(
      sure.filter((row) => row.links.length === 0 && row.source === undefined).map((row) => row.name),
    ).toEqual([]);
  });

  test("only rows with a vendor are marked as probable", () => {
    expect(described.filter((row) => row.perhaps && row.sender === undefined)).toEqual([]);
  });
});

describe("parsing of rows", () => {
  test.each([
    ["X-A | response | colour\n  Text here.\n", "X-A has an unknown attribute"],
    ["X-A | token\n  Text here.\n", "X-A has no direction"],
    ["X-A | response\n", "X-A has no description"],
    ["  Text here.\n", "a description without a name"],
  ])("%j is refused", (table, message) => {
    expect(() => catalogueRows(table)).toThrow(message);
  });
});
