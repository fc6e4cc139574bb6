/** Problems of one exchange besides its headers, in report order. Pure. */

import type { Problem } from "../../headers/schema.ts";
import { formatAddress } from "../../syntax/ip-address.ts";
import type { Exchange } from "../exchange.ts";
import type { HttpSettings } from "../settings.ts";
import type { ContentLimits, ContentResult } from "../wire/content.ts";
import { OUTRUN, STAGGER, type Try } from "../wire/dial.ts";
import type { HeadFlaw } from "../wire/head.ts";
import { certificateProblems } from "./certificate-problems.ts";
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
  ];
}

const flaw =
  (id: HeadFlaw) =>
  ({ head }: Step) =>
    head?.flaws.includes(id);

const addressRows: readonly AnyLookupRow<Step>[] = [
  lookupProblem("address-not-permitted", "warning", rfc(6890, "2"), {
    summary: "The name also has addresses that are not public; netlens skipped them.",
    advice: "Remove the non-public address from the public DNS.",
    detectAll: ({ refused }: Step) => refused,
    title: (address) =>
      `The name also has the address ${formatAddress(address)}, which is not permitted here; netlens skipped it.`,
  }),
  lookupProblem("address-unanswered", "warning", rfc(8305, "5"), {
    summary: "One of the name's addresses did not answer, so visitors may have to wait.",
    advice: "Repair the silent server, or remove its A or AAAA record.",
    detectAll: ({ unanswered }: Step) => unanswered,
    title: (address) => `The address ${formatAddress(address)} of this name did not answer.`,
  }),
  lookupProblem("ipv6-unanswered", "warning", rfc(8305, "5"), {
    summary:
      "IPv6 does not answer, so visitors with IPv6 wait a quarter of a second before their browser tries IPv4.",
    advice: "Let the server listen on its IPv6 address and the firewall allow it, or remove the AAAA record.",
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
    summary: "The server requests a client certificate but continues without one.",
    advice: "Request client certificates only where you need them, on a separate host name.",
    detect: ({ asksForCertificate }: Step) => asksForCertificate === true,
    title: () =>
      "The server requests a client certificate but continues without one; browsers that have one prompt the user.",
  }),
  lookupProblem("http2-refused", "info", rfc(9113, "7"), {
    summary: "The server negotiated HTTP/2, but requires HTTP/1.1 for this request.",
    advice: "Remove HTTP/2 from ALPN on this host, or serve this resource over HTTP/2 as well.",
    detect: ({ downgraded }: Step) => downgraded?.code === "http1-required",
    title: () =>
      "The server negotiated HTTP/2, then required HTTP/1.1 (HTTP_1_1_REQUIRED): each such request costs two.",
  }),
  lookupProblem("http2-broken", "error", rfc(9113, "5.4"), {
    summary: "HTTP/2 fails before the response, so netlens retried with HTTP/1.1.",
    advice: "Repair HTTP/2, or remove it from ALPN on this host: clients that negotiate it get an error.",
    detectAll: ({ downgraded, httpVersion }: Step) =>
      downgraded && downgraded.code !== "http1-required" && httpVersion !== "" ? [downgraded.message] : [],
    title: (why: string) => `Offering HTTP/2 failed, so netlens retried with HTTP/1.1. ${why}`,
  }),
  lookupProblem("http3-needs-tls", "info", rfc(9114, "3.1"), {
    summary: "HTTP/3 was requested for an http URL, where it does not exist.",
    advice: "Look up the https URL to see HTTP/3.",
    detect: ({ downgraded, askedVersion, httpVersion, url }: Step) =>
      !downgraded && askedVersion === "3" && httpVersion !== "3" && url.protocol === "http:",
    title: () =>
      "HTTP/3 was requested, but it exists over TLS only, so netlens used HTTP/1.1 for this http URL.",
  }),
  lookupProblem("http2-needs-tls", "info", rfc(9113, "3.2"), {
    summary: "HTTP/2 was requested for an http URL, where browsers never use it.",
    advice: "Look up the https URL, where browsers use HTTP/2.",
    detect: (step: Step) => fellBack(step) && step.url.protocol === "http:",
    title: () => "HTTP/2 was requested, but browsers use it over TLS only, so netlens used HTTP/1.1.",
  }),
  lookupProblem("http2-not-offered", "info", rfc(9113, "3.2"), {
    summary: "HTTP/2 was requested, but the server chose HTTP/1.1.",
    advice: "Enable HTTP/2 in the server; over TLS it is negotiated by ALPN.",
    detect: (step: Step) => fellBack(step) && step.url.protocol !== "http:",
    title: () => "HTTP/2 was offered, but the server chose HTTP/1.1.",
  }),
  lookupProblem("blank-line-before-status", "error", rfc(9112, "2.1"), {
    summary: "A blank line precedes the status line, so many clients see no valid response.",
    advice: "Remove the blank line: in scripts it is often white space before the first line.",
    detect: flaw("blank-line-before-status"),
    title: () => "A blank line precedes the status line.",
  }),
  lookupProblem("junk-before-status", "error", rfc(9112, "2.1"), {
    summary: "Bytes precede the status line: browsers skip up to four, other clients see no valid response.",
    advice: "Remove them: in scripts they are often a byte order mark or white space before the first line.",
    detect: flaw("junk-before-status"),
    title: () => "Bytes precede the status line; browsers skip them, other clients see no valid response.",
  }),
  lookupProblem("lower-case-version", "error", rfc(9112, "2.3"), {
    summary: "The status line does not begin with HTTP in capitals, which only Chromium accepts.",
    advice: "Write the version in capitals, HTTP/1.1: it is case-sensitive.",
    detect: flaw("lower-case-version"),
    title: () =>
      "The status line does not begin with HTTP in capitals: Chromium accepts it, Firefox shows the header section as text.",
  }),
  lookupProblem("tab-in-status-line", "error", rfc(9112, "4"), {
    summary: "The status line contains a tab, so Firefox rejects the response.",
    advice: "Separate version and status code by one space.",
    detect: flaw("tab-in-status-line"),
    title: () => "The status line contains a tab, so Firefox rejects the response.",
  }),
  lookupProblem("bare-line-feed", "error", rfc(9112, "2.2"), {
    summary: "Lines end in LF instead of CRLF, which recipients treat differently.",
    advice: "End each line with CRLF; HTTP libraries do that automatically.",
    detect: flaw("bare-line-feed"),
    title: () => "Lines of the header section end in LF alone instead of CRLF.",
  }),
  lookupProblem("bare-carriage-return", "error", rfc(9112, "2.2"), {
    summary: "A line of the header section contains a CR.",
    advice: "Remove line breaks from values before they go into the header section.",
    detect: flaw("bare-carriage-return"),
    title: () => "A line of the header section contains a carriage return.",
  }),
  lookupProblem("nul-in-head", "error", rfc(9110, "5.5"), {
    summary: "The header section has a NUL byte, so clients reject the response.",
    advice: "Remove control characters from values before they go into the header section.",
    detect: flaw("nul-in-head"),
    title: () => "The header section has a NUL byte.",
  }),
  lookupProblem("second-status-line", "error", rfc(9112, "4"), {
    summary: "The header section contains a second status line.",
    advice: "Look for a script or proxy that writes a complete response into the header section of another.",
    detect: flaw("second-status-line"),
    title: () => "The header section contains a second status line.",
  }),
  lookupProblem("unknown-http-version", "error", rfc(9112, "2.3"), {
    summary: "The status line names a version that does not exist on this connection.",
    advice: "Let the server send the version that it uses, such as HTTP/1.1.",
    detect: flaw("unknown-http-version"),
    title: () => "The status line names an HTTP version that does not exist here.",
  }),
  lookupProblem("http2-value-spaces", "warning", rfc(9113, "8.2.1"), {
    summary:
      "An HTTP/2 header value has white space around it: some clients reject the response or drop the header.",
    advice: "Trim values before they go into the header section.",
    detectAll: ({ head }: Step) => (head?.padded ? [[...new Set(head.padded)].slice(0, 5)] : []),
    title: (names) => `The value of ${names.join(", ")} has white space around it, which HTTP/2 forbids.`,
  }),
  lookupProblem("unexpected-upgrade", "error", rfc(9110, "15.2.2"), {
    summary: "The server switches protocols although the request has no Upgrade header.",
    advice: "Answer 101 only to requests with an Upgrade header.",
    detect: ({ head }: Step) => head?.status === 101,
    title: () => "The server switches protocols (101) although the request has no Upgrade header.",
  }),
  lookupProblem("fields-too-many", "warning", rfc(9110, "5.4"), {
    summary: "The response has more than 256 headers, so some clients reject it.",
    advice: "Find what adds the same headers repeatedly, often Set-Cookie or Link, and stop it.",
    detect: ({ head }: Step) => (head && head.lines.length > MOST_FIELDS ? head.lines.length : undefined),
    title: (count) =>
      `The response has ${count} headers; clients that accept at most ${MOST_FIELDS} reject it.`,
  }),
  lookupProblem("content-limit", "info", rfc(9110, "8.6"), {
    summary: "The content is larger than netlens reads.",
    advice: "Nothing to do: only netlens stopped reading.",
    detectAll: ({ content, settings }: Step) => (content?.limit ? [limitText(content, settings)] : []),
    title: (title) => title,
  }),
  lookupProblem("content-undecodable", "error", rfc(9110, "8.4"), {
    summary: "The content is not in the coding that Content-Encoding names.",
    advice: "Compress in one place only, and set Content-Encoding to the coding actually used.",
    detectAll: ({ content }: Step) => (content?.undecodable ? [content.body.encoding] : []),
    title: (encoding) => `The content is not valid ${encoding}, although Content-Encoding declares it.`,
  }),
  lookupProblem("bytes-after-content", "warning", rfc(9112, "6.3"), {
    summary: "Bytes follow the end of the content, which clients may read as the next response.",
    advice: "Set Content-Length to the number of bytes sent, counted after compression.",
    detect: ({ extraBytes }: Step) => extraBytes,
    title: () => "The server sends bytes after the end of the content.",
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
    summary:
      "The checksum after the encoded content is wrong: browsers show gzip anyway, other clients fail.",
    advice: "Look for what changes or mixes compressed content on its way, such as output written twice.",
    detect: (step: Encoded) => flawOf(step, "checksum"),
    title: (coding) =>
      coding === "deflate"
        ? "The checksum after the deflate content is wrong, so browsers reject it."
        : `The checksum after the ${coding} content is wrong: browsers show it anyway, clients that check it fail.`,
  }),
  lookupProblem("content-end-missing", "error", rfc(9110, "8.4"), {
    summary: "The encoded content is incomplete: browsers show what arrived, other clients fail.",
    advice: "Finish the compressed stream: flush and close the compressor before the response ends.",
    detect: (step: Encoded) => flawOf(step, "cut"),
    title: (coding, { content }) =>
      `The ${coding} content is incomplete: browsers show the ${bytes(content?.decoding?.bytes ?? 0)} that arrived, other clients fail.`,
  }),
  lookupProblem("content-second-member", "error", rfc(1952, "2.2"), {
    summary: "The content has several gzip members, of which browsers show only the first.",
    advice: "Compress the whole content as one stream.",
    detect: ({ content }: Encoded) => content?.decoding?.firstMemberBytes,
    title: (first, { content }) =>
      `The content has several gzip members: browsers show the first (${bytes(first)}), other clients all (${bytes(content?.decoding?.bytes ?? 0)}).`,
  }),
  lookupProblem("content-trailing-bytes", "warning", rfc(1952, "2.2"), {
    summary: "Bytes follow the end of the encoded content; clients other than browsers may fail.",
    advice: "Send nothing after the compressed content, such as uncompressed text.",
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
