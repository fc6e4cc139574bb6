/** Channels on real sockets on loopback: templates, variables of the environment, and mail. */

import { afterAll, afterEach, expect, spyOn, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readProject } from "../../../src/jobs/project/read.ts";
import { openNotifier } from "../../../src/jobs/watch/notify.ts";
import { openWatchStore } from "../../../src/jobs/watch/store.ts";
import { testSettings } from "../../http/servers.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-notify-"));
const seen: {
  readonly path: string;
  readonly type: string;
  readonly token: string;
  readonly body: string;
}[] = [];
let status = 200;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const [type = "", token = ""] = ["content-type", "authorization"].map(
      (name) => request.headers.get(name) ?? "",
    );
    seen.push({ path: `${pathname}${search}`, type, token, body: await request.text() });
    return new Response("", { status });
  },
});
// Retries need no real wait.
const sleeping = spyOn(Bun, "sleep").mockImplementation(async () => {});
afterEach(() => {
  seen.length = 0;
  status = 200;
});
afterAll(async () => {
  sleeping.mockRestore();
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

const MESSAGE = {
  id: "1-2",
  at: "2026-11-24T10:05:00.000Z",
  url: "https://shop.example/",
  state: "wrong",
  began: [],
  over: [],
  open: 1,
  text: 'https://shop.example/: It says "no" {url}\\.',
};
const TOKEN = "s3cret/token+value";
const ENVIRONMENT = new Map([
  ["TOKEN", TOKEN],
  ["CHAT", "42"],
  ["HOST", `127.0.0.1:${server.port}`],
  ["EMPTY", ""],
]);

let files = 0;
/** Delivers the message to a channel; returns the failures and the bytes of the state. */
async function deliver(channel: string, message: object = MESSAGE) {
  const path = join(folder, `${++files}.sqlite`);
  const store = openWatchStore(path);
  const text = `[watch]\ntargets = ["https://shop.example/"]\n[[watch.notify]]\n${channel}`;
  const { watch } = readProject(text, "w.toml", 0);
  const notifier = openNotifier(watch?.notify ?? [], store, testSettings, folder, (name) =>
    ENVIRONMENT.get(name),
  );
  const queued = { isDown: false, open: [], events: [], message: JSON.stringify(message) };
  store.record("https://shop.example/", 0, { ...queued, channels: notifier.namesOf() });
  const failures = await notifier.end();
  const left = store.nextMessage(notifier.namesOf()[0] ?? "");
  store.close();
  return { failures, isLeft: left !== undefined, state: readFileSync(path).toString("latin1") };
}
const hook = (path: string, more: string) => `webhook = "http://\${HOST}${path}"\nprivate = true\n${more}`;

test("a table is a template for JSON, and its values stay whole", async () => {
  const { failures } = await deliver(
    hook("/discord", 'body = { content = "{text}", embeds = [{ url = "{url}", n = 3 }] }'),
  );
  expect(failures).toEqual([]);
  expect(seen[0]?.type).toBe("application/json");
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
    content: MESSAGE.text,
    embeds: [{ url: MESSAGE.url, n: 3 }],
  });
});

test("text, headers and the path take variables of the environment", async () => {
  const headers = `headers = { Authorization = "Bearer \${TOKEN}", Title = "{title}" }`;
  const { failures, state } = await deliver(
    hook(`/bot\${CHAT}/send`, `body = "{title}: {text} {nothing}"\n${headers}`),
  );
  expect(failures).toEqual([]);
  expect(seen).toEqual([
    {
      path: "/bot42/send",
      type: "text/plain; charset=utf-8",
      token: `Bearer ${TOKEN}`,
      body: `problem: https://shop.example/: ${MESSAGE.text} {nothing}`,
    },
  ]);
  expect(state).not.toContain(TOKEN);
});

test.each([
  [1500, 1500],
  [1501, 1501],
])("a text of %d characters is sent with %d, since chats reject long ones", async (length, sent) => {
  await deliver(hook("/", 'body = "{text}"'), { ...MESSAGE, text: "a".repeat(length) });
  expect(seen[0]?.body).toHaveLength(sent);
  expect(seen[0]?.body.endsWith("…")).toBe(length > 1500);
});

test.each([
  [`webhook = "\${MISSING}"`, "webhook: the environment has no MISSING"],
  [`webhook = "\${EMPTY}"`, "webhook: the environment has no EMPTY"],
  [`webhook = "ftp://\${TOKEN}"`, "its URL is not valid"],
  [`name = "pager"\nwebhook = "http://127.0.0.1:1/\${TOKEN}"\nprivate = true`, "pager: "],
  [
    `mail = ["a@a.example"]\nfrom = "b@a.example"\nsmtp = "http://\${TOKEN}"`,
    "a@a.example: smtp is not a URL",
  ],
])("a failure names no secret: %s", async (channel, reason) => {
  const { failures, isLeft } = await deliver(channel);
  expect([failures.length, isLeft]).toEqual([1, true]);
  expect(failures[0]).toContain(reason);
  expect(failures.join()).not.toContain("s3cret");
});

const REPLIES: ReadonlyMap<string, (offered: string) => string> = new Map([
  ["EHLO", (offered: string) => `250-mail.example${offered}\r\n250 8BITMIME`],
  ["DATA", () => "354 go on"],
  ["STARTTLS", () => "502 not implemented"],
  ["QUIT", () => "221 bye"],
]);

test("a heartbeat is requested, and reports its failure", async () => {
  const store = openWatchStore(join(folder, `${++files}.sqlite`));
  const { beat } = openNotifier([], store, testSettings, folder, (name) => ENVIRONMENT.get(name));
  expect(await beat(`http://\${HOST}/ping/\${CHAT}`)).toBeUndefined();
  expect(seen.map(({ path }) => path)).toEqual(["/ping/42"]);
  status = 500;
  expect(await beat(`http://\${HOST}/ping`)).toBe("500 Internal Server Error");
  expect(await beat(`\${MISSING}`)).toBe("the environment has no MISSING");
  store.close();
});

/** SMTP server on loopback (RFC 5321), without STARTTLS. */
async function mailed(smtp: (port: number) => string, offered = "") {
  const commands: string[] = [];
  let data = "";
  const sink = Bun.listen<{ isData: boolean }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { isData: false };
        socket.write("220 mail.example\r\n");
      },
      data(socket, bytes) {
        for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
          if (socket.data.isData && line !== ".") data += `${line}\n`;
          else {
            commands.push(line);
            socket.data.isData = line === "DATA";
            const [verb = ""] = line.split(" ");
            socket.write(`${REPLIES.get(verb)?.(offered) ?? "250 ok"}\r\n`);
          }
        }
      },
    },
  });
  const result = await deliver(
    `mail = ["ops@a.example", "team@a.example"]\nfrom = "netlens <watch@a.example>"\nsmtp = "${smtp(sink.port)}"`,
  );
  sink.stop(true);
  return { ...result, commands, data };
}

test("mail: sender, recipients, subject, text and the id of the message", async () => {
  const { failures, commands, data, isLeft } = await mailed((port) => `smtp://127.0.0.1:${port}`);
  expect([failures, isLeft]).toEqual([[], false]);
  expect(commands.slice(1)).toEqual([
    expect.stringMatching(/^MAIL FROM:<watch@a\.example>/),
    "RCPT TO:<ops@a.example>",
    "RCPT TO:<team@a.example>",
    "DATA",
    ".",
    ...commands.slice(6),
  ]);
  expect(data).toContain("Subject: problem: https://shop.example/\n");
  expect(data).toContain("Message-ID: <1-2@netlens>\n");
  expect(data).toContain(MESSAGE.text);
});

test("mail: a password is not sent in clear text", async () => {
  const { failures, commands, isLeft } = await mailed(
    (port) => `smtp://user:\${TOKEN}@127.0.0.1:${port}`,
    "\r\n250-AUTH PLAIN LOGIN",
  );
  expect([failures.length, isLeft]).toEqual([1, true]);
  expect(commands).toContain("STARTTLS");
  expect(commands.join("\n")).not.toContain("AUTH");
});
