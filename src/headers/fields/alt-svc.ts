import { alpnProtocols } from "../../../data/headers/directives/alpn-protocols.ts";
import { wordTable } from "../../../data/word-table.ts";
import { field, item, type Note } from "../field.ts";
import { dropping, secondsOfParameters, swapping } from "../fixing.ts";
import { noteParameters } from "../reading/parameters.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { rfc } from "../specs.ts";
import { type Alternative, type AltSvc, type AltSvcFlaw, parseAltSvc } from "../syntax/alt-svc.ts";
import { parameterValue } from "../syntax/parameters.ts";
import { isDigits } from "../syntax/tokens.ts";
import { duration, listing, quote } from "../wording.ts";

type Kind =
  | "alt-svc-invalid"
  | "alt-svc-offered"
  | "alt-svc-clear-in-list"
  | "alt-svc-max-age-invalid"
  | "alt-svc-protocol-outdated";

const FLAW_WORDS: Readonly<Partial<Record<AltSvcFlaw, (text: string) => string>>> = {
  "protocol-invalid": (text) => `${text} is not a protocol name`,
  "authority-missing": (text) => `${text} has no host and port after an equals sign`,
  "authority-not-quoted": (text) => `${text} has to be in double quotes`,
  "port-invalid": (text) => `${text} has no port after a colon`,
  "quote-unclosed": (text) => `the quote in ${text} is never closed`,
  "authority-then-text": (text) => `${text} follows a host and port without a semicolon`,
};

/** RFC 7838 section 3.1: how long an alternative is kept when ma does not say. Seconds. */
const DEFAULT_MAX_AGE = 86_400;
const PERSIST = wordTable({ "1": ", also in other networks" });
/** Names of protocols that nobody speaks any more. */
const OUTDATED = /^(?:h3-\w+|h2-\w+|h2c|hq(?:-\d+)?|quic|spdy\/.*)$/i;
const PROTOCOL_NAMES = wordTable({
  h3: "HTTP/3",
  h2: "HTTP/2",
  "http/1.1": "HTTP/1.1",
});

/** Alt-Svc (RFC 7838 section 3): other protocols, hosts and ports at which the same resources can be had. */
export const altSvc = field({
  name: "Alt-Svc",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Alt-Svc", "h3=:443", 'h3=":443"', rfc(7838, "section-3"), {
      fix: swapping(/(^|,)(\s*[\w%-]+)=([^"';,\s]*:\d+)/g, '$1$2="$3"'),
    }),
    "alt-svc-offered": {
      severity: "info",
      link: rfc(7838, "section-2"),
      summary: "Alt-Svc offers the same resources by another protocol, host or port.",
      bad: ['Alt-Svc: h3=":443"; ma=86400'],
      good: ["Alt-Svc: clear"],
    },
    "alt-svc-clear-in-list": {
      severity: "error",
      link: rfc(7838, "section-3"),
      summary: "Alt-Svc has clear beside alternatives; it has to be alone, in lower case.",
      fix: dropping(/^clear$/i),
      bad: ['Alt-Svc: h3=":443", clear'],
      good: ["Alt-Svc: clear"],
    },
    "alt-svc-max-age-invalid": {
      severity: "warning",
      link: rfc(7838, "section-3.1"),
      summary: "The ma of an alternative is not a number of seconds.",
      fix: secondsOfParameters,
      bad: ['Alt-Svc: h3=":443"; ma=1d'],
      good: ['Alt-Svc: h3=":443"; ma=86400'],
    },
    "alt-svc-protocol-outdated": {
      severity: "info",
      link: rfc(9114, "section-3.1.1"),
      summary: "Alt-Svc offers a draft or a forerunner of a protocol, which no client speaks any more.",
      bad: ['Alt-Svc: h3-29=":443"; ma=86400'],
      good: ['Alt-Svc: h3=":443"; ma=86400'],
    },
  },
  parse: read,
  items: ({ clear, alternatives }) =>
    clear ? [item("clear", "", alpnProtocols.get("clear") ?? "")] : alternatives.map(alternativeItem),
  alternate: ({ clear, alternatives }) => (clear ? "forget all alternatives" : offer(alternatives)),
  check({ alternatives, flaws }, _context, note, { items }) {
    const offered = offer(alternatives);
    if (offered !== undefined) note("alt-svc-offered", `The server ${offered}.`);
    for (const [at, alternative] of alternatives.entries()) {
      const noteItem: Note<Kind> = (id, title, _at, fix) => note(id, title, items[at], fix);
      const end = alternative.at + alternative.text.length;
      const own = flaws.filter(
        (flaw) => flaw.id !== "quote-unclosed" && flaw.at >= alternative.at && flaw.at < end,
      );
      noteParameters("Alt-Svc", own, alternative.parameters, noteItem);
      checkAlternative(alternative, noteItem);
    }
  },
  checkAll(lines, _context, note) {
    const clear = lines.find(({ parsed }) => parsed?.clear);
    if (clear && lines.length > 1)
      note(
        "alt-svc-clear-in-list",
        "clear does nothing beside other Alt-Svc lines: it has to be alone.",
        clear,
      );
  },
});

function offer(alternatives: readonly Alternative[]): string | undefined {
  const usable = new Set(alternatives.filter(({ usable }) => usable).map(words));
  return usable.size > 0 ? `offers ${listing([...usable])}` : undefined;
}

/** Alternatives of one line that are read; no honest line has more. */
const MOST_JUDGED = 100;

function read(value: string, note: Note<Kind>): AltSvc | undefined {
  const all = parseAltSvc(value);
  const parsed: AltSvc = {
    ...all,
    alternatives: all.alternatives.slice(0, MOST_JUDGED),
    flaws: all.flaws.slice(0, MOST_JUDGED),
  };
  for (const { id, text } of parsed.flaws) {
    const say = FLAW_WORDS[id];
    if (say) note("alt-svc-invalid", `In Alt-Svc, ${say(quote(text))}.`);
    if (id === "clear-misused")
      note(
        "alt-svc-clear-in-list",
        `${quote(text)} in Alt-Svc does nothing: clear has to be alone, in lower case.`,
      );
  }
  if (parsed.flaws.some(({ id }) => id === "empty-member"))
    note("list-empty-member", "Alt-Svc has an empty member between its commas.");
  if (parsed.clear || parsed.alternatives.length > 0) return parsed;
  if (parsed.flaws.length === 0) note("value-empty", "Alt-Svc has no value.");
  return undefined;
}

function alternativeItem(alternative: Alternative): Item {
  const { protocol, host, port } = alternative;
  const authority = `${host}:${port ?? ""}`;
  const description = alpnProtocols.get(protocol.toLowerCase()) ?? "A protocol that is not registered.";
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

function checkAlternative({ protocol, parameters }: Alternative, note: Note<Kind>): void {
  const ma = parameterValue(parameters, "ma");
  if (ma !== undefined && !isDigits(ma))
    note("alt-svc-max-age-invalid", `ma of ${protocol} is ${quote(ma)}, not a number of seconds.`);
  if (OUTDATED.test(protocol))
    note("alt-svc-protocol-outdated", `${protocol} is a protocol that no client speaks any more.`);
}
