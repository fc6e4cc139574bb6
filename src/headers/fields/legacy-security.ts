import { type WordTable, wordTable } from "../../../data/word-table.ts";
import { splitList } from "../../syntax/lists.ts";
import { isDigits } from "../../syntax/tokens.ts";
import { type AnyField, field, item, type Worded, worded } from "../field.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { duration } from "../wording.ts";

interface Part {
  readonly name: string;
  readonly value: string;
}

const DAYS = {
  "max-age": "How many seconds browsers were to remember it.",
  includesubdomains: "Whether it applied to subdomains as well.",
  "report-uri": "Where browsers were to report violations.",
};

/** Field of a header that browsers ignore; `parts` has descriptions by lower-case name. */
function retired(
  name: string,
  separator: "," | ";",
  parts: WordTable,
  row: Worded,
  title = row.summary,
): AnyField<readonly Part[]> {
  return field(name, "parameters", {
    repeat: "list",
    parse: (value) =>
      splitList(value, separator)
        .members.slice(0, MOST_MEMBERS)
        .map(({ text }) => readPart(text)),
    partItem: (part) => {
      const seconds =
        part.name.toLowerCase() === "max-age" && isDigits(part.value)
          ? duration(Number(part.value))
          : undefined;
      return item(part.name, part.value, parts.get(part.name.toLowerCase()) ?? "Unknown.", seconds);
    },
  }).problems({ named: [row], checkAll: (_lines, _context, report) => report(row, title) });
}

function readPart(text: string): Part {
  const equals = text.indexOf("=");
  if (equals < 0) return { name: text, value: "" };
  return {
    name: text.slice(0, equals).trim(),
    value: text
      .slice(equals + 1)
      .trim()
      .replace(/^"|"$/g, ""),
  };
}

/** Expect-CT (RFC 9163): Certificate Transparency, which browsers now always require. */
export const expectCt = retired(
  "Expect-CT",
  ",",
  wordTable({
    ...DAYS,
    enforce: "Whether browsers were to refuse connections without proof of Certificate Transparency.",
  }),
  worded("expect-ct-obsolete", "info", "mdn/Expect-CT", {
    bad: ["Expect-CT: max-age=86400, enforce"],
    good: ["Strict-Transport-Security: max-age=63072000; includeSubDomains"],
  }),
);

const PINS = wordTable({
  ...DAYS,
  "pin-sha256": "SHA-256 of a public key that the certificate chain had to contain.",
});

const pinsObsolete = worded("public-key-pins-obsolete", "warning", "https://www.rfc-editor.org/rfc/rfc7469", {
  bad: ['Public-Key-Pins: pin-sha256="AAAA"; max-age=10'],
  good: ["Strict-Transport-Security: max-age=63072000; includeSubDomains"],
});

/** Public-Key-Pins (RFC 7469): removed, since a mistake locked visitors out for months. */
export const publicKeyPins = retired("Public-Key-Pins", ";", PINS, pinsObsolete);
export const publicKeyPinsReportOnly = retired(
  "Public-Key-Pins-Report-Only",
  ";",
  PINS,
  pinsObsolete,
  "Public-Key-Pins-Report-Only is obsolete: browsers removed it.",
);

/** Expect-Staple: draft of 2017 that no browser supports. */
export const expectStaple = retired(
  "Expect-Staple",
  ";",
  wordTable({ ...DAYS, preload: "Consented to inclusion in a list built into browsers." }),
  worded("expect-staple-obsolete", "info", "https://scotthelme.co.uk/ocsp-expect-staple/", {
    bad: ["Expect-Staple: max-age=86400"],
    good: ["Strict-Transport-Security: max-age=63072000; includeSubDomains"],
  }),
);
