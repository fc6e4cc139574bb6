/** Problems of one exchange besides its headers, in report order. Pure. */

import type { Problem } from "../../headers/schema.ts";
import { formatAddress } from "../../syntax/ip-address.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpSettings } from "../settings.ts";
import type { ContentLimits, ContentResult } from "../wire/content.ts";
import { OUTRUN, STAGGER, type Try } from "../wire/dial.ts";
import type { HeadFlaw } from "../wire/head.ts";
import { certificateProblems } from "./certificate-problems.ts";
import { errorPageRows } from "./error-pages.ts";
import { exposedBy } from "./exposed.ts";
import { type AnyLookupRow, findings, lookupProblem, rfc } from "./problem.ts";

export type StepSettings = ContentLimits & Pick<HttpSettings, "timeout">;

interface Step extends Exchange {
  readonly settings: StepSettings;
}

/** Maximum header fields that Bun and other clients accept. */
const MOST_FIELDS = 256;

/** @param now milliseconds since the epoch */
export function stepProblems(exchange: Exchange, settings: StepSettings, now: number): Problem[] {
  const { tls, verdict, url } = exchange;
  const step = { ...exchange, settings };
  return [
    ...findings(addressRows, step),
    ...(tls && verdict ? certificateProblems({ tls, verdict, host: url.hostname, now }) : []),
    ...findings(exchangeRows, step),
    ...findings(decodingRows, step),
    ...exposedBy(exchange),
    ...findings(errorPageRows, exchange),
  ];
}

const flaw =
  (id: HeadFlaw) =>
  ({ head }: Step) =>
    head?.flaws.includes(id);

const addressRows: readonly AnyLookupRow<Step>[] = [
  lookupProblem("address-not-permitted", "warning", rfc(6890, "2"), {
    detectAll: ({ refused }: Step) => refused,
    title: (address) =>
      `The name also has the address ${formatAddress(address)}, which is not permitted here; netlens skipped it.`,
  }),
  lookupProblem("address-unanswered", "warning", rfc(8305, "5"), {
    detectAll: ({ unanswered }: Step) => unanswered,
    title: (address) => `The address ${formatAddress(address)} of this name did not answer.`,
  }),
  lookupProblem("ipv6-unanswered", "warning", rfc(8305, "5"), {
    detectAll: ({ tries }: Step) => deadIpv6(tries),
    title: ({ ip, ms }) =>
      `${ip} did not answer within ${Math.round(ms)} ms, but IPv4 did: visitors with IPv6 wait ${STAGGER} ms for nothing.`,
  }),
];

/** IPv6 tries without an answer, if IPv4 answered later. A refused IPv6 connection is another finding. */
function deadIpv6(tries: readonly Try[] = []): readonly Try[] {
  const isSix = ({ ip }: Try) => ip.includes(":");
  const sixes = tries.filter(isSix);
  const isSilent = sixes.every(({ error, ms }) => error === OUTRUN && ms >= STAGGER);
  const four = tries.find((each) => !isSix(each) && each.error === undefined);
  return isSilent && four ? sixes.slice(0, 1) : [];
}

/** Whether HTTP/2 was required but HTTP/1.1 was used. */
const fellBack = ({ askedVersion, httpVersion, downgraded }: Step) =>
  !downgraded && askedVersion === "2" && httpVersion !== "2" && httpVersion !== "";

const exchangeRows: readonly AnyLookupRow<Step>[] = [
  lookupProblem("tls-client-certificate", "info", rfc(8446, "4.3.2"), {
    detect: ({ asksForCertificate }: Step) => asksForCertificate === true,
    title: () =>
      "The server requests a client certificate but continues without one; browsers that have one prompt the user.",
  }),
  lookupProblem("http2-refused", "info", rfc(9113, "7"), {
    detect: ({ downgraded }: Step) => downgraded?.code === "http1-required",
    title: () =>
      "The server negotiated HTTP/2, then required HTTP/1.1 (HTTP_1_1_REQUIRED): each such request costs two.",
  }),
  lookupProblem("http2-broken", "error", rfc(9113, "5.4"), {
    detectAll: ({ downgraded, httpVersion }: Step) =>
      downgraded && downgraded.code !== "http1-required" && httpVersion !== "" ? [downgraded.message] : [],
    title: (why: string) => `Offering HTTP/2 failed, so netlens retried with HTTP/1.1. ${why}`,
  }),
  lookupProblem("http3-needs-tls", "info", rfc(9114, "3.1"), {
    detect: ({ downgraded, askedVersion, httpVersion, url }: Step) =>
      !downgraded && askedVersion === "3" && httpVersion !== "3" && url.protocol === "http:",
    title: () =>
      "HTTP/3 was requested, but it exists over TLS only, so netlens used HTTP/1.1 for this http URL.",
  }),
  lookupProblem("http2-needs-tls", "info", rfc(9113, "3.2"), {
    detect: (step: Step) => fellBack(step) && step.url.protocol === "http:",
    title: () => "HTTP/2 was requested, but browsers use it over TLS only, so netlens used HTTP/1.1.",
  }),
  lookupProblem("http2-not-offered", "info", rfc(9113, "3.2"), {
    detect: (step: Step) => fellBack(step) && step.url.protocol !== "http:",
    title: () => "HTTP/2 was offered, but the server chose HTTP/1.1.",
  }),
  lookupProblem("blank-line-before-status", "error", rfc(9112, "2.1"), {
    detect: flaw("blank-line-before-status"),
    title: () => "A blank line precedes the status line.",
  }),
  lookupProblem("junk-before-status", "error", rfc(9112, "2.1"), {
    detect: flaw("junk-before-status"),
    title: () => "Bytes precede the status line; browsers skip them, other clients see no valid response.",
  }),
  lookupProblem("lower-case-version", "error", rfc(9112, "2.3"), {
    detect: flaw("lower-case-version"),
    title: () =>
      "The status line does not begin with HTTP in capitals: Chromium accepts it, Firefox shows the header section as text.",
  }),
  lookupProblem("tab-in-status-line", "error", rfc(9112, "4"), {
    detect: flaw("tab-in-status-line"),
    title: () => "The status line contains a tab, so Firefox rejects the response.",
  }),
  lookupProblem("bare-line-feed", "error", rfc(9112, "2.2"), {
    detect: flaw("bare-line-feed"),
    title: () => "Lines of the header section end in LF alone instead of CRLF.",
  }),
  lookupProblem("bare-carriage-return", "error", rfc(9112, "2.2"), {
    detect: flaw("bare-carriage-return"),
    title: () => "A line of the header section contains a carriage return.",
  }),
  lookupProblem("nul-in-head", "error", rfc(9110, "5.5"), {
    detect: flaw("nul-in-head"),
    title: () => "The header section has a NUL byte.",
  }),
  lookupProblem("second-status-line", "error", rfc(9112, "4"), {
    detect: flaw("second-status-line"),
    title: () => "The header section contains a second status line.",
  }),
  lookupProblem("unknown-http-version", "error", rfc(9112, "2.3"), {
    detect: flaw("unknown-http-version"),
    title: () => "The status line names an HTTP version that does not exist here.",
  }),
  lookupProblem("http2-value-spaces", "warning", rfc(9113, "8.2.1"), {
    detectAll: ({ head }: Step) => (head?.padded ? [[...new Set(head.padded)].slice(0, 5)] : []),
    title: (names) => `The value of ${names.join(", ")} has white space around it, which HTTP/2 forbids.`,
  }),
  lookupProblem("unexpected-upgrade", "error", rfc(9110, "15.2.2"), {
    detect: ({ head }: Step) => head?.status === 101,
    title: () => "The server switches protocols (101) although the request has no Upgrade header.",
  }),
  lookupProblem("fields-too-many", "warning", rfc(9110, "5.4"), {
    detect: ({ head }: Step) => (head && head.lines.length > MOST_FIELDS ? head.lines.length : undefined),
    title: (count) =>
      `The response has ${count} headers; clients that accept at most ${MOST_FIELDS} reject it.`,
  }),
  lookupProblem("content-limit", "info", rfc(9110, "8.6"), {
    detectAll: ({ content, settings }: Step) => (content?.limit ? [limitText(content, settings)] : []),
    title: (title) => title,
  }),
  lookupProblem("content-undecodable", "error", rfc(9110, "8.4"), {
    detectAll: ({ content }: Step) => (content?.undecodable ? [content.body.encoding] : []),
    title: (encoding) => `The content is not valid ${encoding}, although Content-Encoding declares it.`,
  }),
  lookupProblem("bytes-after-content", "warning", rfc(9112, "6.3"), {
    detect: ({ extraBytes }: Step) => extraBytes,
    title: (_, { method }) =>
      method === "HEAD"
        ? "The server sends content with the response to HEAD, which clients may read as the next response."
        : "The server sends bytes after the declared end of the content: clients cut them off.",
  }),
];

interface Encoded {
  readonly content?: ContentResult;
}

const flawOf = ({ content }: Encoded, kind: string) => {
  const flaw = content?.decoding?.flaw;
  return flaw?.kind === kind ? flaw.coding : undefined;
};

const bytes = (count: number) => (count === 1 ? "1 byte" : `${count} bytes`);

const decodingRows: readonly AnyLookupRow<Encoded>[] = [
  lookupProblem("content-checksum-wrong", "error", rfc(1952, "2.3.1"), {
    detect: (step: Encoded) => flawOf(step, "checksum"),
    title: (coding) =>
      coding === "deflate"
        ? "The checksum after the deflate content is wrong, so browsers reject it."
        : `The checksum after the ${coding} content is wrong: browsers show it anyway, clients that check it fail.`,
  }),
  lookupProblem("content-end-missing", "error", rfc(9110, "8.4"), {
    detect: (step: Encoded) => flawOf(step, "cut"),
    title: (coding, { content }) =>
      `The ${coding} content is incomplete: browsers show the ${bytes(content?.decoding?.bytes ?? 0)} that arrived, other clients fail.`,
  }),
  lookupProblem("content-second-member", "error", rfc(1952, "2.2"), {
    detect: ({ content }: Encoded) => content?.decoding?.firstMemberBytes,
    title: (first, { content }) =>
      `The content has several gzip members: browsers show the first (${bytes(first)}), other clients all (${bytes(content?.decoding?.bytes ?? 0)}).`,
  }),
  lookupProblem("content-trailing-bytes", "warning", rfc(1952, "2.2"), {
    detect: ({ content }: Encoded) => content?.decoding?.trailingBytes,
    title: (count, { content }) =>
      `${bytes(count)} follow the end of the ${content?.body.encoding} content, which browsers drop.`,
  }),
];

export const stepRows = [...addressRows, ...exchangeRows, ...decodingRows];

function limitText({ limit, body }: NonNullable<Exchange["content"]>, settings: StepSettings): string {
  if (limit === "timeout")
    return `The content has no declared length and was still arriving after ${settings.timeout / 1000} s; netlens stopped reading.`;
  return limit === "maxBodyBytes"
    ? `The content${body.extensions === undefined ? " is" : ", with the extensions of its chunks, is"} larger than ${settings.maxBodyBytes} bytes; netlens stopped reading.`
    : `The content is larger than ${settings.maxDecodedBytes} bytes when decoded (${body.encoding}); netlens stopped reading.`;
}
