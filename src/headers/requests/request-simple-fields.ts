/** Request fields whose value has one simple form: an address, a number, a word, an item of a structured field. */

import { type AnyField, field } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { asRequest, dateKinds, invalidKind, lower } from "../reading/value-kinds.ts";
import { mdn, rfc } from "../specs.ts";
import { type BareItem, parseItem, parseList } from "../syntax/structured-fields.ts";
import { quote } from "../wording.ts";
import { ADDRESS, HOST } from "./nodes.ts";

/** What a form is called in a sentence, how it looks, and a value that has it and one that has not. */
interface Form {
  readonly noun: string;
  readonly isRight: (value: string) => boolean;
  readonly good: string;
  readonly bad: string;
  readonly link: string;
}

const matching = (pattern: RegExp) => (value: string) => pattern.test(value);
const anItem = (kind: BareItem["kind"]) => (value: string) => parseItem(value).value?.value.kind === kind;
const hints = "https://wicg.github.io/ua-client-hints/";

function formField<N extends string>(name: N, { noun, isRight, good, bad, link }: Form): AnyField<string> {
  return field({
    name,
    type: "string",
    repeat: "single",
    kinds: invalidKind(name, bad, good, link, { as: asRequest, summary: `${name} is not ${noun}.` }),
    parse: (value) => value,
    check(value, _context, note) {
      if (!isRight(value))
        note(`${lower(name)}-invalid`, `${name} is ${quote(value)}, which is not ${noun}.`);
    },
  });
}

const DESTINATION =
  /^(?:audio|audioworklet|document|embed|empty|fencedframe|font|frame|iframe|image|json|manifest|object|paintworklet|report|script|serviceworker|sharedworker|speculationrules|style|text|track|video|webidentity|worker|xslt)$/;
const PORT = (text: string) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
const WEBDAV = (section: string) => rfc(4918, section);

const FORMS: readonly (readonly [name: string, form: Form])[] = [
  [
    "X-Real-IP",
    {
      noun: "a single IP address",
      isRight: (value) => ADDRESS.test(value),
      good: "192.0.2.1",
      bad: "192.0.2.1, 198.51.100.7",
      link: mdn("X-Forwarded-For"),
    },
  ],
  [
    "True-Client-IP",
    {
      noun: "a single IP address",
      isRight: (value) => ADDRESS.test(value),
      good: "192.0.2.1",
      bad: "unknown",
      link: mdn("X-Forwarded-For"),
    },
  ],
  [
    "X-Forwarded-Host",
    {
      noun: "a host name with or without a port",
      isRight: (value) => value.split(",").every((one) => HOST.test(one.trim())),
      good: "www.example.com",
      bad: "https://www.example.com/",
      link: mdn("X-Forwarded-Host"),
    },
  ],
  [
    "X-Forwarded-Port",
    {
      noun: "a port number",
      isRight: (value) => value.split(",").every((one) => PORT(one.trim())),
      good: "443",
      bad: "https",
      link: mdn("X-Forwarded-Host"),
    },
  ],
  [
    "X-Forwarded-Prefix",
    {
      noun: "a path that begins with a slash",
      isRight: matching(/^\/(?!\/)/),
      good: "/app",
      bad: "app",
      link: mdn("X-Forwarded-Host"),
    },
  ],
  [
    "From",
    {
      noun: "an email address",
      isRight: matching(/^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$|^.*<[^\s@<>]+@[^\s@<>]+>$/),
      good: "crawler@example.com",
      bad: "crawler",
      link: "https://www.rfc-editor.org/rfc/rfc9110#section-10.1.2",
    },
  ],
  [
    "Sec-Fetch-Dest",
    {
      noun: "a destination that browsers send, such as document or script",
      isRight: matching(DESTINATION),
      good: "document",
      bad: "page",
      link: mdn("Sec-Fetch-Dest"),
    },
  ],
  [
    "Sec-WebSocket-Key",
    {
      noun: "16 bytes in base64",
      isRight: matching(/^[A-Za-z0-9+/]{21}[AQgw]==$/),
      good: "dGhlIHNhbXBsZSBub25jZQ==",
      bad: "abc",
      link: rfc(6455, "section-4.1"),
    },
  ],
  [
    "Sec-CH-UA",
    {
      noun: "a list of brands in double quotes, each with a version",
      isRight: isBrands,
      good: '"Chromium";v="142"',
      bad: "Chromium 142",
      link: hints,
    },
  ],
  [
    "Sec-CH-UA-Full-Version-List",
    {
      noun: "a list of brands in double quotes, each with a version",
      isRight: isBrands,
      good: '"Chromium";v="142.0.1"',
      bad: "142.0.1",
      link: hints,
    },
  ],
  [
    "Sec-CH-UA-Mobile",
    { noun: "?0 or ?1", isRight: anItem("boolean"), good: "?0", bad: "true", link: hints },
  ],
  ...[
    "Sec-CH-UA-Platform",
    "Sec-CH-UA-Platform-Version",
    "Sec-CH-UA-Arch",
    "Sec-CH-UA-Bitness",
    "Sec-CH-UA-Model",
  ].map((name): readonly [string, Form] => [
    name,
    {
      noun: "a string in double quotes",
      isRight: anItem("string"),
      good: '"x"',
      bad: "Windows NT",
      link: hints,
    },
  ]),
  [
    "Early-Data",
    {
      noun: "1, the only value",
      isRight: matching(/^1$/),
      good: "1",
      bad: "0",
      link: rfc(8470, "section-5.1"),
    },
  ],
  [
    "Alt-Used",
    {
      noun: "a host name with or without a port",
      isRight: matching(HOST),
      good: "alt.example.com:443",
      bad: "https://alt.example.com/",
      link: rfc(7838, "section-5"),
    },
  ],
  [
    "HTTP2-Settings",
    {
      noun: "base64url without padding",
      isRight: matching(/^[A-Za-z0-9_-]+$/),
      good: "AAMAAABkAAQAAP__",
      bad: "AAM=",
      link: rfc(7540, "section-3.2.1"),
    },
  ],
  [
    "Depth",
    {
      noun: "0, 1 or infinity",
      isRight: matching(/^(?:0|1|infinity)$/i),
      good: "1",
      bad: "2",
      link: WEBDAV("section-10.2"),
    },
  ],
  [
    "Destination",
    {
      noun: "a URL or a path",
      isRight: (value) => value.startsWith("/") || URL.canParse(value),
      good: "/new",
      bad: "new",
      link: WEBDAV("section-10.3"),
    },
  ],
  [
    "Overwrite",
    { noun: "T or F", isRight: matching(/^[TF]$/), good: "T", bad: "yes", link: WEBDAV("section-10.6") },
  ],
  [
    "Service-Worker",
    {
      noun: "script, the only value",
      isRight: matching(/^script$/),
      good: "script",
      bad: "true",
      link: "https://w3c.github.io/ServiceWorker/",
    },
  ],
  ...["Device-Memory", "DPR", "Downlink", "Width", "Viewport-Width", "RTT"].map(
    (name): readonly [string, Form] => [
      name,
      { noun: "a number", isRight: matching(/^\d+(?:\.\d+)?$/), good: "2", bad: "fast", link: mdn(name) },
    ],
  ),
  [
    "ECT",
    {
      noun: "slow-2g, 2g, 3g or 4g",
      isRight: matching(/^(?:slow-2g|[234]g)$/),
      good: "4g",
      bad: "5g",
      link: mdn("ECT"),
    },
  ],
];

function isBrands(value: string): boolean {
  const { value: list } = parseList(value);
  return (
    list !== undefined &&
    list.length > 0 &&
    list.every(
      (one) =>
        one.kind === "item" && one.value.kind === "string" && one.parameters.get("v")?.kind === "string",
    )
  );
}

/** Accept-Datetime (RFC 7089 section 2.1.1): the moment of the past whose version is wanted. */
const acceptDatetime = field({
  name: "Accept-Datetime",
  type: "date",
  repeat: "single",
  kinds: dateKinds("Accept-Datetime", { as: asRequest }),
  parse: (value, note) => readDate("Accept-Datetime", value, note),
});

export const formFields: readonly AnyField[] = [
  ...FORMS.map(([name, form]) => formField(name, form)),
  acceptDatetime,
];
