import { expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { h2Server, testSettings } from "./servers.ts";

test("trailers of HTTP/2 are header objects", async () => {
  await using server = await h2Server((stream) => {
    stream.respond({ ":status": 200, "content-type": "text/plain" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "x-sum": "1", "server-timing": "db;dur=5" }));
    stream.end("hello");
  });
  const { steps } = await lookupHttp(`https://127.0.0.1:${server.port}/`, { version: "2" }, testSettings);
  expect(steps[0]?.trailers?.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "x-sum: 1",
    "server-timing: db;dur=5",
  ]);
});
