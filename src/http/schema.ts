import { type Static, Type } from "@sinclair/typebox";
import { PHASES } from "../../data/failures.ts";
import { MOST_LINES } from "../api/body-parts.ts";
import {
  integer,
  oneOf,
  optionalFlag,
  optionalInteger,
  optionalOneOf,
  optionalText,
  text,
} from "../api/schema.ts";
import { unchecked } from "../api/unchecked.ts";
import { HeaderObject, Problem, Severity } from "../headers/schema.ts";
import { INLINE_KINDS, LOAD_KINDS, ReportedVerdicts } from "../headers/verdicts.ts";
import { Domain } from "../ip/schema.ts";
import { EarlierCookie } from "./chain/cookie-replay.ts";
import { MOST_QUESTIONS } from "./settings.ts";

const RequestObject = Type.Object(
  {
    protocol: text("With its colon: https:"),
    host: text("Host name or address literal, without the port"),
    port: text("Always explicit"),
    pathname: Type.String(),
    search: Type.String(),
    parameters: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    url: text("Without user information"),
    cookies: Type.Optional(
      Type.Array(EarlierCookie, {
        description:
          "In a step: cookies that earlier steps set. Lookups as a client send none; wouldSend says which ones a browser would send",
      }),
    ),
  },
  { title: "Request" },
);

const milliseconds = (description: string) =>
  Type.Optional(Type.Number({ description: `${description}, milliseconds` }));

export const TimeStages = Type.Object(
  {
    wait: milliseconds("Waiting for a free slot"),
    dns: milliseconds("Name resolution"),
    tcp: milliseconds("Connecting"),
    proxy: milliseconds("TLS with the proxy, and its connecting to the server"),
    tls: milliseconds("TLS handshake"),
    firstByte: milliseconds("From the request to the first byte of the response"),
    download: milliseconds("From the first byte to the last"),
    total: milliseconds("The whole lookup"),
  },
  { title: "TimeStages", description: "A stage that was never reached is absent" },
);
export type TimeStages = Static<typeof TimeStages>;
export type Stage = Exclude<keyof TimeStages, "total">;

/** In order. */
export const STAGES = Object.keys(TimeStages.properties).filter((name): name is Stage => name !== "total");

const Try = Type.Object(
  {
    ip: Type.String(),
    ms: Type.Number({ description: "Milliseconds until it answered, failed or was abandoned" }),
    error: optionalText("Why it was not used"),
  },
  { title: "Try", description: "An address that was dialled" },
);

const TlsBlock = Type.Object(
  {
    protocol: Type.String(),
    cipher: Type.String(),
    alpn: Type.String(),
    authorized: Type.Boolean(),
    error: text("Why it is not authorised, such as CERT_HAS_EXPIRED"),
    subject: Type.String(),
    issuer: Type.String(),
    validFrom: Type.String(),
    validTo: Type.String(),
    daysLeft: Type.Integer(),
    names: Type.Array(Type.String()),
    fingerprint256: Type.String(),
  },
  { title: "Tls" },
);

const Body = Type.Object(
  {
    wireBytes: integer("Bytes of content as sent, before decoding"),
    decodedBytes: optionalInteger("Absent if the content could not be decoded"),
    encoding: Type.String(),
    truncated: Type.Boolean({ description: "Cut off, or reading stopped at a limit" }),
    extensions: optionalInteger("Chunks with extensions"),
  },
  { title: "Body" },
);

export const StepError = Type.Object(
  {
    phase: oneOf(PHASES),
    code: Type.String(),
    message: Type.String(),
    hint: text("What to do next"),
  },
  { title: "StepError" },
);

const Truncated = Type.Object(
  {
    lines: integer("Header lines that are not shown"),
    details: integer("Header lines that are shown, but whose values were not analysed"),
    problems: integer("Findings that are omitted"),
  },
  { title: "Truncated", description: "What was omitted because the header section is too large" },
);

const Early = Type.Object(
  { status: Type.Integer(), statusMessage: Type.String(), headers: Type.Array(HeaderObject) },
  { title: "Early", description: "A 103 response that came before the final one" },
);

/** Members of a step and of the report, which has those of its first request and last step. */
const outcome = {
  request: RequestObject,
  statusMessage: text("Reason phrase as received, else the registered one"),
  statusDescription: text("What the status code means, or what went wrong"),
  httpVersion: Type.String(),
  timeTotal: Type.Number({ description: "Milliseconds" }),
  timeStages: TimeStages,
  intent: text("What the response does, in a sentence"),
  headers: Type.Array(HeaderObject),
  problems: Type.Array(Problem),
  truncated: Type.Optional(Truncated),
};

export const HttpStep = Type.Object(
  {
    ...outcome,
    status: integer("0 without a response, or when decoding without a status"),
    requestHeaders: Type.Optional(
      Type.Array(HeaderObject, {
        description: "The lines of the request: as sent, or as given when decoding",
      }),
    ),
    reachedBy: optionalOneOf(
      ["redirect", "refresh", "meta-refresh"],
      "With as=browser: what led here from the previous step",
    ),
    upgraded: optionalFlag("With as=browser: https was requested instead of http (HSTS)"),
    ip: text("Address used; the proxy's, if there is one"),
    proxy: optionalText("The proxy that the request went through, without credentials"),
    reused: optionalFlag("An earlier step made the connection, so there are no stages dns, tcp and tls"),
    verdicts: Type.Optional(ReportedVerdicts),
    tries: Type.Optional(Type.Array(Try, { description: "In the order in which they were dialled" })),
    tls: Type.Optional(TlsBlock),
    body: Type.Optional(Body),
    early: Type.Optional(Type.Array(Early)),
    trailers: Type.Optional(Type.Array(HeaderObject)),
    location: Type.Optional(Type.String()),
    error: Type.Optional(StepError),
  },
  { title: "Step" },
);
export type HttpStep = Static<typeof HttpStep>;

const Variant = Type.Object(
  {
    url: Type.String(),
    status: Type.Union([Type.Integer(), Type.Literal("error")]),
    final: text("URL at the end of its redirects"),
    redirects: Type.Integer(),
    hsts: Type.Boolean({
      description: "Whether an https response along the way sends Strict-Transport-Security",
    }),
    problems: Type.Array(Problem),
  },
  { title: "Variant", description: "One URL variant of the site" },
);
export type Variant = Static<typeof Variant>;

const AskedPath = Type.Object(
  { url: Type.String(), status: Type.Union([Type.Integer(), Type.Literal("error")]) },
  { title: "AskedPath" },
);
export type AskedPath = Static<typeof AskedPath>;

export const HttpReport = Type.Object(
  {
    ...outcome,
    status: Type.Union([Type.Integer(), Type.Literal("error")]),
    url: text("As requested; empty when decoding"),
    steps: Type.Array(HttpStep),
    variants: Type.Optional(
      Type.Array(Variant, { description: "http and https, with and without www, if requested" }),
    ),
    paths: Type.Optional(
      Type.Array(AskedPath, {
        description: "Well-known paths of the site that `checks` requested, where the service allows it",
      }),
    ),
    domain: Type.Optional(Domain),
    unchecked,
    stop: optionalOneOf(["done", "error", "loop", "too-many-redirects", "invalid-location", "not-followed"]),
  },
  { title: "HttpReport" },
);
export type HttpReport = Static<typeof HttpReport>;
export type Stop = NonNullable<HttpReport["stop"]>;

/** HTTP versions of messages. */
export const HTTP_VERSIONS: readonly string[] = ["1.0", "1.1", "2", "3"];

const BriefFinding = Type.Object(
  {
    name: text("Stable kebab-case id, which /v1/problems/{id} describes"),
    severity: Severity,
    title: Type.String(),
    field: optionalText("Header that the problem is about, in lower case"),
    fix: optionalText("The corrected header line"),
    how: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { title: "BriefFinding" },
);

const BriefStep = Type.Object(
  {
    url: text("Empty when decoding"),
    status: integer("0 without a response"),
    intent: text("What the response does, in a sentence"),
    location: optionalText("Target of its redirect"),
    total: Type.Number({ description: "Milliseconds" }),
    error: Type.Optional(StepError),
    verdicts: Type.Array(text("A question and its answer, one line each")),
    findings: Type.Array(BriefFinding),
  },
  { title: "BriefStep" },
);

export const HttpBrief = Type.Object(
  {
    url: HttpReport.properties.url,
    status: HttpReport.properties.status,
    statusMessage: HttpReport.properties.statusMessage,
    intent: HttpReport.properties.intent,
    stop: HttpReport.properties.stop,
    total: Type.Number({ description: "Milliseconds for the whole lookup" }),
    steps: Type.Array(BriefStep),
    findings: Type.Array(BriefFinding, { description: "About the chain as a whole" }),
  },
  { title: "HttpBrief" },
);
export type HttpBrief = Static<typeof HttpBrief>;

/** Content of `POST /v1/http`. Rules that need absent facts are skipped. */
export const DecodeRequest = Type.Object(
  {
    headers: Type.Optional(
      Type.Array(Type.String(), {
        description: "Header lines, `Name: value`; a status line may come first",
        maxItems: MOST_LINES,
      }),
    ),
    har: Type.Optional(
      Type.Unsafe<object>({
        type: "object",
        additionalProperties: true,
        description: "Instead of headers: a HAR 1.2 log, every entry of which is explained, the worst first",
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 999, description: "The status code of the response" }),
    ),
    url: optionalText("The requested URL"),
    method: optionalText("The request method"),
    requestHeaders: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MOST_LINES,
        description: "Header lines of the request; `[]` for none",
      }),
    ),
    receivedAt: Type.Optional(
      Type.String({ format: "date-time", description: "When the response was received" }),
    ),
    httpVersion: optionalText(`HTTP version of the response: ${HTTP_VERSIONS.join(", ")}`),
    again: Type.Optional(
      Type.Object(
        {
          after: Type.Number({ minimum: 0, description: "Seconds from the response to the next request" }),
          method: Type.Optional(Type.String()),
          requestHeaders: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_LINES })),
        },
        { description: "Would a cache answer this next request? The answer is in verdicts.caching" },
      ),
    ),
    loads: Type.Optional(
      Type.Array(
        Type.Object({
          as: text(LOAD_KINDS.join(", ")),
          url: Type.Optional(Type.String()),
          nonce: Type.Optional(Type.String()),
          hash: Type.Optional(Type.String()),
          text: optionalText(
            "The inline code itself, matched by its sha256, sha384 and sha512 digests. Without url and inline, the code of an element",
          ),
          inline: optionalText(INLINE_KINDS.join(", ")),
          parser: optionalFlag("False for elements that a script inserts"),
        }),
        {
          maxItems: MOST_QUESTIONS,
          description:
            "Would the page's policy allow these loads, and what does its embedder policy require of them? The answers are in verdicts.policy",
        },
      ),
    ),
    framedBy: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MOST_QUESTIONS,
        description: "May pages at these URLs frame it? The answers are in verdicts.framing",
      }),
    ),
    thirdParty: optionalFlag(
      "Whether a page of another site requests or frames it. Whether its cookies then work is in verdicts.cookies[].thirdParty",
    ),
  },
  { title: "DecodeRequest" },
);
