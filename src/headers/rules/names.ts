import { mistakenNames } from "../../../data/headers/mistaken-names.ts";
import { wordList } from "../../../data/headers/words.ts";
import { oncePerObject } from "../../platform/memoize.ts";
import {
  type CatalogueEntry,
  describeField,
  isInCatalogue,
  isRegistered,
  suggestedNames,
} from "../catalogue.ts";
import { type Context, type ExplainedLine, problem, rule } from "../field.ts";
import { suggest } from "../suggest.ts";

const REGISTRY = "https://www.iana.org/assignments/http-fields/http-fields.xhtml";

const SELF_REPORTED = wordList("outdated fields with problems of their own");

/** Registered but harmless: no browser reads them, and nothing depends on them. */
const HARMLESS: ReadonlySet<string> = new Set(["p3p"]);

/** Headers that make an HTTP/2 message malformed (RFC 9113 section 8.2.2). */
const CONNECTION_FIELDS = wordList("fields of a connection");

/** Catalogue entry of the name, if the header is misplaced, obsolete or deprecated. */
function outdatedEntry(name: string): CatalogueEntry | undefined {
  const entry = isInCatalogue(name) ? describeField(name) : undefined;
  return entry && (isMisplaced(entry) || entry.status === "obsolete" || entry.status === "deprecated")
    ? entry
    : undefined;
}

function isMisplaced({ status, direction }: CatalogueEntry): boolean {
  return direction === "request" && status !== "vendor";
}

/** Maximum number and length of unknown names that get a suggestion; suggestions are expensive. */
const MOST_UNKNOWN = 40;
const LONGEST_UNKNOWN = 60;

const UPLOADING: ReadonlySet<number> = new Set([202, 204, 308]);

interface OutdatedName {
  readonly line: ExplainedLine;
  readonly entry: CatalogueEntry;
  readonly isMisplaced: boolean;
}

const outdatedLines = oncePerObject(({ all }: Context): readonly OutdatedName[] => {
  const seen = new Set<string>();
  return all.flatMap((line) => {
    const { name, flaws } = line.line;
    const entry = outdatedEntry(name);
    if (!entry || flaws.length > 0 || seen.size === seen.add(name).size) return [];
    return [{ line, entry, isMisplaced: isMisplaced(entry) }];
  });
});

function outdated(context: Context, registered: boolean): readonly OutdatedName[] {
  return outdatedLines(context).filter(
    ({ line: { line }, isMisplaced }) =>
      !isMisplaced &&
      !SELF_REPORTED.has(line.name) &&
      (isRegistered(line.name) && !HARMLESS.has(line.name)) === registered,
  );
}

function instead({ replacedBy }: CatalogueEntry): string {
  return replacedBy && !replacedBy.startsWith("nothing") ? `; use ${replacedBy} instead` : "";
}

interface Mistyped {
  readonly line: ExplainedLine;
  readonly meant: string;
  readonly why: string;
}

/** Names that the catalogue lists as common mistakes; `mistyped` finds the unknown ones. */
function mistaken({ all }: Context): readonly Mistyped[] {
  return all.flatMap((line) => {
    const meant = mistakenNames.get(line.line.name);
    return meant === undefined ? [] : [{ line, meant, why: "a header that recipients know" }];
  });
}

function mistyped({ all }: Context): readonly Mistyped[] {
  const unknown = all.filter(
    ({ line, header }) => header.description === "" && line.name.length <= LONGEST_UNKNOWN,
  );
  return unknown.slice(0, MOST_UNKNOWN).flatMap((line) => {
    const { name, flaws } = line.line;
    if (name.length < 4 || flaws.includes("no-colon")) return [];
    const meant = suggest(name, suggestedNames(), name.length > 8 ? 2 : 1);
    return meant ? [{ line, meant: describeField(meant)?.name ?? meant, why: "a known header" }] : [];
  });
}

export const names = rule([
  problem("request-field-in-response", "warning", REGISTRY, {
    // Servers of uploads in parts report with Range what they have received.
    detectAll: (context) =>
      outdatedLines(context).filter(
        ({ isMisplaced, line: { line } }) =>
          isMisplaced && !(line.name === "range" && UPLOADING.has(context.status ?? 0)),
      ),
    title: ({ entry }) => `${entry.name} is a request header and has no effect in a response.`,
    bad: ["Host: www.example.com"],
    good: ["Server: example"],
  }),
  problem("field-obsolete", "warning", REGISTRY, {
    detectAll: (context) => outdated(context, true),
    title: ({ entry }) => `${entry.name} is ${entry.status}${instead(entry)}.`,
    bad: ["Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ=="],
    good: ["Content-Digest: sha-256=:4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo=:"],
  }),
  problem("field-outdated", "info", "rfc9110#section-16.3.1", {
    detectAll: (context) => outdated(context, false),
    title: ({ entry }) => `${entry.name} has no effect today${instead(entry)}.`,
    bad: ['P3P: CP="NOI"'],
    good: ["X-Content-Type-Options: nosniff"],
  }),
  problem("field-name-typo", "warning", REGISTRY, {
    detectAll: (context) => [...mistaken(context), ...mistyped(context)],
    title: ({ line, meant, why }) => `${line.line.sent} is not ${why} (did you mean ${meant}?).`,
    send: ({ line, meant }) => `${meant}: ${line.line.value}`,
    bad: ["Cache-Contrl: no-store"],
    good: ["Cache-Control: no-store"],
  }),
  problem("connection-field-in-http2", "error", "rfc9113#section-8.2.2", {
    detectAll: ({ all, message }) =>
      /^[23]/.test(message.httpVersion ?? "")
        ? all.filter(({ line }) => CONNECTION_FIELDS.has(line.name))
        : [],
    title: ({ line }, _, { message }) =>
      `${line.sent} is forbidden in HTTP/${message.httpVersion}: Safari and curl may reject the response.`,
    bad: ["HTTP/2 200", "Connection: keep-alive"],
    good: ["HTTP/1.1 200 OK", "Connection: keep-alive"],
  }),
]);
