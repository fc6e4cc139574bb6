import { alpnProtocols } from "../../../data/headers/directives/alpn-protocols.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Alternative, type AltSvc, parseAltSvc } from "../../syntax/alt-svc.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { isDigits } from "../../syntax/tokens.ts";
import { field, type Item, invalidValue, item, problem, type Report, valueEmpty, worded } from "../field.ts";
import { dropping, secondsOfParameters, swapping } from "../reading/fixing.ts";
import { reportEmptyMembers } from "../reading/list.ts";
import { flawWords, reportParameters } from "../reading/parameters.ts";
import { duration, listing, quote } from "../wording.ts";

const ALPN = "iana/tls-extensiontype-values/tls-extensiontype-values.xhtml";

/** Seconds; default lifetime of an alternative (RFC 7838 section 3.1). */
const DEFAULT_MAX_AGE = 86_400;
const PERSIST = wordTable({ "1": ", on other networks as well" });
const OUTDATED = /^(?:h3-\w+|h2-\w+|h2c|hq(?:-\d+)?|quic|spdy\/.*)$/i;
const PROTOCOL_NAMES = wordTable({ h3: "HTTP/3", h2: "HTTP/2", "http/1.1": "HTTP/1.1" });

const invalid = invalidValue("Alt-Svc", "h3=:443", 'h3=":443"', "rfc7838#section-3", {
  fix: swapping(/(^|,)(\s*[\w%-]+)=([^"';,\s]*:\d+)/g, '$1$2="$3"'),
});

const clearInList = worded("alt-svc-clear-in-list", "error", "rfc7838#section-3", {
  fix: dropping(/^clear$/i),
  bad: ['Alt-Svc: h3=":443", clear'],
  good: ["Alt-Svc: clear"],
});

/** Alt-Svc (RFC 7838 section 3): other protocols, hosts and ports with the same resources. */
export const altSvc = field(invalid, "list", {
  parse: read,
  items: ({ clear, alternatives }) =>
    clear ? [item("clear", "", alpnProtocols.get("clear") ?? "")] : alternatives.map(alternativeItem),
  alternate: ({ clear, alternatives }) => (clear ? "forget all alternatives" : offer(alternatives)),
  parts: ({ alternatives }) => alternatives,
}).problems({
  named: [clearInList],
  eachPart: [
    problem("alt-svc-max-age-invalid", "warning", "rfc7838#section-3.1", {
      detect({ parameters }: Alternative) {
        const ma = parameterValue(parameters, "ma");
        return ma !== undefined && !isDigits(ma) && { ma };
      },
      title: ({ ma }, { protocol }) => `ma=${quote(ma)} of ${protocol} is not a number of seconds.`,
      fix: secondsOfParameters,
      bad: ['Alt-Svc: h3=":443"; ma=1d'],
      good: ['Alt-Svc: h3=":443"; ma=86400'],
    }),
    problem("alt-svc-max-age-zero", "warning", "rfc7838#section-3.1", {
      detect: ({ parameters }: Alternative) => /^0+$/.test(parameterValue(parameters, "ma") ?? ""),
      title: (_, { protocol }) => `${protocol} is offered for 0 seconds: clients ignore it; use clear.`,
      bad: ['Alt-Svc: h3=":443"; ma=0'],
      good: ["Alt-Svc: clear"],
    }),
    problem("alt-svc-protocol-outdated", "info", "rfc9114#section-3.1.1", {
      detect: ({ protocol }: Alternative) => OUTDATED.test(protocol),
      title: (_, { protocol }) => `Clients no longer support ${protocol}.`,
      bad: ['Alt-Svc: h3-29=":443"; ma=86400'],
      good: ['Alt-Svc: h3=":443"; ma=86400'],
    }),
    problem("alt-svc-protocol-unknown", "warning", ALPN, {
      detect: ({ protocol, usable }: Alternative) =>
        usable && !alpnProtocols.has(protocol) && !OUTDATED.test(protocol),
      title: (_, { protocol }) => `${quote(protocol)} is not a registered protocol: clients ignore it.`,
      bad: ['Alt-Svc: http3=":443"'],
      good: ['Alt-Svc: h3=":443"'],
    }),
  ],
  eachLine: problem("alt-svc-repeated", "info", "rfc7838#section-3", {
    detectAll({ alternatives }) {
      const seen = new Set<string>();
      return alternatives.filter(
        (one) => seen.size === seen.add(`${one.protocol} ${one.host}:${one.port}`).size,
      );
    },
    title: ({ protocol, host, port }) => `Alt-Svc offers ${protocol} at ${host}:${port} twice.`,
    bad: ['Alt-Svc: h3=":443"; ma=60, h3=":443"; ma=86400'],
    good: ['Alt-Svc: h3=":443"; ma=60, h3=":8443"; ma=60'],
  }),
  check({ alternatives, flaws }, _context, report, { items }) {
    for (const [index, { at, text, parameters }] of alternatives.entries()) {
      const own = flaws.filter(
        (flaw) => flaw.id !== "quote-unclosed" && flaw.at >= at && flaw.at < at + text.length,
      );
      reportParameters(invalid, own, parameters, report, items[index]);
    }
  },
  checkAll(lines, _context, report) {
    const clear = lines.find(({ parsed }) => parsed?.clear);
    if (clear && lines.length > 1)
      report(clearInList, "clear has no effect next to other Alt-Svc lines; it must be alone.", clear);
  },
});

function offer(alternatives: readonly Alternative[]): string | undefined {
  const usable = new Set(alternatives.filter(({ usable }) => usable).map(words));
  return usable.size > 0 ? `offers ${listing([...usable])}` : undefined;
}

/** Maximum number of alternatives that are read per line. */
const MOST_JUDGED = 100;

function read(value: string, report: Report): AltSvc | undefined {
  const all = parseAltSvc(value);
  const parsed: AltSvc = {
    ...all,
    alternatives: all.alternatives.slice(0, MOST_JUDGED),
    flaws: all.flaws.slice(0, MOST_JUDGED),
  };
  for (const { id, text } of parsed.flaws) {
    const words = !id.startsWith("parameter-") && flawWords(id, text);
    if (words) report(invalid, `In Alt-Svc, ${words}.`);
    if (id === "clear-misused")
      report(clearInList, `${quote(text)} in Alt-Svc has no effect: clear must be alone, in lower case.`);
  }
  reportEmptyMembers("Alt-Svc", parsed.flaws, report);
  if (parsed.clear || parsed.alternatives.length > 0) return parsed;
  if (parsed.flaws.length === 0) report(valueEmpty, "Alt-Svc has no value.");
  return undefined;
}

function alternativeItem(alternative: Alternative): Item {
  const { protocol, host, port } = alternative;
  const authority = `${host}:${port ?? ""}`;
  const description = alpnProtocols.get(protocol.toLowerCase()) ?? "An unregistered protocol.";
  return item(protocol, authority, description, alternative.usable ? words(alternative) : undefined);
}

/** `HTTP/3 on port 443 for 1 day`. */
function words({ protocol, host, port, parameters }: Alternative): string {
  const name = PROTOCOL_NAMES.get(protocol.toLowerCase()) ?? protocol;
  const where = `${host === "" ? "" : ` at ${host}`}${port === undefined ? "" : ` on port ${port}`}`;
  const ma = parameterValue(parameters, "ma");
  const seconds = ma === undefined ? DEFAULT_MAX_AGE : Number(ma);
  const time = Number.isFinite(seconds) ? ` for ${duration(seconds)}` : "";
  return `${name}${where}${time}${PERSIST.get(parameterValue(parameters, "persist") ?? "") ?? ""}`;
}
