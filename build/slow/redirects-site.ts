/** Site with many kinds of redirects, and the expected result of each, independent of the code under test. */

import net from "node:net";

export interface Row {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly outcome: string;
}

/** Path → response: `STATUS` or `STATUS LOCATION`. Non-ASCII bytes are sent unchanged. */
type Answers = Readonly<Record<string, string>>;

interface Kind {
  /** Target and status in the map. `N` is the row's number, here and below. */
  readonly to?: string;
  readonly status?: string;
  /** Source in the map; by default `/KIND/N`. */
  readonly from?: string;
  /** Responses by path below `/KIND`. */
  readonly answers: Answers;
  readonly outcome: string;
}

const END = { "/to/N": "200" };
/** A redirect to the target, and the target's page. */
const good = (status: number): Answers => ({ "/N": `${status} =/to/N`, ...END });

/** `=` at the start of a path is the folder of the kind. */
const KINDS: Readonly<Record<string, Kind>> = {
  moved: { to: "=/to/N", status: "301", answers: good(301), outcome: "as-wanted" },
  found: { to: "=/to/N", status: "302", answers: good(302), outcome: "as-wanted" },
  seeother: { to: "=/to/N", status: "303", answers: good(303), outcome: "as-wanted" },
  temporary: { to: "=/to/N", status: "307", answers: good(307), outcome: "as-wanted" },
  permanent: { to: "=/to/N", status: "308", answers: good(308), outcome: "as-wanted" },
  anystatus: { to: "=/to/N", answers: good(308), outcome: "as-wanted" },
  anytarget: { answers: good(301), outcome: "as-wanted" },
  otherstatus: { to: "=/to/N", status: "301", answers: good(302), outcome: "other-status" },
  page: { to: "=/to/N", status: "301", answers: { "/N": "200", ...END }, outcome: "other-status" },
  missing: { to: "=/to/N", answers: { "/N": "404", ...END }, outcome: "other-status" },
  broken: { to: "=/to/N", answers: { "/N": "500", ...END }, outcome: "other-status" },
  nowhere: { answers: { "/N": "200" }, outcome: "other-status" },
  gone: { status: "410", answers: { "/N": "410" }, outcome: "as-wanted" },
  notgone: { status: "410", answers: { "/N": "404" }, outcome: "other-status" },
  othertarget: {
    to: "=/to/N",
    answers: { "/N": "301 =/else/N", "/else/N": "200", ...END },
    outcome: "other-target",
  },
  home: { to: "=/to/N", answers: { "/N": "301 /", ...END }, outcome: "other-target" },
  targethome: {
    to: "=/to/N",
    answers: { "/N": "301 =/to/N", "/to/N": "302 /" },
    outcome: "target-redirects",
  },
  targetslash: {
    to: "=/to/N",
    answers: { "/N": "301 =/to/N", "/to/N": "301 =/to/N/", "/to/N/": "200" },
    outcome: "target-redirects",
  },
  targetmissing: { to: "=/to/N", answers: { "/N": "301 =/to/N", "/to/N": "404" }, outcome: "error" },
  targetbroken: { to: "=/to/N", answers: { "/N": "301 =/to/N", "/to/N": "500" }, outcome: "error" },
  twohops: {
    to: "=/to/N",
    answers: { "/N": "301 =/mid/N", "/mid/N": "302 =/to/N", ...END },
    outcome: "as-wanted",
  },
  threehops: {
    to: "=/to/N",
    answers: { "/N": "301 =/a/N", "/a/N": "301 =/b/N", "/b/N": "301 =/to/N", ...END },
    outcome: "chain-too-long",
  },
  itself: { to: "=/to/N", answers: { "/N": "301 =/N", ...END }, outcome: "loop" },
  circle: { to: "=/to/N", answers: { "/N": "301 =/mid/N", "/mid/N": "301 =/N", ...END }, outcome: "loop" },
  endless: {
    to: "=/to/N",
    answers: { "/N": "301 =/N/x", "/N/*": "301 ./x/", ...END },
    outcome: "chain-too-long",
  },
  fragment: { to: "=/to/N#part", answers: { "/N": "301 =/to/N#part", ...END }, outcome: "as-wanted" },
  fragmentlost: { to: "=/to/N#part", answers: good(301), outcome: "other-target" },
  fragmentadded: { to: "=/to/N", answers: { "/N": "301 =/to/N#part", ...END }, outcome: "other-target" },
  fragmentother: {
    to: "=/to/N#part",
    answers: { "/N": "301 =/to/N#other", ...END },
    outcome: "other-target",
  },
  fragmentsource: { from: "=/N#part", to: "=/to/N", answers: good(301), outcome: "as-wanted" },
  digits: {
    to: "=/to/caf%c3%a9-N",
    answers: { "/N": "301 =/to/caf%C3%A9-N", "/to/caf%C3%A9-N": "200" },
    outcome: "as-wanted",
  },
  letters: {
    to: "=/to/café-N",
    answers: { "/N": "301 =/to/caf%C3%A9-N", "/to/caf%C3%A9-N": "200" },
    outcome: "as-wanted",
  },
  bytes: {
    to: "=/to/café-N",
    answers: { "/N": "301 =/to/café-N", "/to/caf%C3%A9-N": "200" },
    outcome: "as-wanted",
  },
  unreserved: {
    to: "=/to/%7Eme-N",
    answers: { "/N": "301 =/to/~me-N", "/to/~me-N": "200", "/to/%7Eme-N": "200" },
    outcome: "as-wanted",
  },
  slashcode: { to: "=/to%2FN", answers: good(301), outcome: "other-target" },
  query: { to: "=/to/N?a=1&b=2", answers: { "/N": "301 =/to/N?a=1&b=2", ...END }, outcome: "as-wanted" },
  querylost: { to: "=/to/N?a=1", answers: good(301), outcome: "other-target" },
  querysource: { from: "=/N?id=N", to: "=/to/N", answers: good(301), outcome: "as-wanted" },
  capital: { to: "=/To/N", answers: good(301), outcome: "other-target" },
  relative: { to: "=/to/N", answers: { "/N": "301 to/N", ...END }, outcome: "as-wanted" },
  dots: { to: "=/x/../to/N", answers: { "/N": "301 =/y/./../to/N", ...END }, outcome: "as-wanted" },
  nolocation: { to: "=/to/N", answers: { "/N": "301", ...END }, outcome: "error" },
  mail: { to: "=/to/N", answers: { "/N": "301 mailto:a@b.test", ...END }, outcome: "other-target" },
  headrefused: { to: "=/to/N", answers: { "HEAD /N": "405", ...good(301) }, outcome: "as-wanted" },
  headmissing: { to: "=/to/N", answers: { "HEAD /N": "404", ...good(301) }, outcome: "as-wanted" },
  busy: { to: "=/to/N", answers: { "/N": "429,301 =/to/N", ...END }, outcome: "as-wanted" },
  refused: { from: "http://127.0.0.1:1/N", to: "=/to/N", answers: {}, outcome: "error" },
  cutoff: { to: "=/to/N", answers: { "/N": "cut" }, outcome: "error" },
  otherhost: {
    to: "http://localhost:PORT=/to/N",
    answers: { "/N": "301 http://localhost:PORT=/to/N", ...END },
    outcome: "as-wanted",
  },
  hostlost: { to: "http://localhost:PORT=/to/N", answers: good(301), outcome: "other-target" },
};

export const kinds = Object.keys(KINDS);

/** Rows of a map, `each` of each kind, grouped by kind. */
export function rowsOf(each: number, port: number): Row[] {
  return Array.from({ length: each }, (_, number) =>
    Object.entries(KINDS).map(([kind, { from = "=/N", to = "", status = "", outcome }]) => {
      const fill = (text: string) => filled(text, kind, String(number + 1), port);
      return { kind, from: fill(from), to: fill(to), status, outcome };
    }),
  ).flat();
}

function filled(text: string, kind: string, number: string, port: number): string {
  return text
    .replace(/(?<![\w&?])=(?=\/)|(?<=PORT)=/g, `/${kind}`)
    .replace(/\bN\b/g, number)
    .replace("PORT", String(port));
}

export interface Site {
  readonly port: number;
  readonly requests: () => number;
  readonly stop: () => void;
}

/** Starts the site. It uses minimal HTTP/1.1, byte for byte. */
export async function openSite(delay = 0): Promise<Site> {
  let requests = 0;
  let port = 0;
  const busy = new Set<string>();
  const server = net.createServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", async (bytes: Buffer) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        const [method = "", target = ""] = text.split(" ");
        text = text.slice(end + 4);
        requests++;
        if (delay > 0) await Bun.sleep(delay);
        const answer = answerOf(method, target, busy, port);
        if (answer === undefined) socket.destroy();
        else socket.write(Buffer.from(answer));
      }
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
  return { port, requests: () => requests, stop: () => void server.close() };
}

function answerOf(method: string, target: string, busy: Set<string>, port: number): string | undefined {
  const [, kind = "", rest = ""] = /^\/([a-z]*)([^?]*)/.exec(target) ?? [];
  const number = /\d+/.exec(rest)?.[0] ?? "";
  const answers = KINDS[kind]?.answers ?? {};
  const path = rest.replace(/(?<!%\w?)\d+/, "N");
  const key = [`${method} ${path}`, path, ...(path.startsWith("/N/") ? ["/N/*"] : [])].find(
    (each) => each in answers,
  );
  let answer = target === "/" ? "200" : ((key === undefined ? undefined : answers[key]) ?? "404");
  if (answer === "cut") return undefined;
  if (answer.includes(",")) {
    const [first = "", second = ""] = answer.split(",");
    answer = busy.has(target) ? second : first;
    busy.add(target);
  }
  const [status = "", location] = answer.split(" ");
  const field = location === undefined ? "" : `Location: ${filled(location, kind, number, port)}\r\n`;
  const wait = status === "429" ? "Retry-After: 0\r\n" : "";
  return `HTTP/1.1 ${status} X\r\n${field}${wait}Content-Length: 0\r\n\r\n`;
}
