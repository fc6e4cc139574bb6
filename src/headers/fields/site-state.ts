/** Headers about logins, storage and workers with one word, path or number. */

import { wordTable } from "../../../data/word-table.ts";
import { parseItem, parseList } from "../../syntax/structured-fields.ts";
import { checkUriReference, resolveReference } from "../../syntax/uri.ts";
import { field, invalidValue, item, plainField, problem, worded } from "../field.ts";
import { inQuotes } from "../reading/fixing.ts";
import {
  memberKind,
  parsing,
  plain,
  readStructured,
  structuredProblems,
  unparsedValue,
} from "../reading/structured.ts";
import { quote } from "../wording.ts";

const LOGIN = wordTable({ "logged-in": "the user is logged in", "logged-out": "the user is logged out" });

const loginUnparsed = unparsedValue("Set-Login", parseItem, "logged-in");

/** Set-Login (FedCM): whether the user is logged in at this identity provider. */
export const setLogin = field(loginUnparsed, "sf-item", {
  parse(value, report) {
    const parsed = readStructured(loginUnparsed, value, report);
    return parsed && plain(parsed.value);
  },
  alternate: (value) => LOGIN.get(value),
}).problems({
  eachLine: problem("set-login-unknown", "error", "mdn/Set-Login", {
    detect: (value: string) => !LOGIN.get(value),
    title: (_, value) => `${quote(value)} is not a value of Set-Login; use logged-in or logged-out.`,
    bad: ["Set-Login: in"],
    good: ["Set-Login: logged-in"],
  }),
});

const accessInvalid = parsing(
  worded("activate-storage-access-invalid", "error", "mdn/Activate-Storage-Access", {
    bad: ["Activate-Storage-Access: retry"],
    good: ['Activate-Storage-Access: retry; allowed-origin="https://a.example"'],
  }),
  "Activate-Storage-Access",
  parseItem,
);

/** Activate-Storage-Access: gives embedded content its cookies, now (load) or with a repeated request (retry). */
export const activateStorageAccess = plainField(accessInvalid, "sf-item", {
  parse(value, report) {
    const parsed = readStructured(accessInvalid, value, report);
    if (!parsed) return undefined;
    const word = plain(parsed.value);
    if (word !== "load" && word !== "retry")
      report(accessInvalid, `${quote(word)} is not a value of Activate-Storage-Access; use load or retry.`);
    else if (word === "retry" && !parsed.parameters.has("allowed-origin"))
      report(accessInvalid, "retry needs an allowed-origin, the origin that may embed this resource.");
    return word;
  },
  alternate: (word) =>
    word === "retry"
      ? "browsers retry the request with cookies"
      : word === "load"
        ? "loads with its cookies"
        : undefined,
});

const WORKER_SCOPE = "https://w3c.github.io/ServiceWorker/#service-worker-allowed";
const scopeInvalid = invalidValue("Service-Worker-Allowed", "/a b", "/", WORKER_SCOPE);

/** Service-Worker-Allowed: widest path that a service worker may control. */
export const serviceWorkerAllowed = field(scopeInvalid, "url", {
  empty: ": a path is expected",
  parse(value, report) {
    const [flaw] = checkUriReference(value).flaws;
    if (flaw) report(scopeInvalid, `Service-Worker-Allowed is not a path: it contains ${quote(flaw.text)}.`);
    return value;
  },
  alternateInMessage: (value, { url }) => (url ? resolveReference(value, url)?.href : undefined),
}).problems({
  eachLine: problem("service-worker-allowed-foreign", "error", WORKER_SCOPE, {
    detect(value: string, { url }) {
      const scope = url && resolveReference(value, url);
      return scope && scope.origin !== url.origin;
    },
    title: (_, value) => `${quote(value)} is on another origin than the worker.`,
    bad: { lines: ["Service-Worker-Allowed: https://other.example/"], url: "https://a.example/sw.js" },
    good: { lines: ["Service-Worker-Allowed: /"], url: "https://www.example.com/sw.js" },
  }),
});

const keyProblems = structuredProblems("Idempotency-Key", parseItem, "mdn/Idempotency-Key", {
  good: '"8e03978e"',
  wrong: "a8e03978e",
  fix: inQuotes,
});

/** Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): string that marks repeats of a request. */
export const idempotencyKey = field("Idempotency-Key", "sf-item", {
  parse(value, report) {
    const [unparsed, wrongType] = keyProblems;
    const parsed = readStructured(unparsed, value, report);
    if (!parsed) return undefined;
    if (parsed.value.kind !== "string")
      report(wrongType, `Idempotency-Key is ${memberKind(parsed)}; a string in double quotes is expected.`);
    return plain(parsed.value);
  },
}).problems({ named: keyProblems });

const templateProblems = structuredProblems("Link-Template", parseList, "rfc9652#section-2", {
  good: '"/{a}"; rel="item"',
  wrong: "a",
});

/** Link-Template (RFC 9652): links with variables in their targets. */
export const linkTemplate = field("Link-Template", "sf-list", {
  parse(value, report) {
    const [unparsed, wrongType] = templateProblems;
    return readStructured(unparsed, value, report)?.map(
      (member): readonly [template: string, rel: string] => {
        if (member.kind !== "item" || member.value.kind !== "string")
          report(wrongType, "A member of Link-Template is not a template in double quotes.");
        const rel = member.parameters.get("rel");
        return [member.kind === "item" ? plain(member.value) : "", rel ? plain(rel) : ""];
      },
    );
  },
  partItem: ([template, rel]) => item(rel, template, "A link whose target has variables to fill in."),
}).problems({ named: templateProblems });

/** MIME-Version (RFC 9112 appendix B.1): remnant of email. */
export const mimeVersion = field("MIME-Version", "string", { parse: (value) => value }).problems({
  eachLine: problem("mime-version-needless", "info", "https://www.rfc-editor.org/rfc/rfc9112#appendix-B.1", {
    detect: () => true,
    bad: ["MIME-Version: 1.0"],
    good: ["Content-Type: text/plain; charset=utf-8"],
  }),
});
