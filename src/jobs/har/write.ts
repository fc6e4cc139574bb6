/** Report → HAR 1.2 log, with findings in `_netlens`. Pure. */

import { optional } from "../../api/body-parts.ts";
import type { HeaderObject, Problem } from "../../headers/schema.ts";
import { methodAfter } from "../../http/chain.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { version } from "../../version.ts";
import type { Har, HarEntry } from "./schema.ts";

/** @param firstMethod of the first request. @param endedAt milliseconds since the epoch */
export function harOf(report: HttpReport, firstMethod: string, endedAt: number): Har {
  let method = firstMethod;
  let started = endedAt - report.timeTotal;
  const connections = connectionsOf(report.steps);
  const entries = report.steps.map((step, index) => {
    const entry = entryOf(step, method, new Date(started).toISOString(), connections[index]);
    started += step.timeTotal;
    if (typeof step.status === "number") method = methodAfter(method, step.status);
    return entry;
  });
  return {
    log: {
      version: "1.2",
      creator: { name: "netlens", version },
      pages: [],
      entries,
      _netlens: {
        intent: report.intent,
        ...(report.stop && { stop: report.stop }),
        problems: report.problems,
      },
    },
  };
}

/** Number of the connection of each step, from 1; undefined for a step without a connection. */
function connectionsOf(steps: readonly HttpStep[]): (string | undefined)[] {
  const last = new Map<string, string>();
  let made = 0;
  return steps.map(({ request: { protocol, host, port }, reused, timeStages: { tcp, tls, firstByte } }) => {
    const origin = `${protocol}//${host}:${port}`;
    if (!reused && (tcp ?? tls ?? firstByte) === undefined) return undefined;
    const connection = (reused && last.get(origin)) || String(++made);
    last.set(origin, connection);
    return connection;
  });
}

function entryOf(
  step: HttpStep,
  method: string,
  startedDateTime: string,
  connection: string | undefined,
): HarEntry {
  const { wait = 0, dns = -1, tcp = -1, proxy = 0, tls = -1, firstByte = 0, download = 0 } = step.timeStages;
  const size = step.body?.decodedBytes ?? step.body?.wireBytes ?? 0;
  const type = step.headers.find(({ name }) => name === "content-type")?.value ?? "";
  const httpVersion = step.httpVersion === "" ? "" : `HTTP/${step.httpVersion}`;
  return {
    startedDateTime,
    time: step.timeTotal,
    request: {
      method,
      url: step.request.url,
      httpVersion,
      cookies: sentCookies(step),
      headers: fieldsOf(step.requestHeaders ?? []),
      queryString: step.request.parameters,
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: step.status,
      statusText: step.statusMessage,
      httpVersion,
      cookies: setCookies(step),
      headers: fieldsOf(step.headers),
      content: { size, mimeType: type },
      redirectURL: step.location ?? "",
      headersSize: -1,
      bodySize: step.body?.wireBytes ?? -1,
      ...(step.error && { _error: `${step.error.code}: ${step.error.message}` }),
    },
    cache: {},
    // In HAR, `connect` includes the TLS handshake.
    timings: {
      blocked: wait,
      dns,
      connect: tcp < 0 && tls < 0 ? -1 : Math.max(0, tcp) + proxy + Math.max(0, tls),
      ssl: tls,
      send: 0,
      wait: firstByte,
      receive: download,
    },
    ...(step.ip !== "" && { serverIPAddress: step.ip }),
    ...optional("connection", connection),
    _netlens: {
      intent: step.intent,
      problems: problemsOf(step),
      ...(step.verdicts && { verdicts: step.verdicts }),
      ...(step.tls && { tls: step.tls }),
    },
  };
}

type NameValue = HarEntry["request"]["headers"][number];

function sentCookies({ requestHeaders = [] }: HttpStep): NameValue[] {
  return requestHeaders
    .filter(({ name }) => name === "cookie")
    .flatMap(({ details }) => details.items ?? [])
    .map(({ name, value }) => ({ name, value }));
}

/** All cookies of the response as Chromium parses them, including rejected ones. */
function setCookies({ headers, verdicts }: HttpStep): HarEntry["response"]["cookies"] {
  return (verdicts?.cookies ?? []).map(({ line, name, path, domain, expires, httpOnly, secure }) => ({
    name,
    value: headers[line]?.details.items?.[0]?.value ?? "",
    ...(path !== undefined && { path }),
    ...(domain !== undefined && { domain }),
    ...(expires !== undefined && expires !== "session" && { expires }),
    httpOnly,
    secure,
  }));
}

function fieldsOf(headers: readonly HeaderObject[]): NameValue[] {
  return headers.map(({ name, sent, value }) => ({ name: sent ?? name, value }));
}

function problemsOf({ problems, headers, requestHeaders = [] }: HttpStep): Problem[] {
  return [
    ...problems,
    ...[...headers, ...requestHeaders].flatMap(({ name, problems: own, details }) =>
      [...own, ...(details.items ?? []).flatMap((item) => item.problems ?? [])].map((problem) => ({
        ...problem,
        field: name,
      })),
    ),
  ];
}
