/** WebSocket handshake (RFC 6455 section 4). */

import { wordTexts } from "../../../data/headers/words.ts";
import { parseParameterizedList } from "../../syntax/parameterized-lists.ts";
import { isToken } from "../../syntax/tokens.ts";
import {
  type AnyField,
  field,
  invalidValue,
  item,
  type More,
  plainField,
  problem,
  valueEmpty,
} from "../field.ts";
import { separatedNames } from "../reading/fixing.ts";
import { readTokens } from "../reading/list.ts";
import { reportParameters } from "../reading/parameters.ts";
import { quote } from "../wording.ts";

const KEYED = { requestHeaders: ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="] };
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** Base64 of 20 bytes. */
const ACCEPT = /^[A-Za-z0-9+/]{27}=$/;

const SECTION = "rfc6455#section-4.3";
const acceptInvalid = invalidValue("Sec-WebSocket-Accept", "yes", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", SECTION);

/** Sec-WebSocket-Accept: hash of the request's key. */
export const secWebSocketAccept = field(acceptInvalid, "identifier", {
  parse(value, report) {
    if (!ACCEPT.test(value)) report(acceptInvalid, `${quote(value)} is not a SHA-1 hash in Base64.`);
    return value;
  },
}).problems({
  eachLine: problem("websocket-accept-wrong", "error", "rfc6455#section-4.2.2", {
    detect(value: string, context) {
      const key = context.request("sec-websocket-key");
      if (key === undefined || !ACCEPT.test(value)) return undefined;
      const right = new Bun.CryptoHasher("sha1").update(`${key}${GUID}`).digest("base64");
      return right !== value && right;
    },
    fix: (_, right) => right,
    bad: { ...KEYED, lines: ["Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA="] },
    good: { ...KEYED, lines: ["Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="] },
  }),
});

const EXTENSIONS = wordTexts("extensions of WebSocket");

const extensionsInvalid = invalidValue(
  "Sec-WebSocket-Extensions",
  "permessage-deflate; a=b c",
  "permessage-deflate",
  SECTION,
);

/** Sec-WebSocket-Extensions: extensions in use with their settings. */
export const secWebSocketExtensions = plainField(extensionsInvalid, "list", {
  parse(value, report) {
    const list = parseParameterizedList(value);
    const settings = list.members.flatMap(({ parameters }) => parameters);
    // Settings such as server_no_context_takeover have no value.
    const flaws = list.flaws.filter(({ id }) => id !== "parameter-missing-value");
    reportParameters(extensionsInvalid, flaws, settings, report);
    if (list.members.length > 0) return list.members;
    return void report(valueEmpty, "Sec-WebSocket-Extensions has no value.");
  },
  partItem: ({ value, parameters }) =>
    item(
      value,
      parameters.map((one) => (one.value === undefined ? one.sent : `${one.sent}=${one.value}`)).join("; "),
      EXTENSIONS.get(value.toLowerCase()) ?? "An unregistered extension.",
    ),
});

function tokens(
  name: string,
  noun: string,
  description: string,
  good: string,
  isRight: (member: string) => boolean,
  more?: More,
): AnyField<readonly string[]> {
  const invalid = invalidValue(name, "a b", good, SECTION, more);
  return field(invalid, "list", {
    parse: (value, report) => readTokens(invalid, value, noun, report),
    partItem: (member) => item(member, "", description),
  }).problems({
    check(members, _context, report, { items }) {
      for (const [at, member] of members.entries())
        if (!isRight(member)) report(invalid, `${quote(member)} in ${name} is not a ${noun}.`, items[at]);
    },
  });
}

/** version = a number from 0 to 255, without leading zeros */
const VERSION = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/;

/** Sec-WebSocket-Protocol: the chosen subprotocol. */
export const secWebSocketProtocol = tokens(
  "Sec-WebSocket-Protocol",
  "subprotocol",
  "The subprotocol of the connection.",
  "chat",
  isToken,
  { fix: separatedNames(isToken) },
);
/** Sec-WebSocket-Version: versions that the server supports, sent if it rejects the client's version. */
export const secWebSocketVersion = tokens(
  "Sec-WebSocket-Version",
  "version",
  "A protocol version that the server supports; 13 is the standard.",
  "13",
  (member) => VERSION.test(member),
);
