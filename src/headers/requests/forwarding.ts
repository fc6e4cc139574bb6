/** Clients behind proxies: Forwarded (RFC 7239) and its predecessors. */

import { parseParameters } from "../../syntax/parameters.ts";
import { field, firstOf, invalidValue, item, problem } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { readMembers } from "../reading/list.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";
import { ADDRESS, HOST, NODE } from "./nodes.ts";

/** Error in a hop, as text after the hop; undefined if valid. */
function hopFlaw(member: string): string | undefined {
  const { parameters, flaws } = parseParameters(`;${member}`);
  if (
    parameters.some(({ value }) => value === undefined) ||
    flaws.some(({ id }) => id !== "parameter-repeated")
  )
    return "is not pairs such as for=192.0.2.1 (quote values with a colon or brackets)";
  if (flaws.length > 0) return `says ${quote(flaws[0]?.text ?? "")} twice; hops are separated by commas`;
  for (const { name, value = "" } of parameters) {
    if ((name === "for" || name === "by") && !NODE.test(value))
      return `has ${name}=${quote(value)}, which is neither an IP address, unknown nor a name that begins with _`;
    if (name === "proto" && !/^[a-z][a-z0-9+.-]*$/i.test(value))
      return `has the proto ${quote(value)}, which is not a scheme`;
    if (name === "host" && !HOST.test(value)) return `has the host ${quote(value)}, which is not a host name`;
    if (!FORWARDED.has(name)) return `has ${quote(name)}, which is not one of for, by, host and proto`;
  }
  return undefined;
}

const FORWARDED: ReadonlySet<string> = new Set(["by", "for", "host", "proto"]);

const forwardedInvalid = invalidValue(
  "Forwarded",
  "for=[2001:db8::1]",
  'for="[2001:db8::1]";proto=https',
  "rfc7239#section-4",
  {
    summary:
      "Forwarded has a part that is not a pair such as for=192.0.2.1, or an IPv6 address without quotes.",
    as: request,
    detect(member: string) {
      const flaw = hopFlaw(member);
      return flaw && `${quote(member)} in Forwarded ${flaw}.`;
    },
    fix: swapping(/\bfor=(\[[0-9a-f:.]+\](?::\d+)?)/gi, 'for="$1"'),
  },
);

export const forwarded = field("Forwarded", "list", {
  parse: (value, report) => readMembers(forwardedInvalid, value, report),
  partItem: (member) => item("hop", member, "What one proxy recorded: who sent it the request, and how."),
}).problems({ eachPart: [forwardedInvalid] });

const forInvalid = invalidValue(
  "X-Forwarded-For",
  "client.example",
  "192.0.2.1, 198.51.100.7",
  "mdn/X-Forwarded-For",
  {
    severity: "warning",
    summary: "X-Forwarded-For has a member that is not an IP address.",
    as: request,
    detect: (member: string) =>
      !ADDRESS.test(member) &&
      member.toLowerCase() !== "unknown" &&
      `${quote(member)} in X-Forwarded-For is not an IP address.`,
  },
);

export const xForwardedFor = field("X-Forwarded-For", "list", {
  parse: (value, report) => readMembers(forInvalid, value, report),
  partItem: (member, at) =>
    item(
      at === 0 ? "client" : "proxy",
      member,
      at === 0
        ? "The client, as reported by the first proxy or by the client itself."
        : "A proxy along the way.",
    ),
}).problems({ eachPart: [forInvalid] });

export const xForwardedProto = field("X-Forwarded-Proto", "token", {
  repeat: "list",
  parse: (value) => value,
}).problems({
  eachLine: firstOf(
    problem("x-forwarded-proto-invalid", "warning", "mdn/X-Forwarded-Proto", {
      detect: (value) => !schemesOf(value).every((one) => /^(?:https?|wss?)$/.test(one)),
      title: (_, value) => `X-Forwarded-Proto is ${quote(value)}, not http or https.`,
      bad: request(["X-Forwarded-Proto: ssl"]),
      good: request(["X-Forwarded-Proto: https"]),
    }),
    problem("x-forwarded-proto-several", "warning", "mdn/X-Forwarded-Proto", {
      detect: (value) => new Set(schemesOf(value)).size > 1,
      title: (_, value) => `X-Forwarded-Proto is ${quote(value)}; servers differ in which one they use.`,
      bad: request(["X-Forwarded-Proto: https, http"]),
      good: request(["X-Forwarded-Proto: https"]),
    }),
  ),
});

function schemesOf(value: string): readonly string[] {
  return value.split(",").map((one) => one.trim().toLowerCase());
}
