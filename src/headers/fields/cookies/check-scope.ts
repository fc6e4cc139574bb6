/** What is odd about a cookie's Domain and name, apart from what browsers refuse it for. */

import type { Note } from "../../field.ts";
import type { Item as HeaderItem } from "../../schema.ts";
import { cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";
import { prefixOf } from "../../verdicts/cookies/prefixes.ts";
import { quote } from "../../wording.ts";
import type { CookieKind } from "./kinds.ts";

export function checkDomain(cookie: SetCookie, items: readonly HeaderItem[], note: Note<CookieKind>): void {
  const attribute = cookieAttribute(cookie, "domain");
  if (!attribute) return;
  const item = items[cookie.attributes.indexOf(attribute) + 1];
  const sent = attribute.value ?? "";
  if (sent === "")
    note("cookie-domain-empty", `Domain of ${cookie.name} is empty, which counts as none.`, item);
  else if (/^\.[\w-]+(?:\.[\w-]+)*$/.test(sent))
    note(
      "cookie-domain-dot",
      `The dot before ${quote(sent.slice(1))} is ignored; Domain includes subdomains anyway.`,
      item,
    );
}

/** Only newer browsers compare prefixes without case. */
export function checkPrefix({ name }: SetCookie, note: Note<CookieKind>): void {
  const prefix = prefixOf(name);
  if (prefix && !name.startsWith(prefix.name))
    note("cookie-prefix-case", `${name} is taken for a ${prefix.name} cookie by newer browsers only.`);
}
