/**
 * Messages of `--otlp`, judged by opentelemetry-proto as OpenTelemetry's own exporters have it: every member is one of the
 * messages', of its type, and none is left over.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

/** A message of opentelemetry-proto, as protobufjs makes them. */
interface Message {
  /** The fault, `null` for none. */
  verify(object: object): string | null;
  fromObject(object: object): object;
  toObject(message: object, options: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

const got = new Map<string, unknown>();
let service: Service;
let collector: Bun.Server<undefined>;
let schema: { readonly trace: Message; readonly metrics: Message };
beforeAll(async () => {
  // The package declares no types for it.
  const path = "@opentelemetry/otlp-transformer/build/src/generated/root";
  const { proto } = (await import(path)).opentelemetry;
  schema = {
    trace: proto.collector.trace.v1.ExportTraceServiceRequest,
    metrics: proto.collector.metrics.v1.ExportMetricsServiceRequest,
  };
  collector = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const text = await request.text();
      if (text !== "") got.set(new URL(request.url).pathname, JSON.parse(text));
      return Response.json({});
    },
  });
  const flags = {
    listen: "127.0.0.1:0",
    drain: "off",
    otlp: collector.url.href,
    "http-allow": "127.0.0.0/8",
    "http-cache": "1s",
    shared: "redis://127.0.0.1:1",
  };
  service = await startService(loadConfig(flags, {}).settings, () => {}, []);
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const url = encodeURIComponent(`http://127.0.0.1:${collector.port}/there`);
  for (const path of [
    `/v1/http?url=${url}`,
    "/v1/http?url=http://127.0.0.1:1/",
    "/v1/ip/8.8.8.8",
    "/nothing",
  ])
    await (
      await fetch(`http://${service.address}${path}`, { headers: { traceparent, "x-request-id": "a" } })
    ).text();
  await service.stop();
});
afterAll(() => collector.stop(true));

/** The mapping has trace and span ids in hexadecimal, where that of protobuf has bytes in base64. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      /^(?:traceId|spanId|parentSpanId)$/.test(name)
        ? Buffer.from(String(member), "hex").toString("base64")
        : withBytes(member),
    ]),
  );
}

for (const [path, name] of [
  ["/v1/traces", "trace"],
  ["/v1/metrics", "metrics"],
] as const)
  test(`${path} is a message of opentelemetry-proto, and comes through its encoding as it was`, () => {
    const message = schema[name];
    const body = withBytes(got.get(path)) as object;
    const made = message.fromObject(body);
    expect(message.verify(made)).toBeNull();
    const back = message.toObject(message.decode(message.encode(made).finish()), {
      longs: String,
      bytes: String,
      enums: Number,
      // A value equal to its default need not be sent.
      arrays: false,
    });
    expect(back).toEqual(withoutEmpty(body) as object);
    expect(JSON.stringify(back).length).toBeGreaterThan(1000);
  });

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !(Array.isArray(member) && member.length === 0))
      .map(([name, member]) => [name, withoutEmpty(member)]),
  );
}
