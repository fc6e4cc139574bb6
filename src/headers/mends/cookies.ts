/** Mends of Set-Cookie: attributes added, corrected or left out. */

import { wordTable } from "../../../data/word-table.ts";
import type { ValueFix } from "../fixing.ts";
import { swapping } from "../fixing.ts";

/** The line with those of the attributes that it lacks. */
function adding(...attributes: readonly string[]): ValueFix {
  const wanted = attributes.map((attribute) => ({
    attribute,
    present: new RegExp(`;\\s*${attribute.split("=")[0]}\\s*(?:[;=]|$)`, "i"),
  }));
  return (value) =>
    wanted
      .filter(({ present }) => !present.test(value))
      .reduce((line, { attribute }) => `${line.replace(/[;\s]+$/, "")}; ${attribute}`, value);
}

/** Each attribute as `change` makes it: its name in lower case, its text as sent; undefined leaves it out. */
function attributes(
  change: (name: string, text: string, later: readonly string[]) => string | undefined,
): ValueFix {
  return (value) => {
    const [pair = "", ...rest] = value.split(";").map((part) => part.trim());
    const names = rest.map((text) => (text.split("=")[0] ?? "").trim().toLowerCase());
    const kept = rest.map((text, at) => change(names[at] ?? "", text, names.slice(at + 1)));
    return [pair, ...kept.filter((text) => text !== undefined && text !== "")].join("; ");
  };
}

/** What each prefix of a name asks for (RFC 6265bis section 4.1.3). */
function keepingPromise(value: string): string | undefined {
  const [, prefix = ""] = /^__(Secure|Http|Host-Http|Host)-[^=;]*=/i.exec(value) ?? [];
  if (prefix === "") return undefined;
  const isHost = /^host/i.test(prefix);
  const kept = isHost
    ? attributes((name, text) => (name === "domain" || name === "path" ? undefined : text))(value)
    : value;
  const wanted = [...(isHost ? ["Path=/"] : []), "Secure", ...(/http$/i.test(prefix) ? ["HttpOnly"] : [])];
  return adding(...wanted)(kept ?? value);
}

export const cookieMends = wordTable<ValueFix>({
  "cookie-attribute-obsolete": attributes((name, text) =>
    /^(?:version|comment|commenturl|discard|port)$/.test(name) ? undefined : text,
  ),
  "cookie-attribute-repeated": attributes((name, text, later) => (later.includes(name) ? undefined : text)),
  "cookie-domain-dot": swapping(/(;\s*domain=)\.+/i, "$1"),
  // Of several the last counts, so that one that is left out may let in another.
  "cookie-domain-empty": (value) =>
    value.match(/;\s*domain\b/gi)?.length === 1 ? value.replace(/;\s*domain\s*=?\s*(?=;|$)/i, "") : undefined,
  "cookie-max-age-zeros": swapping(/(;\s*max-age=)0+(?=\d)/i, "$1"),
  "cookie-partitioned-insecure": adding("Secure"),
  "cookie-prefix-case": swapping(/^__(host|secure)-/i, (_all, name = "") =>
    name.toLowerCase() === "host" ? "__Host-" : "__Secure-",
  ),
  "cookie-prefix-unmet": (value) => keepingPromise(value),
  "cookie-priority": attributes((name, text) => (name === "priority" ? undefined : text)),
  "cookie-samesite-none-insecure": adding("Secure"),
  "cookie-insecure": adding("Secure", "SameSite=Lax"),
  // What Chromium takes where none is given: there the line means what it meant.
  "cookie-samesite-missing": adding("SameSite=Lax"),
  "cookie-session-samesite-missing": adding("SameSite=Lax"),
  "cookie-session-insecure": adding("Secure"),
  "cookie-session-script-readable": adding("HttpOnly"),
});
