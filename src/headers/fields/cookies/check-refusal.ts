/** Why browsers do not take a cookie: told from the verdict, each reason once. */

import type { Note } from "../../field.ts";
import type { Item as HeaderItem } from "../../schema.ts";
import { cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";
import { domainFlaw } from "../../verdicts/cookies/scope.ts";
import type { RefusalReason } from "../../verdicts/cookies.ts";
import { quote } from "../../wording.ts";
import type { CookieKind } from "./kinds.ts";
import type { CookieVerdicts } from "./verdict.ts";

/** Domain has kinds of its own; of an interim response a rule says what is read of it. */
const KINDS: Readonly<Record<Exclude<RefusalReason, "domain" | "interim">, CookieKind>> = {
  characters: "cookie-control-character",
  path: "cookie-control-character",
  empty: "cookie-nameless",
  nameless: "cookie-nameless",
  size: "cookie-too-large",
  prefix: "cookie-prefix-unmet",
  partitioned: "cookie-partitioned-insecure",
  "same-site": "cookie-samesite-none-insecure",
  insecure: "cookie-secure-over-http",
  cleared: "cookie-cleared",
};

const ATTRIBUTES: Readonly<Partial<Record<RefusalReason, string>>> = {
  domain: "domain",
  partitioned: "partitioned",
  "same-site": "samesite",
};

/** Notes each reason for which a browser refuses the cookie, and which browser where only one does. */
export function checkRefusal(
  cookie: SetCookie,
  { chromium, firefox }: CookieVerdicts,
  items: readonly HeaderItem[],
  note: Note<CookieKind>,
): void {
  if (chromium.outcome !== "refused") return;
  const who = firefox?.outcome === "refused" ? "browsers" : "Chromium";
  for (const { reason, why } of chromium.refusals ?? []) {
    if (reason === "interim") continue;
    const attribute = cookieAttribute(cookie, ATTRIBUTES[reason] ?? "");
    const item = attribute && items[cookie.attributes.indexOf(attribute) + 1];
    note(
      reason === "domain" ? domainKind(attribute?.value ?? "") : KINDS[reason],
      `Set-Cookie ${called(cookie)} is refused by ${who}: ${why}.`,
      item,
    );
  }
}

function called({ name, value }: SetCookie): string {
  return name === "" ? `with the value ${quote(value, 30)}` : quote(name);
}

function domainKind(attribute: string): CookieKind {
  const flaw = domainFlaw(attribute);
  if (flaw === "is not a domain name") return "cookie-domain-invalid";
  return flaw === "is a public suffix" ? "cookie-domain-public-suffix" : "cookie-domain-mismatch";
}
