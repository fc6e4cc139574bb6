import { transferCodings } from "../../../data/headers/directives/transfer-codings.ts";
import { type Context, field, item } from "../field.ts";
import { swapping, unique } from "../fixing.ts";
import { readMembers } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9112 } from "../specs.ts";
import { quote } from "../wording.ts";

type TransferKind =
  | "transfer-coding-unknown"
  | "transfer-coding-unwanted"
  | "transfer-coding-identity"
  | "transfer-coding-parameter"
  | "chunked-repeated"
  | "chunked-not-last";

/** Codings that a client asks for in TE; chunked needs no asking. */
const OPTIONAL: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate", "compress", "x-compress"]);

/** Transfer-Encoding (RFC 9112 section 6.1): how the message is framed on this connection. */
export const transferEncoding = field({
  name: "Transfer-Encoding",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Transfer-Encoding", 'gzip;a="b', "chunked", rfc9112("section-6.1")),
    "transfer-coding-unknown": {
      severity: "error",
      link: rfc9112("section-7"),
      summary: "A transfer coding is not registered: recipients cannot tell where the message ends.",
      bad: ["Transfer-Encoding: foo, chunked"],
      good: ["Transfer-Encoding: chunked"],
    },
    "transfer-coding-unwanted": {
      severity: "warning",
      link: rfc9112("section-7.4"),
      summary: "A transfer coding is used that the request did not ask for in TE.",
      bad: { lines: ["Transfer-Encoding: gzip, chunked"], requestHeaders: ["Accept: */*"] },
      good: { lines: ["Transfer-Encoding: gzip, chunked"], requestHeaders: ["TE: gzip"] },
    },
    "transfer-coding-identity": {
      severity: "info",
      link: rfc9112("section-7"),
      summary: "identity was removed from HTTP as a transfer coding: leave the field out.",
      bad: ["Transfer-Encoding: identity"],
      good: ["Transfer-Encoding: chunked"],
    },
    "transfer-coding-parameter": {
      severity: "warning",
      link: rfc9112("section-7"),
      summary: "A transfer coding has a parameter, which none is defined to have.",
      fix: swapping(/\bchunked\s*;[^,]*/i, "chunked"),
      bad: ["Transfer-Encoding: chunked; a=b"],
      good: ["Transfer-Encoding: chunked"],
    },
    "chunked-repeated": {
      severity: "error",
      link: rfc9112("section-6.1"),
      summary: "chunked is applied more than once, which opens the door to request smuggling.",
      fix: unique,
      bad: ["Transfer-Encoding: chunked, chunked"],
      good: ["Transfer-Encoding: chunked"],
    },
    "chunked-not-last": {
      severity: "error",
      link: rfc9112("section-6.1"),
      summary: "Another transfer coding follows chunked, so the end of the message is unclear.",
      fix: (value: string) => {
        const others = value
          .split(",")
          .map((one) => one.trim())
          .filter((one) => one.toLowerCase() !== "chunked");
        return [...others, "chunked"].join(", ");
      },
      bad: ["Transfer-Encoding: chunked, gzip"],
      good: ["Transfer-Encoding: gzip, chunked"],
    },
  },
  parse: (value, note) => readMembers("Transfer-Encoding", value, note),
  items: (codings) =>
    codings.map((coding) =>
      item(coding, "", transferCodings.get(nameOf(coding)) ?? "A coding that recipients do not know."),
    ),
  alternate: (codings) => (codings.join() === "chunked" ? "sent in chunks" : undefined),
  check(codings, context, note, line) {
    for (const [at, coding] of codings.entries()) {
      const finding = judge(coding, context);
      if (finding) note(finding[0], finding[1], line.items[at]);
    }
  },
  checkAll(lines, _context, note) {
    const codings = lines.flatMap(({ parsed }) => parsed ?? []).map(nameOf);
    const chunked = codings.filter((coding) => coding === "chunked").length;
    if (chunked > 1) note("chunked-repeated", `chunked is applied ${chunked} times.`);
    else if (chunked === 1 && codings.at(-1) !== "chunked")
      note(
        "chunked-not-last",
        `${quote(codings.at(-1) ?? "")} follows chunked, which has to be the last coding.`,
      );
  },
});

function nameOf(coding: string): string {
  return (coding.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function judge(coding: string, context: Context): readonly [TransferKind, string] | undefined {
  const name = nameOf(coding);
  if (name === "identity")
    return ["transfer-coding-identity", "identity was removed from HTTP: leave the field out."];
  if (coding.includes(";"))
    return ["transfer-coding-parameter", `${quote(coding)} has a parameter, and ${name} takes none.`];
  if (name === "chunked" || asks(name, context)) return undefined;
  if (!OPTIONAL.has(name)) return ["transfer-coding-unknown", `${quote(name)} is not a transfer coding.`];
  if (context.message.request)
    return ["transfer-coding-unwanted", `The request did not ask for ${name} in TE.`];
  return undefined;
}

function asks(name: string, context: Context): boolean {
  const te = context.request("te");
  return te?.split(",").some((member) => nameOf(member) === name) ?? false;
}
