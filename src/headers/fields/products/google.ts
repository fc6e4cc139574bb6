import { type AnyField, field, item } from "../../field.ts";
import { bytes, plural } from "../../wording.ts";
import { momentField, numberField, type PairRow, pairItems, readPairs, wordField } from "./shapes.ts";

const TRACE = /^([0-9a-f]{32})(?:\/(\d{1,20}))?(?:;o=(\d))?$/i;

/** X-Cloud-Trace-Context: TRACE_ID/SPAN_ID;o=OPTIONS */
export const xCloudTraceContext = field({
  name: "X-Cloud-Trace-Context",
  type: "parameters",
  repeat: "list",
  parse(value) {
    const parts = TRACE.exec(value);
    const options = parts?.[3];
    return parts
      ? { trace: parts[1] ?? "", span: parts[2] ?? "", ...(options && { recorded: options === "1" }) }
      : undefined;
  },
  items: ({ trace, span, recorded }) => [
    item("trace", trace, "Number of the trace in Google Cloud."),
    ...(span === "" ? [] : [item("span", span, "Number of the step within the trace.")]),
    ...(recorded === undefined
      ? []
      : [item("o", recorded ? "1" : "0", "Is the trace recorded?", recorded ? "yes" : "no")]),
  ],
  alternate: ({ recorded }) =>
    recorded === undefined
      ? undefined
      : recorded
        ? "trace that Google Cloud records"
        : "trace that Google Cloud does not record",
});

const HASHES: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  ["crc32c", ["CRC-32C of the stored object in Base64.", (value) => hex(value)]],
  ["md5", ["MD5 of the stored object in Base64.", (value) => hex(value)]],
]);

/** Tools on the command line print checksums in hexadecimal. */
function hex(base64: string): string | undefined {
  return /^[A-Za-z0-9+/]{1,100}={0,2}$/.test(base64)
    ? Buffer.from(base64, "base64").toString("hex")
    : undefined;
}

/** x-goog-hash: checksums of the object. Base64 ends in equals signs, so that only the first one parts. */
export const xGoogHash = field({
  name: "x-goog-hash",
  type: "list",
  repeat: "list",
  parse: (value) => (/^(?:crc32c|md5)=/i.test(value) ? readPairs(value, /,[ \t]*/) : undefined),
  items: (pairs, context) => pairItems(pairs, HASHES, context),
});

const STORAGE_CLASSES = {
  standard: "kept for frequent use",
  nearline: "kept for use about once a month",
  coldline: "kept for use about once a quarter",
  archive: "kept for use less than once a year",
  multi_regional: "kept in several regions (older class)",
  regional: "kept in one region (older class)",
  durable_reduced_availability: "kept with less availability (outdated class)",
};

export const googleFields: readonly AnyField[] = [
  xCloudTraceContext,
  xGoogHash,
  wordField("x-goog-storage-class", STORAGE_CLASSES),
  // Generations are microseconds since 1970.
  momentField(
    "x-goog-generation",
    (value) => (/^\d{16}$/.test(value) ? Number(value) / 1000 : undefined),
    "stored on",
  ),
  numberField("x-goog-metageneration", (count) =>
    count === 1 ? "metadata never changed" : `metadata changed ${plural(count - 1, "time")}`,
  ),
  numberField("x-goog-stored-content-length", (count) => bytes(count)),
  wordField("x-goog-stored-content-encoding", {
    identity: "stored as it is",
    gzip: "stored compressed with gzip",
  }),
  momentField("x-goog-expiration", Date.parse, "removed on", "date"),
  momentField("x-goog-custom-time", Date.parse, "set to", "date"),
] as readonly AnyField[];
