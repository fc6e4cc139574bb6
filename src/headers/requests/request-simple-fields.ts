/** Request headers with a simple value: an address, a number, a word, a structured item. */

import { type BareItem, parseItem, parseList } from "../../syntax/structured-fields.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { type AnyField, asRequest, dateProblems, field, invalidValue, plainField } from "../field.ts";
import { readDate } from "../reading/date.ts";
import { hostOf, swapping, type ValueFix } from "../reading/fixing.ts";
import { quote } from "../wording.ts";
import { ADDRESS, HOST } from "./nodes.ts";

type Form = RegExp | ((value: string) => boolean);

/** Field with one syntax: a noun for the value, a valid example and an invalid one. */
function formField(
  name: string,
  noun: string,
  form: Form,
  good: string,
  bad: string,
  link: string,
  fix?: ValueFix,
): AnyField<string> {
  const more = { as: asRequest, summary: `${name} is not ${noun}.`, fix };
  const invalid = invalidValue(name, bad, good, link, more);
  const isRight = form instanceof RegExp ? (value: string) => form.test(value) : form;
  return plainField(invalid, "string", {
    parse(value, report) {
      if (!isRight(value)) report(invalid, `${name} is ${quote(value)}, which is not ${noun}.`);
      return value;
    },
  });
}

const DESTINATION =
  /^(?:audio|audioworklet|document|embed|empty|fencedframe|font|frame|iframe|image|json|manifest|object|paintworklet|report|script|serviceworker|sharedworker|speculationrules|style|text|track|video|webidentity|worker|xslt)$/;
/** mailbox of RFC 5322 section 3.4; comments in parentheses are allowed around it (section 3.2.2). */
const COMMENT = /(?<!\\)\((?:[^()\\]|\\.)*\)/g;
const MAILBOX = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$|^.*<[^\s@<>]+@[^\s@<>]+>$/;
const isMailbox = (value: string) => MAILBOX.test(value.replace(COMMENT, " ").trim());
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
const anItem = (kind: BareItem["kind"]) => (value: string) => parseItem(value).value?.value.kind === kind;
const each = (isRight: (text: string) => boolean) => (value: string) =>
  value.split(",").every((one) => isRight(one.trim()));

/** WebDAV conditions: lists in parentheses, each with an optional resource. */
const IF = /^(?:\s*(?:<[^<>\s]*>\s*)?\((?:\s*(?:Not\s+)?(?:<[^<>\s]+>|\[(?:W\/)?"[^"]*"\]))+\s*\))+\s*$/i;
const CDN = /^[\w.:[\]!#$%&'*+^`|~-]+(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"]*"))*$/;

const asFlag = swapping(/^"?(?:(true|yes|1)|false|no|0)"?$/i, (_all, yes) => (yes ? "?1" : "?0"));
const asTrueOrFalse = swapping(/^(?:(t|true|yes|1)|f|false|no|0)$/i, (_all, yes) => (yes ? "T" : "F"));
const asString: ValueFix = (value) => (value.includes('"') ? undefined : `"${value.replace(/^'|'$/g, "")}"`);
const asBase64Url: ValueFix = (value) => trimEndOf(value, /=/).replaceAll("+", "-").replaceAll("/", "_");

const HINTS = "https://wicg.github.io/ua-client-hints/";
const FORWARDED_FOR = "mdn/X-Forwarded-For";
const TRUE_CLIENT_IP = "https://developers.cloudflare.com/fundamentals/reference/http-headers/";
const FORWARDED_HOST = "mdn/X-Forwarded-Host";
const webdav = (section: string) => `rfc4918#${section}`;

const BRANDS = "a list of brands in double quotes, each with a version";
const PLATFORM_HINTS = ["Platform", "Platform-Version", "Arch", "Bitness", "Model"];
const NUMBERS = ["Device-Memory", "DPR", "Downlink", "Width", "Viewport-Width", "RTT"];

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

const acceptDates = dateProblems("Accept-Datetime", { as: asRequest });

/** Accept-Datetime (RFC 7089 section 2.1.1): the time of the wanted version. */
const acceptDatetime = field("Accept-Datetime", "date", {
  parse: (value, report) => readDate(acceptDates, value, report),
}).problems({ named: acceptDates });

// biome-ignore format: one header a line
export const formFields: readonly AnyField[] = [
  formField("X-Real-IP", "a single IP address", ADDRESS, "192.0.2.1", "192.0.2.1, 198.51.100.7", FORWARDED_FOR),
  formField("True-Client-IP", "a single IP address", ADDRESS, "192.0.2.1", "unknown", TRUE_CLIENT_IP),
  formField("X-Forwarded-Host", "a host name with or without a port", each((one) => HOST.test(one)), "www.example.com", "https://www.example.com/", FORWARDED_HOST, hostOf),
  formField("X-Forwarded-Port", "a port number", each(isPort), "443", "https", FORWARDED_HOST),
  formField("X-Forwarded-Prefix", "a path that begins with a slash", /^\/(?!\/)/, "/app", "app", FORWARDED_HOST),
  formField("From", "an email address", isMailbox, "crawler@example.com", "crawler", "rfc9110#section-10.1.2"),
  formField("Sec-Fetch-Dest", "a destination that browsers send, such as document or script", DESTINATION, "document", "page", "mdn/Sec-Fetch-Dest"),
  formField("Sec-WebSocket-Key", "16 bytes in base64", /^[A-Za-z0-9+/]{21}[AQgw]==$/, "dGhlIHNhbXBsZSBub25jZQ==", "abc", "rfc6455#section-4.1"),
  formField("Sec-CH-UA", BRANDS, isBrands, '"Chromium";v="142"', "Chromium 142", HINTS),
  formField("Sec-CH-UA-Full-Version-List", BRANDS, isBrands, '"Chromium";v="142.0.1"', "142.0.1", HINTS),
  formField("Sec-CH-UA-Mobile", "?0 or ?1", anItem("boolean"), "?0", "true", HINTS, asFlag),
  ...PLATFORM_HINTS.map((hint) =>
    formField(`Sec-CH-UA-${hint}`, "a string in double quotes", anItem("string"), '"x"', "Windows NT", HINTS, asString)),
  formField("Early-Data", "1, the only value", /^1$/, "1", "0", "rfc8470#section-5.1"),
  formField("Alt-Used", "a host name with or without a port", HOST, "alt.example.com:443", "https://alt.example.com/", "rfc7838#section-5", hostOf),
  formField("HTTP2-Settings", "base64url without padding", /^[A-Za-z0-9_-]+$/, "AAMAAABkAAQAAP__", "AAM=", "rfc7540#section-3.2.1", asBase64Url),
  formField("Depth", "0, 1 or infinity", /^(?:0|1|infinity)$/i, "1", "2", webdav("section-10.2")),
  formField("Destination", "a URL or a path", (value) => value.startsWith("/") || URL.canParse(value), "/new", "new", webdav("section-10.3")),
  formField("Overwrite", "T or F", /^[TF]$/, "T", "yes", webdav("section-10.6"), asTrueOrFalse),
  formField("If", "conditions in parentheses", IF, '(<urn:uuid:1> ["a"])', "urn:uuid:1", webdav("section-10.4")),
  formField("Timeout", "Infinite, or Second- and a number", each((one) => /^(?:Infinite|Second-\d+)$/i.test(one)), "Infinite, Second-600", "600", webdav("section-10.7")),
  formField("SOAPAction", "a URI in double quotes", /^"[^"]*"$/, '"urn:example:order"', "urn:example:order", "https://www.w3.org/TR/2000/NOTE-SOAP-20000508/", asString),
  formField("CDN-Loop", "a list of names of networks", each((one) => CDN.test(one)), "a.example, cdn;v=1", "one two", "rfc8586#section-2"),
  formField("Service-Worker", "script, the only value", /^script$/, "script", "true", "https://w3c.github.io/ServiceWorker/"),
  ...NUMBERS.map((name) => formField(name, "a number", /^\d+(?:\.\d+)?$/, "2", "fast", `mdn/${name}`)),
  formField("ECT", "slow-2g, 2g, 3g or 4g", /^(?:slow-2g|[234]g)$/, "4g", "5g", "mdn/ECT"),
  acceptDatetime,
];
