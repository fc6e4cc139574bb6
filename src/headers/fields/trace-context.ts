/** Distributed tracing: traceparent, tracestate and baggage (W3C), and Zipkin's B3. */

import { wordTable } from "../../../data/word-table.ts";
import { type AnyField, field, invalidValue, item, plainField, worded } from "../field.ts";
import { readMembers } from "../reading/list.ts";
import { quote } from "../wording.ts";

const TRACE_CONTEXT = "https://www.w3.org/TR/trace-context/";
const ZIPKIN = "https://github.com/openzipkin/b3-propagation";

/** version "-" trace-id "-" parent-id "-" trace-flags, in lower case; later versions may append data. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

const traceparentInvalid = worded("traceparent-invalid", "error", `${TRACE_CONTEXT}#traceparent-header`, {
  bad: ["traceparent: 00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01"],
  good: ["traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  fix: (value: string) => value.toLowerCase(),
});

/** traceparent (Trace Context section 3.2): identifies the trace of the request. */
export const traceparent = field("traceparent", "identifier", {
  parse(value, report) {
    const [, version = "", traceId = "", parentId = "", flags = ""] = TRACEPARENT.exec(value) ?? [];
    if (version === "" || version === "ff")
      return void report(
        traceparentInvalid,
        `${quote(value)} is not version-trace-parent-flags, lower case.`,
      );
    if (/^0+$/.test(traceId) || /^0+$/.test(parentId))
      return void report(traceparentInvalid, "The trace or parent in traceparent is all zeros.");
    return { version, traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
  },
  items: ({ version, traceId, parentId, sampled }) => [
    item("version", version, "Version of the format."),
    item("trace-id", traceId, "The trace: the same for everything that one request triggers."),
    item("parent-id", parentId, "The step within the trace."),
    item(
      "sampled",
      sampled ? "1" : "0",
      sampled ? "The trace is recorded." : "The trace may not be recorded.",
    ),
  ],
  alternate: ({ traceId, sampled }) => `trace ${traceId}, ${sampled ? "recorded" : "not recorded"}`,
}).problems({ named: [traceparentInvalid] });

function pairs(name: string, link: string, description: string): AnyField<readonly string[]> {
  const invalid = invalidValue(name, "a", "a=b", link);
  return plainField(invalid, "list", {
    parse(value, report) {
      const members = readMembers(invalid, value, report);
      for (const member of members ?? [])
        if (!member.includes("="))
          report(invalid, `${quote(member)} in ${name} is not in the form key=value.`);
      return members;
    },
    partItem: (member) => {
      const [key = "", ...rest] = member.split("=");
      return item(key, rest.join("="), description);
    },
  });
}

/** tracestate (Trace Context section 3.3): data of each tracing system. */
export const tracestate = pairs(
  "tracestate",
  `${TRACE_CONTEXT}#tracestate-header`,
  "Data of one tracing system.",
);
/** baggage (W3C Baggage): properties of a trace. */
export const baggage = pairs(
  "baggage",
  "https://www.w3.org/TR/baggage/#header-content",
  "A property that accompanies the trace.",
);

const B3 = /^(?:([0-9a-f]{16}|[0-9a-f]{32})-([0-9a-f]{16})(?:-([01d])(?:-([0-9a-f]{16}))?)?|[01d])$/i;
const SAMPLED = wordTable({ "0": "not recorded", "1": "recorded", d: "recorded for debugging" });

const b3Invalid = invalidValue("B3", "yes", "0", `${ZIPKIN}#single-header`);

/** b3 (Zipkin): trace, span, sampling and parent span in one header. */
export const b3 = plainField(b3Invalid, "identifier", {
  parse(value, report) {
    const match = B3.exec(value);
    if (!match)
      return void report(b3Invalid, `${quote(value)} is not a b3 value; write trace-span-sampled-parent.`);
    return [match[1] ?? "", match[2] ?? "", match[3] ?? (match[1] ? "" : value), match[4] ?? ""];
  },
  items([trace = "", span = "", sampled = "", parent = ""]) {
    const all = [
      item("trace", trace, "The trace: the same for everything that one request triggers."),
      item("span", span, "The step within the trace."),
      item("sampled", sampled, "Whether the trace is recorded.", SAMPLED.get(sampled.toLowerCase())),
      item("parent", parent, "The parent step."),
    ];
    return all.filter(({ value }) => value !== "");
  },
});

function hexField(name: string, digits: RegExp, noun: string): AnyField<string> {
  const good = name === "X-B3-Sampled" ? "1" : "80f198ee56343ba8";
  const invalid = invalidValue(name, "none", good, `${ZIPKIN}#multiple-headers`);
  return plainField(invalid, "identifier", {
    parse(value, report) {
      if (!digits.test(value)) report(invalid, `${quote(value)} in ${name} is not ${noun}.`);
      return value;
    },
    alternate: (value) => (name.endsWith("Sampled") ? SAMPLED.get(value.toLowerCase()) : undefined),
  });
}

export const b3Fields: readonly AnyField<string>[] = [
  hexField("X-B3-TraceId", /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i, "a trace of 16 or 32 hexadecimal digits"),
  hexField("X-B3-SpanId", /^[0-9a-f]{16}$/i, "a span of 16 hexadecimal digits"),
  hexField("X-B3-ParentSpanId", /^[0-9a-f]{16}$/i, "a span of 16 hexadecimal digits"),
  hexField("X-B3-Sampled", /^(?:[01]|true|false)$/i, "0 or 1"),
];
