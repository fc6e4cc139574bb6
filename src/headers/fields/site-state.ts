/** Small fields about logins, storage and workers: each one word, a path, or a number. */

import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { kindWords, structuredItem, structuredList } from "../reading/structured.ts";
import { plain } from "../reading/structured-items.ts";
import { invalidKind, structuredKinds, unparsedKind } from "../reading/value-kinds.ts";
import { mdn, rfc } from "../specs.ts";
import { checkUriReference, resolveReference } from "../syntax/uri.ts";
import { listing, quote } from "../wording.ts";

const LOGIN = wordTable({
  "logged-in": "the user is logged in",
  "logged-out": "the user is logged out",
});

/** Set-Login (FedCM): tells the browser whether somebody is logged in at this identity provider. */
export const setLogin = field({
  name: "Set-Login",
  type: "sf-item",
  repeat: "single",
  kinds: {
    ...unparsedKind("Set-Login", "logged-in"),
    "set-login-unknown": {
      severity: "error",
      link: mdn("Set-Login"),
      summary: "Set-Login is neither logged-in nor logged-out, so it does nothing.",
      bad: ["Set-Login: in"],
      good: ["Set-Login: logged-in"],
    },
  },
  parse(value, note) {
    const parsed = structuredItem("Set-Login", value, note);
    return parsed && plain(parsed.value);
  },
  alternate: (value) => LOGIN.get(value),
  check(value, _context, note) {
    if (!LOGIN.get(value))
      note(
        "set-login-unknown",
        `${quote(value)} is not a value of Set-Login; it may be ${listing([...LOGIN.keys()], "or")}.`,
      );
  },
});

/** Activate-Storage-Access: lets embedded content have its cookies, now (load) or by asking again (retry). */
export const activateStorageAccess = field({
  name: "Activate-Storage-Access",
  type: "sf-item",
  repeat: "single",
  kinds: {
    "activate-storage-access-invalid": {
      severity: "error",
      link: mdn("Activate-Storage-Access"),
      summary:
        "Activate-Storage-Access is neither load, nor retry with the origin that is allowed, so it does nothing.",
      bad: ["Activate-Storage-Access: retry"],
      good: ['Activate-Storage-Access: retry; allowed-origin="https://a.example"'],
    },
  },
  parse(value, note) {
    const parsed = structuredItem("Activate-Storage-Access", value, note);
    if (!parsed) return undefined;
    const word = plain(parsed.value);
    if (word !== "load" && word !== "retry")
      note(
        "activate-storage-access-invalid",
        `${quote(word)} is not a value of Activate-Storage-Access; it may be load or retry.`,
      );
    else if (word === "retry" && !parsed.parameters.has("allowed-origin"))
      note(
        "activate-storage-access-invalid",
        "retry needs an allowed-origin, the origin that may embed this.",
      );
    return word;
  },
  alternate: (word) =>
    word === "retry"
      ? "asks for the request again, with cookies"
      : word === "load"
        ? "loads with its cookies"
        : undefined,
});

/** Service-Worker-Allowed: the widest path that a service worker may control. */
export const serviceWorkerAllowed = field({
  name: "Service-Worker-Allowed",
  type: "url",
  repeat: "single",
  kinds: {
    ...invalidKind(
      "Service-Worker-Allowed",
      "/a b",
      "/",
      "https://w3c.github.io/ServiceWorker/#service-worker-allowed",
    ),
    "service-worker-allowed-foreign": {
      severity: "error",
      link: "https://w3c.github.io/ServiceWorker/#service-worker-allowed",
      summary: "Service-Worker-Allowed names another origin, which no service worker may control.",
      bad: {
        lines: ["Service-Worker-Allowed: https://other.example/"],
        url: "https://www.example.com/sw.js",
      },
      good: { lines: ["Service-Worker-Allowed: /"], url: "https://www.example.com/sw.js" },
    },
  },
  parse(value, note) {
    const flaw = checkUriReference(value).flaws[0];
    if (value === "")
      return void note("value-empty", "Service-Worker-Allowed has no value: a path is expected.");
    if (flaw)
      note(
        "service-worker-allowed-invalid",
        `Service-Worker-Allowed is not a path: ${quote(flaw.text)} is not allowed in one.`,
      );
    return value;
  },
  alternate: (value, { url }) => (url ? resolveReference(value, url)?.href : undefined),
  check(value, { url }, note) {
    const scope = url && resolveReference(value, url);
    if (url && scope && scope.origin !== url.origin)
      note("service-worker-allowed-foreign", `${quote(value)} is another origin than that of the worker.`);
  },
});

/** Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a string that marks repeats of one request. */
export const idempotencyKey = field({
  name: "Idempotency-Key",
  type: "sf-item",
  repeat: "single",
  kinds: structuredKinds("Idempotency-Key", '"8e03978e"', "a8e03978e", mdn("Idempotency-Key")),
  parse(value, note) {
    const parsed = structuredItem("Idempotency-Key", value, note);
    if (!parsed) return undefined;
    if (parsed.value.kind !== "string")
      note(
        "idempotency-key-type",
        `Idempotency-Key is ${kindWords(parsed.value.kind)}; a string in double quotes is expected.`,
      );
    return plain(parsed.value);
  },
});

/** Link-Template (RFC 9652): links whose targets are templates with variables. */
export const linkTemplate = field({
  name: "Link-Template",
  type: "sf-list",
  repeat: "list",
  kinds: structuredKinds("Link-Template", '"/{a}"; rel="item"', "a", rfc(9652, "section-2")),
  parse(value, note) {
    return structuredList("Link-Template", value, note)?.map(
      (member): readonly [template: string, rel: string] => {
        if (member.kind !== "item" || member.value.kind !== "string")
          note("link-template-type", "A member of Link-Template is not a template in double quotes.");
        const rel = member.parameters.get("rel");
        return [member.kind === "item" ? plain(member.value) : "", rel ? plain(rel) : ""];
      },
    );
  },
  items: (templates) =>
    templates.map(([template, rel]) =>
      item(rel, template, "A link whose target has variables to be filled in."),
    ),
});

/** MIME-Version (RFC 9112 appendix B.1): a remnant of mail. */
export const mimeVersion = field({
  name: "MIME-Version",
  type: "string",
  repeat: "single",
  kinds: {
    "mime-version-needless": {
      severity: "info",
      link: "https://www.rfc-editor.org/rfc/rfc9112#appendix-B.1",
      summary: "MIME-Version is a remnant of mail: HTTP messages do not need it.",
      bad: ["MIME-Version: 1.0"],
      good: ["Content-Type: text/plain; charset=utf-8"],
    },
  },
  parse: (value) => value,
  check: (_value, _context, note) => note("mime-version-needless", "HTTP messages do not need MIME-Version."),
});
