import { wordTable } from "../../../../data/word-table.ts";
import { type AnyField, type Context, field, item } from "../../field.ts";
import { airport, type Place, region } from "./places.ts";
import {
  momentField,
  momentWords,
  numberField,
  type PairRow,
  pairItems,
  plausible,
  readPairs,
  wordField,
} from "./shapes.ts";

const POP = /^([A-Z]{3})(\d{1,4})-([A-Z]\d{1,3})$/;

/** X-Amz-Cf-Pop: airport code, number of the site, group of servers. */
export const xAmzCfPop = field({
  name: "X-Amz-Cf-Pop",
  type: "identifier",
  repeat: "list",
  parse(value) {
    const [, code, site = "", group = ""] = POP.exec(value) ?? [];
    if (code === undefined) return undefined;
    const place = airport(code);
    return { code, site, group, ...(place && { place }) };
  },
  items: ({ code, site, group, place }) => [
    item("city", code, "Airport code of the city of the CloudFront site that answered.", place?.whole),
    item("site", site, "Number of the site in that city."),
    item("group", group, "Group of servers in the site."),
  ],
  alternate: ({ place }) => place && `CloudFront in ${place.whole}`,
});

const RECORDED = wordTable({ "1": "yes", "0": "no", "?": "to be decided" });

const TRACE_KEYS: ReadonlyMap<string, PairRow> = new Map<string, PairRow>([
  [
    "root",
    ["The trace; its second part is the time it began.", (value, context) => traceTime(value, context)],
  ],
  ["self", ["This request, where a load balancer added it."]],
  ["parent", ["The part of the application that made the call."]],
  ["sampled", ["Is the trace recorded?", (value) => RECORDED.get(value)]],
  ["lineage", ["How often Lambda functions called one another in this trace."]],
]);

/** 1-67891233-abcdef012345678912345678: version, Unix seconds in hexadecimal, random part. */
function traceTime(value: string, context: Context): string | undefined {
  const hex = /^1-([0-9a-f]{8})-/i.exec(value)?.[1];
  const ms = hex === undefined ? undefined : plausible(Number.parseInt(hex, 16) * 1000);
  return ms === undefined ? undefined : momentWords(ms, context);
}

/** X-Amzn-Trace-Id: the request in AWS X-Ray. */
export const xAmznTraceId = field({
  name: "X-Amzn-Trace-Id",
  type: "parameters",
  repeat: "list",
  parse: (value) => (/^[A-Za-z]+=/.test(value) ? readPairs(value, /;[ \t]*/) : undefined),
  items: (pairs, context) => pairItems(pairs, TRACE_KEYS, context),
  alternate(pairs) {
    const sampled = pairs.find(({ key }) => key.toLowerCase() === "sampled")?.value;
    if (sampled === "1") return "trace that AWS X-Ray records";
    return sampled === "0" ? "trace that AWS X-Ray does not record" : undefined;
  },
});

const STORAGE_CLASSES = {
  standard: "kept for frequent use",
  reduced_redundancy: "kept with fewer copies (outdated)",
  standard_ia: "kept for rare use",
  onezone_ia: "kept for rare use, in one zone only",
  intelligent_tiering: "moved between tiers by how often it is used",
  glacier_ir: "archived, readable at once",
  glacier: "archived, readable after minutes to hours",
  deep_archive: "archived for years, readable after hours",
  outposts: "kept on AWS Outposts",
  express_onezone: "kept in one zone for the fastest access",
  snow: "kept on an AWS Snow device",
};

/** x-amz-expiration: when a lifecycle rule removes the object. */
const xAmzExpiration = field({
  name: "x-amz-expiration",
  type: "parameters",
  repeat: "list",
  parse(value) {
    const [, text = "", rule = ""] =
      /^expiry-date="([^"]{1,60})", rule-id="([^"]{1,300})"$/.exec(value) ?? [];
    const date = plausible(Date.parse(text));
    return date === undefined ? undefined : { date, text, rule };
  },
  items: ({ date, text, rule }, context) => [
    item("expiry-date", text, "When the object will be removed.", momentWords(date, context)),
    item("rule-id", rule, "Rule of the bucket that asks for it."),
  ],
  alternate: ({ date }, context) => `removed on ${momentWords(date, context)}`,
});

/** Error codes of S3 that people meet on websites. */
const S3_ERRORS = {
  nosuchkey: "there is no object of that name",
  nosuchbucket: "there is no bucket of that name",
  accessdenied: "reading is not allowed, or the object does not exist",
  allaccessdisabled: "the bucket is switched off",
  nosuchwebsiteconfiguration: "the bucket is not set up as a website",
  permanentredirect: "the bucket is in another region",
  slowdown: "too many requests",
};

export const amazonFields: readonly AnyField[] = [
  xAmzCfPop,
  xAmznTraceId,
  xAmzExpiration,
  wordField("x-amz-storage-class", STORAGE_CLASSES),
  wordField("x-amz-server-side-encryption", {
    aes256: "encrypted at rest with keys of S3",
    "aws:kms": "encrypted at rest with a key of the Key Management Service",
    "aws:kms:dsse": "encrypted at rest twice, with keys of the Key Management Service",
    "aws:fsx": "encrypted at rest by FSx",
  }),
  wordField("x-amz-replication-status", {
    pending: "not yet copied to the other bucket",
    completed: "copied to the other bucket",
    complete: "copied to the other bucket",
    failed: "could not be copied to the other bucket",
    replica: "a copy from another bucket",
  }),
  wordField("x-amz-delete-marker", {
    true: "deleted: this version only marks that",
    false: "not deleted",
  }),
  wordField("x-amz-object-lock-mode", {
    governance: "locked; only special rights can lift it",
    compliance: "locked; nobody can lift it before its date",
  }),
  wordField("x-amz-object-lock-legal-hold", { on: "kept by a legal hold", off: "no legal hold" }),
  wordField("x-amz-checksum-type", {
    full_object: "checksum of the whole object",
    composite: "checksum made of those of the parts",
  }),
  wordField("x-amz-request-charged", { requester: "the caller pays for the request" }),
  wordField("x-amz-error-code", S3_ERRORS),
  wordField("x-amzn-waf-action", {
    challenge: "answered with a silent test of the browser, not with the content",
    captcha: "answered with a puzzle, not with the content",
  }),
  regionField("x-amz-bucket-region"),
  numberField("x-amz-mp-parts-count", (count) => `uploaded in ${count} parts`),
  numberField("x-amz-tagging-count", (count) => `${count} tags`),
  momentField("x-amz-object-lock-retain-until-date", Date.parse, "locked until", "date"),
  wordField("X-Amz-Function-Error", {
    unhandled: "the Lambda function failed without catching its error",
    handled: "the Lambda function reported an error",
  }),
] as readonly AnyField[];

function regionField(name: string): AnyField<{ readonly code: string; readonly place: Place }> {
  return field({
    name,
    type: "token",
    repeat: "list",
    parse(code) {
      const place = region("aws", code);
      return place && { code, place };
    },
    items: ({ code, place }) => [item("region", code, "Region of Amazon Web Services.", place.whole)],
    alternate: ({ place }) => `AWS in ${place.whole}`,
  });
}
