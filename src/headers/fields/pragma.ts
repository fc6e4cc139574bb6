import { field, invalidValue, item, problem } from "../field.ts";
import { readMembers } from "../reading/list.ts";
import { isRequest } from "../reading/response-kind.ts";
import { pragmaOverrides } from "../verdicts/caching.ts";
import { quote } from "../wording.ts";

const isNoCache = (member: string) => member.toLowerCase() === "no-cache";

const invalid = invalidValue("Pragma", 'x="no', "no-cache", "rfc9111#section-5.4");

/** Pragma (RFC 9111 section 5.4): request header of HTTP/1.0, without a defined meaning in responses. */
export const pragma = field(invalid, "list", {
  parse: (value, report) => readMembers(invalid, value, report),
  partItem: (member) =>
    item(
      member,
      "",
      isNoCache(member)
        ? "Caches of HTTP/1.0 treat it in a request as Cache-Control: no-cache, and browsers in a response as well."
        : "An unknown directive.",
    ),
}).problems({
  eachPart: [
    problem("pragma-in-response", "info", "rfc9111#section-5.4", {
      // Next to Cache-Control, Pragma is a fallback for HTTP/1.0; an overridden lifetime is another finding.
      detect(member, context) {
        const { caching } = context.verdicts;
        const isBeside = context.has("cache-control") || (caching && pragmaOverrides(caching));
        return isNoCache(member) && !isRequest(context) && !isBeside;
      },
      bad: ["Pragma: no-cache"],
      good: ["Cache-Control: no-cache"],
    }),
    problem("pragma-unknown", "warning", "rfc9111#section-5.4", {
      detect: (member) => !isNoCache(member),
      title: (_, member) => `Pragma: ${quote(member)} is unknown and has no effect.`,
      bad: ["Pragma: public"],
      good: ["Cache-Control: public"],
    }),
  ],
});
