/** Fixes of Set-Cookie: attributes added, changed or removed. */

import { trimEndOf } from "../../../syntax/trim.ts";
import type { ValueFix } from "../../reading/fixing.ts";

/** Adds missing attributes. */
export function adding(...attributes: readonly string[]): ValueFix {
  const wanted = attributes.map((attribute) => ({
    attribute,
    present: new RegExp(`;\\s*${attribute.split("=")[0]}\\s*(?:[;=]|$)`, "i"),
  }));
  return (value) =>
    wanted
      .filter(({ present }) => !present.test(value))
      .reduce((line, { attribute }) => `${trimEndOf(line, /[;\s]/)}; ${attribute}`, value);
}

/** Changes each attribute: `change` gets the lower-case name; undefined removes the attribute. */
export function changing(
  change: (name: string, text: string, later: readonly string[]) => string | undefined,
): ValueFix {
  return (value) => {
    const [pair = "", ...rest] = value.split(";").map((part) => part.trim());
    const names = rest.map((text) => (text.split("=")[0] ?? "").trim().toLowerCase());
    const kept = rest.map((text, at) => change(names[at] ?? "", text, names.slice(at + 1)));
    return [pair, ...kept.filter((text) => text !== undefined && text !== "")].join("; ");
  };
}

/** Adds the attributes that a name prefix requires (RFC 6265bis section 4.1.3). */
export function keepingPromise(value: string): string | undefined {
  const [, prefix = ""] = /^__(Secure|Http|Host-Http|Host)-[^=;]*=/i.exec(value) ?? [];
  if (prefix === "") return undefined;
  const isHost = /^host/i.test(prefix);
  const kept = isHost
    ? changing((name, text) => (name === "domain" || name === "path" ? undefined : text))(value)
    : value;
  const wanted = [...(isHost ? ["Path=/"] : []), "Secure", ...(/http$/i.test(prefix) ? ["HttpOnly"] : [])];
  return adding(...wanted)(kept ?? value);
}
