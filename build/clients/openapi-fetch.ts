/** Reads the fields of every operation with a client of openapi-typescript and openapi-fetch, without a cast. */

import createClient from "openapi-fetch";
import type { components, paths } from "./generated/openapi-typescript.js";
import { HAR, read } from "./known.js";

type Schemas = components["schemas"];

function readBlock(block: Schemas["AddressBlock"] | undefined): void {
  read(block?.prefix, block?.truncated, block?.code);
  for (const part of block?.parts ?? []) read(part.network, part.code, part.countryCode);
}

function readAddress({ code, ipType, ...address }: Schemas["Address"]): void {
  const family: 4 | 6 = ipType;
  const kind: "private" | "geoip" | "unknown" = code;
  read(family, kind, address.ip, address.countryCode, address.countryName, address.regionName, address.city);
  read(address.postCode, address.timeZone, address.latitude, address.accuracyRadius, address.network);
  read(address.asn?.number, address.asn?.organization, address.special, address.source);
}

function readAgent({ agent, device, os, browser, engine, bot, url }: Schemas["UserAgent"]): void {
  read(agent, url);
  if (device) read(device.type, device.vendor, device.name, device.formFactor);
  if (os) read(os.name, os.version, os.frozen, os.atLeast);
  if (browser) read(browser.name, browser.version);
  if (engine) read(engine.name, engine.version);
  if (bot) read(bot.name, bot.category, bot.operator, bot.verified);
}

function readProblem({ name, title, severity, field, fix, link }: Schemas["Problem"]): void {
  read(name, title, severity, field, fix, link?.[0]);
}

function readPage(page: Schemas["PageReport"] | undefined): void {
  if (!page) return;
  const { resources, summary, policy } = page;
  for (const { url, as, outcome, blockedBy, problems } of resources) {
    read(url, as, outcome, blockedBy?.[0]?.by, blockedBy?.[0]?.title);
    problems.forEach(readProblem);
  }
  read(summary.broken.length, policy?.reportOnly);
}

function readReport(report: Schemas["HttpReport"]): void {
  read(report.url, report.intent, report.stop, report.timeTotal, report.timeStages.firstByte);
  if (report.status !== "error") read(report.status.toFixed());
  report.problems.forEach(readProblem);
  for (const step of report.steps) {
    read(step.request.url, step.status, step.statusMessage, step.ip, step.error?.hint, step.tls?.daysLeft);
    read(step.location, step.body?.wireBytes, step.verdicts?.caching?.shared.lifetime);
    read(step.verdicts?.policy?.directives["script-src"]?.from, step.verdicts?.cookies?.[0]?.outcome);
    read(step.verdicts?.permissions?.["camera"]?.allowlist[0], step.verdicts?.cors?.allowed);
    read(step.verdicts?.security?.observatory?.tests["cookies"]?.toFixed());
    for (const { name, value, alternate, details, problems, link } of step.headers) {
      read(name, value, alternate, details.items?.[0]?.alternate, link[0]);
      problems.forEach(readProblem);
    }
  }
}

function readBrief({ url, intent, stop, total, steps, findings }: Schemas["HttpBrief"]): void {
  read(url, intent, stop, total, findings[0]?.title);
  for (const step of steps) {
    read(step.url, step.status, step.location, step.total, step.error?.hint, step.verdicts[0]);
    for (const { name, severity, title, field, fix } of step.findings)
      read(name, severity, title, field, fix);
  }
}

/** Requests every operation once. @returns values for a test to compare, by operation */
export async function requestAll(
  baseUrl: string,
  target: string,
): Promise<Record<string, string | number | undefined>> {
  const { GET, POST } = createClient<paths>({ baseUrl });
  const own = await GET("/v1/ip");
  if (own.data) readAddress(own.data);
  // Errors of every operation are problem documents.
  read(own.error?.error, own.error?.detail, own.error?.status);
  const address = await GET("/v1/ip/{ip}", {
    params: { path: { ip: "192.168.1.1" }, query: { locale: "de" } },
  });
  if (address.data) readAddress(address.data);
  const block = await GET("/v1/ip/{ip}/{length}", { params: { path: { ip: "1.0.0.0", length: "8" } } });
  readBlock(block.data);
  const addresses = await POST("/v1/ip", { body: { ips: ["192.168.1.1", "x"] } });
  for (const one of addresses.data?.results ?? [])
    if ("error" in one) read(one.error, one.message);
    else readAddress(one);
  const ownUserAgent = await GET("/v1/useragent", { params: { query: { verify: "true" } } });
  if (ownUserAgent.data) readAgent(ownUserAgent.data);
  const userAgent = await GET("/v1/useragent/{useragent}", {
    params: { path: { useragent: "curl/8.5.0" }, query: { verify: "true", ip: "192.0.2.1" } },
  });
  if (userAgent.data) readAgent(userAgent.data);
  const userAgents = await POST("/v1/useragent", {
    body: { agents: ["curl/8.5.0", { agent: "x", hints: { "Sec-CH-UA-Mobile": "?1" } }] },
  });
  for (const one of userAgents.data?.results ?? [])
    if ("error" in one) read(one.error, one.message);
    else readAgent(one);
  const query = { url: target, method: "HEAD", header: ["Accept-Language: de"], follow: "false" } as const;
  const http = await GET("/v1/http", { params: { query: { ...query, header: [...query.header] } } });
  if (http.data) readReport(http.data);
  const httpHar = await GET("/v1/http/har", { params: { query: { url: target } } });
  if (httpHar.data) {
    const { version, creator, entries, _netlens } = httpHar.data.log;
    read(version, creator.version, _netlens.intent);
    for (const { request, response, timings, serverIPAddress, ...entry } of entries) {
      read(request.url, response.status, response.content.mimeType, timings.wait, serverIPAddress);
      entry._netlens.problems.forEach(readProblem);
    }
  }
  const page = await GET("/v1/page", { params: { query: { url: target } } });
  readPage(page.data);
  const pageHar = await POST("/v1/page", { body: { har: HAR } });
  const visitor = await POST("/v1/visitor", { body: { ip: "1.1.1.1", agent: "curl/8.5.0" } });
  read(visitor.data?.ip?.code, visitor.data?.text);
  const decode = await POST("/v1/http", {
    body: { headers: ["Age: 60"], status: 200, loads: [{ as: "script", url: "https://a.example/" }] },
  });
  if (decode.data) readReport(decode.data);
  const httpFindings = await GET("/v1/http/findings", { params: { query: { url: target } } });
  if (httpFindings.data) readBrief(httpFindings.data);
  const decodeFindings = await POST("/v1/http/findings", { body: { headers: ["Age: soon"] } });
  if (decodeFindings.data) readBrief(decodeFindings.data);
  const compare = await POST("/v1/http/compare", {
    body: { a: { headers: ["Age: 60"] }, b: { headers: ["Age: 61"] } },
  });
  for (const { kind, name, a, b, title, severity } of compare.data?.differences ?? [])
    read(kind, name, a, b, title, severity);
  if (compare.data) readReport(compare.data.a);
  const status = await GET("/v1/status/{code}", { params: { path: { code: "404" } } });
  read(status.data?.code, status.data?.message, status.data?.class);
  const problems = await GET("/v1/problems");
  read(problems.data?.problems[0]?.id, problems.data?.problems[0]?.severity);
  const problem = await GET("/v1/problems/{id}", { params: { path: { id: "age-invalid" } } });
  read(problem.data?.summary, problem.data?.link, problem.data?.examples?.bad.lines[0]);
  const health = await GET("/healthz");
  const readiness = await GET("/readyz");
  const openapi = await GET("/openapi.json");
  const echoipJson = await GET("/json", { params: { query: { ip: "192.168.1.1" } } });
  read(echoipJson.data?.country_iso, echoipJson.data?.latitude, echoipJson.data?.user_agent?.product);
  const one = { params: { query: { ip: "192.168.1.1" } }, parseAs: "text" } as const;
  return {
    ownAddress: own.data?.source,
    address: address.data?.code,
    addressBlock: block.data?.parts?.length,
    addresses: addresses.data?.results.length,
    ownUserAgent: ownUserAgent.data?.agent,
    userAgent: userAgent.data?.browser ? userAgent.data.browser.name : undefined,
    userAgents: userAgents.data?.results.length,
    http: http.data?.status,
    httpHar: httpHar.data?.log.entries[0]?.response.status,
    page: page.data?.document.status,
    pageHar: pageHar.data?.document.status,
    visitor: visitor.data?.ip?.ipType,
    httpFindings: httpFindings.data?.status,
    decodeFindings: decodeFindings.data?.steps[0]?.findings[0]?.name,
    problems: problems.data?.problems.length,
    problem: problem.data?.severity,
    decode: decode.data?.steps[0]?.headers[0]?.alternate,
    compare: compare.data?.differences[0]?.b,
    status: status.data?.message,
    health: health.data?.status,
    readiness: readiness.data?.reasons.length,
    openapi: openapi.data?.openapi,
    echoipJson: echoipJson.data?.ip,
    echoipIp: (await GET("/ip", one)).data,
    echoipCountry: (await GET("/country", one)).data,
    echoipCountryIso: (await GET("/country-iso", one)).data,
    echoipCity: (await GET("/city", one)).data,
    echoipCoordinates: (await GET("/coordinates", one)).data,
    echoipAsn: (await GET("/asn", one)).data,
    echoipAsnOrg: (await GET("/asn-org", one)).data,
  };
}
