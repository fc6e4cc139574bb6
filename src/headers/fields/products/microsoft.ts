import { type AnyField, field, item } from "../../field.ts";
import { airport } from "./places.ts";
import {
  momentField,
  momentWords,
  numberField,
  plausible,
  readPairs,
  timeField,
  wordField,
} from "./shapes.ts";

const EDGE = /^Ref A: ([0-9A-F]{32}) Ref B: (\w{3,40}) Ref C: (\d{4}-\d\d-\d\dT[\d:]{8}Z)$/;

/** X-MSEdge-Ref: the request, the node and the time at Microsoft's edge. */
export const xMsedgeRef = field({
  name: "X-MSEdge-Ref",
  type: "parameters",
  repeat: "list",
  parse(value) {
    const [, request, node = "", time = ""] = EDGE.exec(value) ?? [];
    const ms = plausible(Date.parse(time));
    return request === undefined ? undefined : { request, node, time, ...(ms !== undefined && { ms }) };
  },
  items: ({ request, node, time, ms }, context) => [
    item("Ref A", request, "Number of the request."),
    item(
      "Ref B",
      node,
      "Node that answered; it begins with an airport code.",
      airport(node.slice(0, 3))?.whole,
    ),
    item("Ref C", time, "When the request came.", ms === undefined ? undefined : momentWords(ms, context)),
  ],
  alternate({ node }) {
    const place = airport(node.slice(0, 3));
    return place && `Microsoft's edge in ${place.whole}`;
  },
});

/** 20261120T100000Z-…: newer references begin with their time. */
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/;

function stamp(value: string): number | undefined {
  const parts = STAMP.exec(value);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Request-Context: appId=cid-v1:… names an Application Insights resource. */
export const requestContext = field({
  name: "Request-Context",
  type: "parameters",
  repeat: "list",
  parse: (value) => (/^[A-Za-z]+=/.test(value) ? readPairs(value, /[,;][ \t]*/) : undefined),
  items: (pairs) =>
    pairs.map(({ key, value }) =>
      item(
        key,
        value,
        key === "appId"
          ? "Number of the application in Azure's Application Insights."
          : "A further note for Application Insights.",
      ),
    ),
  alternate: (pairs) =>
    pairs.some(({ key }) => key === "appId") ? "watched by Azure Application Insights" : undefined,
});

export const microsoftFields: readonly AnyField[] = [
  xMsedgeRef,
  requestContext,
  momentField("X-Azure-Ref", stamp, "came to Azure on"),
  momentField("X-Azure-Ref-OriginShield", stamp, "came to Azure's second tier on"),
  momentField(
    "x-ms-version",
    (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : undefined),
    "interface of",
    "string",
  ),
  momentField("x-ms-creation-time", Date.parse, "made on", "date"),
  wordField("x-ms-blob-type", {
    blockblob: "a file made of blocks",
    pageblob: "a disk image made of pages",
    appendblob: "a file that only grows, such as a log",
  }),
  wordField("x-ms-lease-status", { locked: "locked by a lease", unlocked: "not locked" }),
  wordField("x-ms-lease-state", {
    available: "free to be locked",
    leased: "locked by a lease",
    expired: "its lease has run out",
    breaking: "its lease is being broken",
    broken: "its lease was broken",
  }),
  wordField("x-ms-lease-duration", { infinite: "locked without end", fixed: "locked for a fixed time" }),
  wordField("x-ms-access-tier", {
    hot: "kept for frequent use",
    cool: "kept for rare use",
    cold: "kept for very rare use",
    archive: "archived, readable after hours",
  }),
  wordField("x-ms-server-encrypted", { true: "encrypted at rest", false: "not encrypted at rest" }),
  numberField("X-SharePointHealthScore", (score) =>
    score > 10
      ? undefined
      : `load ${score} of 10${score === 0 ? ": idle" : score > 8 ? ": requests may be refused" : ""}`,
  ),
  timeField("SPRequestDuration", "ms", "in SharePoint"),
  timeField("SPIisLatency", "ms", "in the queue of IIS"),
  timeField("SPClientServiceRequestDuration", "ms", "in SharePoint's client services"),
  timeField("x-ms-retry-after-ms", "ms", "to wait before trying again"),
  timeField("X-Aspnet-Duration-ms", "ms", "in the ASP.NET application"),
] as readonly AnyField[];
