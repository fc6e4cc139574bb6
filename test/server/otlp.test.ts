/** Queued and dropped spans; `build/slow/otlp-service.test.ts` tests their content. */

import { afterEach, expect, test } from "bun:test";
import { openTelemetry } from "../../src/server/otlp/exporters.ts";
import { collectorUrl } from "../../src/settings/forms.ts";

const answered = { method: "GET", route: "/", status: 200, started: 0, ms: 1, id: "" };
const request = (traceparent?: string) =>
  new Request("http://netlens.example/", { headers: traceparent === undefined ? {} : { traceparent } });

let stop = async () => {};
afterEach(() => stop());

/** Trace sender with a fake collector, and the requests that the collector received. */
function sender(answer: () => Response | Promise<Response>) {
  const got: string[] = [];
  const collector = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(sent) {
      got.push(await sent.text());
      return answer();
    },
  });
  const log: string[] = [];
  const telemetry = openTelemetry(
    collector.url.href.slice(0, -1),
    (_, message, facts) => void log.push(`${message} ${JSON.stringify(facts)}`),
    undefined,
    60_000,
  );
  stop = async () => {
    await telemetry.stop();
    await collector.stop(true);
  };
  const spans = () => telemetry.families()[0]?.samples.map(({ labels, value }) => `${labels} ${value}`);
  return { telemetry, got, log, spans };
}

test("above 4,096 queued spans, further ones are dropped and counted", () => {
  const { telemetry, spans } = sender(() => new Promise<Response>(() => {}));
  for (let count = 0; count < 5000; count++) telemetry.tracer.request(request(), answered);
  expect(spans()).toEqual(['outcome="sent" 0', 'outcome="dropped" 904']);
});

test("queued spans are sent at the end, except those of unsampled traces", async () => {
  const { telemetry, got, spans } = sender(() => Response.json({}));
  const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";
  telemetry.tracer.request(request(), answered);
  telemetry.tracer.request(request(`${parent}-01`), answered);
  telemetry.tracer.request(request(`${parent}-00`), answered);
  await telemetry.stop();
  expect(spans()).toEqual(['outcome="sent" 2', 'outcome="dropped" 0']);
  expect(got).toHaveLength(1);
});

test("refused spans are dropped, and the log has the status once", async () => {
  const { telemetry, log, spans } = sender(() => new Response(null, { status: 401 }));
  for (let count = 0; count < 1024; count++) telemetry.tracer.request(request(), answered);
  await telemetry.stop();
  expect(spans()).toEqual(['outcome="sent" 0', 'outcome="dropped" 1024']);
  expect(log).toEqual(['traces are not taken {"reason":"status 401"}']);
});

test.each([
  ["", undefined],
  ["http://127.0.0.1:4318", "http://127.0.0.1:4318"],
  ["https://collector.example/otlp/", "https://collector.example/otlp"],
])("the URL %p", (text, url) => expect(collectorUrl(text)).toBe(url as string));

test.each(["127.0.0.1:4318", "grpc://a:4317", "http://u:p@a", "http://a/?x", "http://a/#x", "on"])(
  "the URL %p is refused",
  (text) => expect(() => collectorUrl(text)).toThrow("expected an http or https URL"),
);
