import { wordTable } from "../../../../data/word-table.ts";
import { type AnyField, field, item } from "../../field.ts";
import { duration } from "../../wording.ts";
import { momentField, wordField } from "./shapes.ts";
import { verdictOf } from "./verdicts.ts";

const STEP = /^(\w{1,40}) from (child|parent)$/i;

/** Akamai-Cache-Status: `Hit from child`, `Miss from child, Hit from parent`. */
export const akamaiCacheStatus = field({
  name: "Akamai-Cache-Status",
  type: "list",
  repeat: "list",
  parse(value) {
    const steps = value.split(",", 6).map((part) => STEP.exec(part.trim()));
    return steps.every((step) => step !== null)
      ? steps.map((step) => ({ word: step[1] ?? "", from: (step[2] ?? "").toLowerCase() }))
      : undefined;
  },
  items: (steps) =>
    steps.map(({ word, from }) =>
      item(
        from,
        word,
        from === "child" ? "What the cache nearest to the client did." : "What the cache further in did.",
        verdictOf(word)?.words,
      ),
    ),
  alternate(steps) {
    const hit = steps.find(({ word }) => verdictOf(word)?.stored);
    if (!hit) return "Miss at Akamai";
    return hit.from === "child" ? "Hit at Akamai's edge" : "Hit in a parent cache of Akamai";
  },
});

/** S/L/1234/567890/1h/origin.example/path, and without the numbers /L/origin.example/path */
const KEY = /^\/?(?:[A-Z]\/)?[A-Z]\/(?:(\d{1,6})\/(\d{1,9})\/(\d{1,6}[smhd])\/)?(\S{1,800})/;
const SECONDS = wordTable<number>({ s: 1, m: 60, h: 3600, d: 86_400 });

interface Key {
  readonly serial?: string | undefined;
  readonly code?: string | undefined;
  readonly ttl?: string | undefined;
  readonly object: string;
}

function keyField(name: string): AnyField<Key> {
  return field({
    name,
    type: "identifier",
    repeat: "list",
    parse(value) {
      const [, serial, code, ttl, object] = KEY.exec(value) ?? [];
      return object === undefined ? undefined : { serial, code, ttl, object };
    },
    items: ({ serial, code, ttl, object }) => [
      ...(serial ? [item("serial", serial, "Number of the server map at Akamai.")] : []),
      ...(code ? [item("cp code", code, "Akamai's number of the content, for billing and reports.")] : []),
      ...(ttl ? [item("ttl", ttl, "Life of the copy in Akamai's caches.", lifeWords(ttl))] : []),
      item("object", object, "Host and path under which the copy is kept."),
    ],
    alternate: ({ ttl, object }) => `${object}${ttl ? `, kept for ${lifeWords(ttl)}` : ""}`,
  });
}

function lifeWords(ttl: string): string {
  return duration(Number.parseInt(ttl, 10) * (SECONDS.get(ttl.at(-1) ?? "") ?? 1));
}

/** X-Akamai-Session-Info: name=X; value=Y, the variables of the configuration. */
export const xAkamaiSessionInfo = field({
  name: "X-Akamai-Session-Info",
  type: "parameters",
  repeat: "separate",
  parse(value) {
    const [, name, text = ""] = /^name=([\w.-]{1,100}); value=(.{0,800})$/.exec(value) ?? [];
    return name === undefined ? undefined : { name, value: text.replace(/; full_location_id=.*$/, "") };
  },
  items: ({ name, value }) => [item(name, value, "A variable of the site's configuration at Akamai.")],
});

/** 0.4f3e1002.1700000000.12ab34: the third part is the time in Unix seconds. */
function grnTime(value: string): number | undefined {
  const seconds = /^0\.[0-9a-f]{4,8}\.(\d{10})\.[0-9a-f]+$/i.exec(value)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

export const akamaiFields: readonly AnyField[] = [
  akamaiCacheStatus,
  keyField("X-Cache-Key"),
  keyField("X-True-Cache-Key"),
  xAkamaiSessionInfo,
  momentField("Akamai-GRN", grnTime, "came to Akamai on"),
  momentField("X-Akamai-Request-ID", grnTime, "came to Akamai on"),
  wordField("X-Check-Cacheable", { yes: "Akamai may store it", no: "Akamai may not store it" }),
  wordField("X-Akamai-Staging", {
    essl: "from Akamai's staging network",
    default: "from Akamai's staging network",
  }),
] as readonly AnyField[];
