/** A request that its response does not follow has the same finding through each door. */

import { expect, test } from "bun:test";
import { runSync } from "../../src/api/cooperative.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { explainingHar } from "../../src/jobs/har/read.ts";
import { auditUrl } from "../../src/jobs/page/audit-url.ts";
import { findingsOf as findingsOfReport } from "../../src/jobs/project/findings.ts";
import { explain, findingsOf } from "../headers/explained.ts";
import { testSettings } from "../http/servers.ts";

const REQUEST = ["GET /a.mp4 HTTP/1.1", "Host: a.example", "Range: bytes=0-"];
const RESPONSE = ["HTTP/1.1 200 OK", "Content-Type: video/mp4", "Content-Length: 9"];

const site = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith(".mp4")
        ? new Response("123456789", { headers: { "content-type": "video/mp4" } })
        : new Response("<video src=/a.mp4></video>", { headers: { "content-type": "text/html" } }),
  });

const entry = {
  request: { method: "GET", url: "https://a.example/a.mp4", headers: [{ name: "Range", value: "bytes=0-" }] },
  response: {
    status: 200,
    headers: [
      { name: "Content-Type", value: "video/mp4" },
      { name: "Content-Length", value: "9" },
    ],
  },
};

const DOORS: Readonly<Record<string, () => Promise<readonly { readonly name: string }[]>>> = {
  "lines of curl -v": async () =>
    findingsOf(explain([...REQUEST.map((line) => `> ${line}`), ">", ...RESPONSE.map((line) => `< ${line}`)])),
  "lines of HTTPie": async () => findingsOf(explain([...REQUEST, "", ...RESPONSE])),
  "a lookup": async () => {
    using server = site();
    const header = [["Range", "bytes=0-"]] as const;
    return findingsOfReport(await lookupHttp(`${server.url}a.mp4`, { header }, testSettings));
  },
  "a HAR log": async () => findingsOfReport(runSync(explainingHar({ log: { entries: [entry] } }, 0))),
  "a page": async () => {
    using server = site();
    const events = auditUrl(server.url.href, {}, { settings: testSettings }, new AbortController().signal);
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value.audit?.resources.flatMap(({ problems }) => problems) ?? [];
    }
  },
};

test.each(Object.keys(DOORS))("%s", async (door) => {
  const names = (await DOORS[door]?.())?.map(({ name }) => name);
  expect(names).toContain("range-ignored");
});
