import { mistakenNames } from "../../../data/headers/mistaken-names.ts";
import { type CatalogueEntry, catalogueEntries, describeField, isRegistered } from "../catalogue.ts";
import { type Context, type ExplainedLine, type Note, rule } from "../field.ts";
import { rfc9110, rfc9113 } from "../specs.ts";
import { suggest } from "../suggest.ts";

type Kind =
  | "field-obsolete"
  | "field-outdated"
  | "request-field-in-response"
  | "field-name-typo"
  | "connection-field-in-http2";

const REGISTRY = "https://www.iana.org/assignments/http-fields/http-fields.xhtml";

/** Fields whose own files say that they are outdated, and what is wrong with each. */
const SAID: ReadonlySet<string> = new Set([
  "expect-ct",
  "expect-staple",
  "feature-policy",
  "large-allocation",
  "pragma",
  "proxy-connection",
  "public-key-pins",
  "public-key-pins-report-only",
  "report-to",
  "x-content-security-policy",
  "x-content-security-policy-report-only",
  "x-sourcemap",
  "x-webkit-csp",
  "x-webkit-csp-report-only",
  "x-xss-protection",
]);

/** RFC 9113 section 8.2.2: these make a message of HTTP/2 malformed. */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** Names on which there is something to say. */
const TELLING: ReadonlyMap<string, CatalogueEntry> = new Map(
  [...catalogueEntries()]
    .filter(({ status, direction }) => {
      const isMisplaced = direction === "request" && status !== "vendor";
      return isMisplaced || status === "obsolete" || status === "deprecated";
    })
    .map((entry) => [entry.name.toLowerCase(), entry]),
);

/** Names that nobody would want to send. */
const GONE: ReadonlySet<string> = new Set(["obsolete", "deprecated", "vendor"]);
/** What a slip of the pen may have meant: the names of standards that responses carry. */
const MEANT: readonly string[] = [...catalogueEntries()]
  .filter(
    ({ name, status, direction }) => !GONE.has(status) && direction !== "request" && /^\w.{3}/.test(name),
  )
  .map(({ name }) => name.toLowerCase());
/** Looking for what was meant takes a while: in a message of strange names it is done for the first ones only. */
const MOST_UNKNOWN = 40;
const LONGEST_UNKNOWN = 60;

/** Field names as such: obsolete, misplaced, mistyped. */
export const names = rule({
  kinds: {
    "field-obsolete": {
      severity: "warning",
      link: REGISTRY,
      summary: "A field is registered as obsolete or deprecated: hardly anybody reads it any more.",
      bad: ["Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ=="],
      good: ["Content-Digest: sha-256=:4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo=:"],
    },
    "field-outdated": {
      severity: "info",
      link: rfc9110("section-16.3.1"),
      summary: "A field was made for browsers or services of the past, and does nothing today.",
      bad: ["X-UA-Compatible: IE=edge"],
      good: ["X-Content-Type-Options: nosniff"],
    },
    "request-field-in-response": {
      severity: "warning",
      link: REGISTRY,
      summary: "A response has a field that only means something in requests.",
      bad: ["Host: www.example.com"],
      good: ["Server: example"],
    },
    "field-name-typo": {
      severity: "warning",
      link: REGISTRY,
      summary: "A field name is unknown, but near a known one.",
      bad: ["Cache-Contrl: no-store"],
      good: ["Cache-Control: no-store"],
    },
    "connection-field-in-http2": {
      severity: "error",
      link: rfc9113("section-8.2.2"),
      summary:
        "A field that manages an HTTP/1.x connection is in a message of HTTP/2 or later, which makes it malformed.",
      bad: ["HTTP/2 200", "Connection: keep-alive"],
      good: ["HTTP/1.1 200 OK", "Connection: keep-alive"],
    },
  },
  check(context, note) {
    const seen = new Set<string>();
    for (const line of context.all) {
      const { name, flaws } = line.line;
      const entry = TELLING.get(name);
      if (!entry || seen.has(name) || flaws.length > 0) continue;
      seen.add(name);
      checkKnown(line, entry, note);
    }
    checkMistaken(context, note);
    checkTypos(context, note);
    if (/^[23]/.test(context.message.httpVersion ?? "")) checkConnectionFields(context, note);
  },
});

function checkKnown(line: ExplainedLine, entry: CatalogueEntry, note: Note<Kind>): void {
  const { name } = line.line;
  const { status, direction, replacedBy, name: registered } = entry;
  if (direction === "request" && status !== "vendor") {
    note("request-field-in-response", `${registered} only means something in requests.`, line);
    return;
  }
  if (SAID.has(name)) return;
  const instead = replacedBy && !replacedBy.startsWith("nothing") ? `; in its place: ${replacedBy}` : "";
  if (isRegistered(name)) note("field-obsolete", `${registered} is ${status}${instead}.`, line);
  else note("field-outdated", `${registered} does nothing today${instead}.`, line);
}

/** Mistakes that many make are in the catalogue, so they are not unknown names. */
function checkMistaken({ all }: Context, note: Note<Kind>): void {
  for (const line of all) {
    const meant = mistakenNames.get(line.line.name);
    if (meant !== undefined)
      note(
        "field-name-typo",
        `${line.line.sent} is not a field that anybody reads; ${meant} may be meant.`,
        line,
        `${meant}: ${line.line.value}`,
      );
  }
}

function checkTypos({ all }: Context, note: Note<Kind>): void {
  let left = MOST_UNKNOWN;
  for (const line of all) {
    const { name, sent, flaws } = line.line;
    if (line.header.description !== "" || name.length > LONGEST_UNKNOWN) continue;
    if (left-- === 0) return;
    if (name.length < 4 || flaws.includes("no-colon")) continue;
    const meant = suggest(name, MEANT, name.length > 8 ? 2 : 1);
    const registered = meant && (describeField(meant)?.name ?? meant);
    if (registered)
      note(
        "field-name-typo",
        `${sent} is not a known field; ${registered} may be meant.`,
        line,
        `${registered}: ${line.line.value}`,
      );
  }
}

function checkConnectionFields({ all }: Context, note: Note<Kind>): void {
  for (const line of all)
    if (CONNECTION_FIELDS.has(line.line.name))
      note("connection-field-in-http2", `${line.line.sent} makes a message of HTTP/2 malformed.`, line);
}
