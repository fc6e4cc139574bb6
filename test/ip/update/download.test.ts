/** Downloads: requests sent, responses rejected, and files left on disk. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  downloadFirst,
  MOST_BYTES,
  publishedChecksum,
  verifyChecksum,
} from "../../../src/ip/update/download.ts";
import { UpdateError } from "../../../src/platform/replace-file.ts";

let folder = "";
let part = "";
let asked: string[] = [];
let server: Bun.Server<undefined>;
let answer: (request: Request) => Response = () => new Response("0123456789");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-download-"));
  part = join(folder, "a.part");
  asked = [];
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { range, "if-range": ifRange } = Object.fromEntries(request.headers);
      asked.push([new URL(request.url).pathname, range, ifRange].filter(Boolean).join(" "));
      return answer(request);
    },
  });
});
afterEach(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const at = (path: string) => ({ url: `${server.url.origin}${path}`, headers: {} });
const begin = (url: string, validator: string, bytes = "01234") => {
  writeFileSync(part, bytes);
  writeFileSync(`${part}.json`, JSON.stringify({ url, validator }));
};
const content = () => readFileSync(part, "utf8");
const validator = () => JSON.parse(readFileSync(`${part}.json`, "utf8")).validator;
const continued = (request: Request, from = "bytes 5-9/10") =>
  request.headers.has("range")
    ? new Response("56789", { status: 206, headers: { "content-range": from, etag: '"a"' } })
    : new Response("0123456789", { headers: { etag: '"a"' } });

test("uses the first that exists, without requesting the others", async () => {
  answer = ({ url }) =>
    new Response(url.endsWith("/b") ? "b" : "", { status: url.endsWith("/a") ? 404 : 200 });
  expect(await downloadFirst([at("/a"), at("/b"), at("/c")], part, {})).toEqual(at("/b"));
  expect([asked, content()]).toEqual([["/a", "/b"], "b"]);
});

test("no candidate exists", async () => {
  answer = () => new Response("", { status: 404 });
  await expect(downloadFirst([at("/a"), at("/b")], part, {})).rejects.toThrow(
    "/b returned 404: no such file",
  );
});

test.each(["file:///etc/hostname", "data:text/plain,x", "ftp://127.0.0.1/a", "http://[x"])(
  "a redirect to %s is refused",
  async (location) => {
    answer = () => new Response(null, { status: 302, headers: { location } });
    await expect(downloadFirst([at("/a")], part, {})).rejects.toThrow(
      `redirects to ${location}, which is not an http or https URL`,
    );
    expect(existsSync(part)).toBe(false);
  },
);

test("an endless checksum is not one, and is not read", async () => {
  let sent = 0;
  answer = () => {
    const pull = (to: ReadableStreamDefaultController) => {
      sent++;
      to.enqueue(new Uint8Array(4096).fill(65));
    };
    return new Response(new ReadableStream({ pull }));
  };
  const checksum = { url: at("/a.sha256").url, required: false };
  expect(await publishedChecksum({ ...at("/a"), checksum }, {})).toBeUndefined();
  expect(sent).toBeLessThan(5000);
});

test.each([
  [500, "returned 500"],
  [403, "returned 403"],
])("status %d", async (status, message) => {
  answer = () => new Response("", { status });
  await expect(downloadFirst([at("/a")], part, {})).rejects.toThrow(message);
});

test.each([429, 503])("a host that answers %d with Retry-After gets no further request", async (status) => {
  answer = () => new Response("", { status, headers: { "retry-after": "3600" } });
  for (const path of ["/a", "/b"])
    await expect(downloadFirst([at(path)], part, {})).rejects.toThrow(
      `${at(path).url}: ${server.url.host} refuses requests until 2`,
    );
  const checksum = { url: at("/c.sha256").url, required: false };
  await expect(publishedChecksum({ ...at("/c"), checksum }, {})).rejects.toThrow("refuses requests until");
  expect(asked).toEqual(["/a"]);
});

test.each([
  [{ etag: '"a"', "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" }, '"a"'],
  [{ etag: 'W/"a"', "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" }, "Fri, 20 Nov 2026 10:00:00 GMT"],
  [{ etag: 'W/"a"' }, ""],
  [{}, ""],
])("%j: validator for resuming", async (headers, wanted) => {
  answer = () => new Response("x", { headers });
  await downloadFirst([at("/a")], part, {});
  expect(validator()).toBe(wanted);
});

test("resumes, and reports its progress", async () => {
  begin(at("/a").url, '"a"');
  answer = continued;
  const progress: unknown[] = [];
  await downloadFirst([at("/a")], part, { onProgress: (count, total) => progress.push([count, total]) });
  expect([asked, content(), progress]).toEqual([['/a bytes=5- "a"'], "0123456789", [[10, 10]]]);
});

test.each([
  ["of another address", () => begin(at("/other").url, '"a"')],
  ["without a validator", () => begin(at("/a").url, "")],
  ["of nothing yet", () => begin(at("/a").url, '"a"', "")],
  ["that is not told of", () => writeFileSync(part, "01234")],
  ["told of in another shape", () => [writeFileSync(part, "01234"), writeFileSync(`${part}.json`, "null")]],
  [
    "told of without its words",
    () => [writeFileSync(part, "01234"), writeFileSync(`${part}.json`, '{"url":5}')],
  ],
  [
    "told of by numbers",
    () => [
      writeFileSync(part, "01234"),
      writeFileSync(`${part}.json`, JSON.stringify({ url: at("/a").url, validator: 5 })),
    ],
  ],
])("a part %s is downloaded again", async (_, prepare) => {
  prepare();
  answer = continued;
  await downloadFirst([at("/a")], part, {});
  expect([asked, content()]).toEqual([["/a"], "0123456789"]);
});

test("a server that sends the whole file overwrites the part", async () => {
  begin(at("/a").url, '"a"', "xxxxxxxxxxxxxxx");
  answer = () => new Response("0123456789");
  await downloadFirst([at("/a")], part, {});
  expect(content()).toBe("0123456789");
});

test.each(["bytes 4-9/10", "bytes 50-9/10", ""])(
  "after one that goes on at %j, the whole file is downloaded",
  async (range) => {
    begin(at("/a").url, '"a"');
    answer = (request) => continued(request, range);
    await downloadFirst([at("/a")], part, {});
    expect([asked, content()]).toEqual([['/a bytes=5- "a"', "/a"], "0123456789"]);
  },
);

test("416 for a request without a range ends the download", async () => {
  answer = () => new Response("", { status: 416 });
  await expect(downloadFirst([at("/a")], part, {})).rejects.toThrow("/a returned 416");
  expect(asked).toEqual(["/a"]);
});

test("if no bytes remain, the whole file is downloaded again", async () => {
  begin(at("/a").url, '"a"', "0123456789");
  answer = (request) =>
    request.headers.has("range") ? new Response("", { status: 416 }) : new Response("9876543210");
  await downloadFirst([at("/a")], part, {});
  expect([asked, content()]).toEqual([['/a bytes=10- "a"', "/a"], "9876543210"]);
});

test("a checksum file", async () => {
  writeFileSync(part, "0123456789");
  writeFileSync(`${part}.json`, "{}");
  const sum = new Bun.CryptoHasher("sha256").update("0123456789").digest("hex");
  const published = (body: string, required: boolean, status = 200) => {
    answer = () => new Response(body, { status });
    return publishedChecksum({ ...at("/a"), checksum: { url: at("/a.sha256").url, required } }, {});
  };
  expect(await publishedChecksum(at("/a"), {})).toBeUndefined();
  expect(await published(`${sum}  a.tar.gz\n`, true)).toBe(sum);
  expect(await published(sum.toUpperCase(), true)).toBe(sum);
  for (const none of [`x${sum}`, `${sum}0`, "", " ".repeat(1024) + sum])
    expect([none, await published(none, false)]).toEqual([none, undefined]);
  expect(await published(sum, false, 404)).toBeUndefined();
  await expect(published("", true)).rejects.toThrow("has no SHA-256 of the file");
  await verifyChecksum(sum, part);
  expect(existsSync(part)).toBe(true);
  await expect(verifyChecksum("0".repeat(64), part)).rejects.toThrow(
    `the download's SHA-256 is ${sum}, but the publisher gives 0000`,
  );
  expect([existsSync(part), existsSync(`${part}.json`)]).toEqual([false, false]);
});

describe("redirects", () => {
  const to = (location: string) => {
    answer = ({ url }) =>
      url.endsWith("/a") ? new Response("", { status: 302, headers: { location } }) : new Response("moved");
  };
  test("to another host is followed, without credentials", async () => {
    let seen: (string | null)[] = [];
    using other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ headers }) => {
        seen = [headers.get("authorization"), headers.get("x-kept")];
        return new Response("moved");
      },
    });
    to(`http://localhost:${other.port}/b`);
    const from = { ...at("/a"), headers: { authorization: "Basic eA==", "x-kept": "yes" } };
    await downloadFirst([from], part, {});
    expect([content(), seen]).toEqual(["moved", [null, "yes"]]);
  });
  test.each([
    ["http://10.0.0.1/b", "in the private network 10.0.0.0/8"],
    ["http://169.254.169.254/latest", "in the private network 169.254.0.0/16"],
    ["http://[fd00::1]/b", "in the private network fc00::/7"],
    ["/a", "redirects more than 5 times"],
  ])("to %s is refused", async (location, message) => {
    to(location);
    await expect(downloadFirst([at("/a")], part, {})).rejects.toThrow(message);
  });
});

test("silence ends in a timeout, and four gibibytes are the maximum", async () => {
  answer = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  const given = downloadFirst([at("/a")], part, { idleTimeout: 50 });
  await expect(given).rejects.toThrow(UpdateError);
  await given.catch(() => {});
  expect(MOST_BYTES).toBe(4_294_967_296);
});
