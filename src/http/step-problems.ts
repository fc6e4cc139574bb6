/** What is wrong with one exchange, apart from its fields. Pure. */

import { wordTable } from "../../data/word-table.ts";
import type { Problem } from "../headers/schema.ts";
import { formatAddress } from "../ip/address.ts";
import type { TlsReport, Verdict } from "./certificate.ts";
import type { ContentLimits } from "./content.ts";
import type { Exchange } from "./exchange.ts";
import type { HeadFlaw, ResponseHead } from "./head.ts";
import { type HttpProblem, httpProblem } from "./problems.ts";
import type { HttpSettings } from "./settings.ts";
import { truncateList } from "./truncate.ts";

const flawTitles: Readonly<Record<HeadFlaw, string>> = {
  "blank-line-before-status": "A blank line comes before the status line.",
  "bare-line-feed": "Lines of the header section end in LF alone instead of CRLF.",
  "bare-carriage-return": "There is a carriage return inside a line of the header section.",
  "nul-in-head": "The header section has a NUL byte.",
  "second-status-line": "There is a second status line among the fields.",
  "unknown-http-version": "The status line names a version of HTTP that does not exist here.",
};

/** What a step's problems read of the settings. */
export type StepSettings = ContentLimits & Pick<HttpSettings, "timeout">;

/** Bun, like many a client, takes no more fields than this. */
const MOST_FIELDS = 256;

/** `now`: milliseconds since the epoch. */
export function stepProblems(exchange: Exchange, settings: StepSettings, now: number): Problem[] {
  const { tls, verdict, url, head, content } = exchange;
  return [
    ...addressProblems(exchange),
    ...(tls && verdict ? tlsProblems(tls, verdict, url.hostname, now) : []),
    ...(exchange.asksForCertificate
      ? [
          httpProblem(
            "tls-client-certificate",
            "The server asks for a client certificate and goes on without one: a browser that has any asks its user which.",
          ),
        ]
      : []),
    ...versionProblems(exchange),
    ...(head ? headProblems(head) : []),
    ...(content ? contentProblems(content, settings) : []),
    ...(exchange.extraBytes
      ? [httpProblem("bytes-after-content", "The server sends bytes after the end of the content.")]
      : []),
  ];
}

function addressProblems({ refused, unanswered }: Exchange): Problem[] {
  return [
    ...refused.map((address) =>
      httpProblem(
        "address-not-permitted",
        `The name also has the address ${formatAddress(address)}, which is not permitted here; it was left out.`,
      ),
    ),
    ...unanswered.map((address) =>
      httpProblem("address-unanswered", `The address ${formatAddress(address)} of this name did not answer.`),
    ),
  ];
}

const chainErrors = wordTable<readonly [HttpProblem, string]>({
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    "certificate-self-signed",
    "The certificate is self-signed: no browser trusts it.",
  ],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "certificate-self-signed",
    "The certificate comes from a private authority that no browser trusts.",
  ],
});

function tlsProblems(tls: TlsReport, verdict: Verdict, host: string, now: number): Problem[] {
  const problems: Problem[] = [];
  const begins = Date.parse(tls.validFrom);
  const ends = Date.parse(tls.validTo);
  if (verdict.expired)
    problems.push(httpProblem("certificate-expired", `The certificate expired ${daysText(now - ends)} ago.`));
  else if (ends - now < 14 * DAY)
    problems.push(
      httpProblem("certificate-expires-soon", `The certificate expires in ${daysText(ends - now)}.`),
    );
  if (verdict.notYetValid)
    problems.push(
      httpProblem(
        "certificate-not-yet-valid",
        `The certificate becomes valid only in ${daysText(begins - now)}.`,
      ),
    );
  if (verdict.otherName)
    problems.push(
      httpProblem("certificate-wrong-name", `The certificate is not for ${host} but for ${namesText(tls)}.`),
    );
  if (verdict.chain !== "")
    problems.push(
      httpProblem(
        ...(chainErrors.get(verdict.chain) ?? [
          "certificate-untrusted",
          `The certificate does not lead to a trusted authority (${verdict.chain}); an intermediate one may be missing.`,
        ]),
      ),
    );
  if (verdict.weakKey > 0)
    problems.push(
      httpProblem(
        "certificate-weak-key",
        `The certificate's key has ${verdict.weakKey} bits, too few to be safe.`,
      ),
    );
  if (verdict.sha1)
    problems.push(
      httpProblem("certificate-sha1", "The certificate is signed over SHA-1, which browsers refuse."),
    );
  if (tls.protocol === "TLSv1.2" && !AUTHENTICATED.test(tls.cipher))
    problems.push(
      httpProblem(
        "tls-cipher-cbc",
        `The server chose ${tls.cipher}, a cipher in CBC mode, which attacks such as Lucky 13 are about.`,
      ),
    );
  if (tls.protocol === "TLSv1" || tls.protocol === "TLSv1.1")
    problems.push(
      httpProblem("tls-version-old", `The server speaks ${tls.protocol}, which browsers refuse.`),
    );
  return problems;
}

/** Ciphers that encrypt and authenticate in one, as OpenSSL names them. */
const AUTHENTICATED = /GCM|CCM|CHACHA20/;

const DAY = 86_400_000;

function daysText(ms: number): string {
  const days = Math.floor(ms / DAY);
  if (days < 1) return "less than a day";
  return days === 1 ? "1 day" : `${days} days`;
}

function namesText(tls: TlsReport): string {
  const names = tls.names.length > 0 ? tls.names : [tls.subject || "no name"];
  return truncateList(names);
}

function versionProblems({ askedVersion, url, httpVersion, downgraded }: Exchange): Problem[] {
  if (downgraded)
    return [
      httpProblem(
        "http2-refused",
        "The server agreed on HTTP/2 and then wanted HTTP/1.1 for this request (HTTP_1_1_REQUIRED): each such request costs two.",
      ),
    ];
  if (askedVersion === "3" && httpVersion !== "3" && url.protocol === "http:")
    return [
      httpProblem(
        "http3-needs-tls",
        "HTTP/3 was asked for, but it exists over TLS only, so HTTP/1.1 was used for this http URL.",
      ),
    ];
  if (askedVersion !== "2" || httpVersion === "2" || httpVersion === "") return [];
  return url.protocol === "http:"
    ? [
        httpProblem(
          "http2-needs-tls",
          "HTTP/2 was asked for, but browsers use it over TLS only, so HTTP/1.1 was used.",
        ),
      ]
    : [httpProblem("http2-not-offered", "HTTP/2 was offered, and the server chose HTTP/1.1.")];
}

function headProblems(head: ResponseHead): Problem[] {
  const problems = head.flaws.map((flaw) => httpProblem(flaw, flawTitles[flaw]));
  if (head.padded)
    problems.push(
      httpProblem(
        "http2-value-spaces",
        `There is white space around the value of ${[...new Set(head.padded)].slice(0, 5).join(", ")}, which HTTP/2 forbids.`,
      ),
    );
  if (head.status === 101)
    problems.push(
      httpProblem(
        "unexpected-upgrade",
        "The server switches protocols (101) although the request did not ask for it.",
      ),
    );
  if (head.lines.length > MOST_FIELDS)
    problems.push(
      httpProblem(
        "fields-too-many",
        `The response has ${head.lines.length} fields; clients that take no more than ${MOST_FIELDS} refuse it.`,
      ),
    );
  return problems;
}

function contentProblems(content: NonNullable<Exchange["content"]>, settings: StepSettings): Problem[] {
  const problems: Problem[] = [];
  if (content.limit === "maxBodyBytes")
    problems.push(
      httpProblem(
        "content-limit",
        `The content${content.body.extensions === undefined ? " is" : ", with the extensions of its chunks, is"} larger than ${settings.maxBodyBytes} bytes; reading stopped there.`,
      ),
    );
  if (content.limit === "maxDecodedBytes")
    problems.push(
      httpProblem(
        "content-limit",
        `The content is larger than ${settings.maxDecodedBytes} bytes when decoded (${content.body.encoding}); reading stopped there.`,
      ),
    );
  if (content.limit === "timeout")
    problems.push(
      httpProblem(
        "content-limit",
        `The content has no announced length and still came when the ${settings.timeout / 1000} s of the lookup were over; reading stopped there.`,
      ),
    );
  if (content.undecodable)
    problems.push(
      httpProblem(
        "content-undecodable",
        `The content is not valid ${content.body.encoding}, as Content-Encoding says.`,
      ),
    );
  return problems;
}
