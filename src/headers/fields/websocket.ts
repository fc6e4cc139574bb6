/** The handshake of WebSocket (RFC 6455 section 4). */

import { createHash } from "node:crypto";
import { wordTable } from "../../../data/word-table.ts";
import { type AnyField, field, item } from "../field.ts";
import { readTokens } from "../reading/list.ts";
import { noteParameters } from "../reading/parameters.ts";
import { invalidKind, lower } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import { parseParameterizedList } from "../syntax/parameterized-lists.ts";
import { isToken } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** Base64 of 20 bytes. */
const ACCEPT = /^[A-Za-z0-9+/]{27}=$/;

/** Sec-WebSocket-Accept: proof that the server understood the request: a hash of its key. */
export const secWebSocketAccept = field({
  name: "Sec-WebSocket-Accept",
  type: "identifier",
  repeat: "single",
  kinds: {
    ...invalidKind("Sec-WebSocket-Accept", "yes", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", rfc(6455, "section-4.3")),
    "websocket-accept-wrong": {
      severity: "error",
      link: rfc(6455, "section-4.2.2"),
      summary: "Sec-WebSocket-Accept is not the hash of the request's key, so clients close the connection.",
      bad: {
        lines: ["Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
        requestHeaders: ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="],
      },
      good: {
        lines: ["Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="],
        requestHeaders: ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="],
      },
    },
  },
  parse(value, note) {
    if (!ACCEPT.test(value))
      note("sec-websocket-accept-invalid", `${quote(value)} is not a SHA-1 hash in Base64.`);
    return value;
  },
  check(value, context, note) {
    const key = context.request("sec-websocket-key");
    if (key === undefined || !ACCEPT.test(value)) return;
    const right = createHash("sha1").update(`${key}${GUID}`).digest("base64");
    if (right !== value)
      note(
        "websocket-accept-wrong",
        "Sec-WebSocket-Accept is not the hash of the request's Sec-WebSocket-Key.",
        undefined,
        [value, right],
      );
  },
});

const EXTENSIONS = wordTable({
  "permessage-deflate": "Compresses each message.",
  "bbf-usp-protocol": "Carries messages of the Broadband Forum's device management.",
});

/** Sec-WebSocket-Extensions: the extensions in use, each with its settings. */
export const secWebSocketExtensions = field({
  name: "Sec-WebSocket-Extensions",
  type: "list",
  repeat: "list",
  kinds: invalidKind(
    "Sec-WebSocket-Extensions",
    "permessage-deflate; a=b c",
    "permessage-deflate",
    rfc(6455, "section-4.3"),
  ),
  parse(value, note) {
    const list = parseParameterizedList(value);
    const settings = list.members.flatMap(({ parameters }) => parameters);
    // A setting such as server_no_context_takeover stands by itself.
    const flaws = list.flaws.filter(({ id }) => id !== "parameter-missing-value");
    noteParameters("Sec-WebSocket-Extensions", flaws, settings, note);
    if (list.members.length > 0) return list.members;
    return void note("value-empty", "Sec-WebSocket-Extensions has no value.");
  },
  items: (members) =>
    members.map(({ value, parameters }) =>
      item(
        value,
        parameters.map((one) => (one.value === undefined ? one.sent : `${one.sent}=${one.value}`)).join("; "),
        EXTENSIONS.get(value.toLowerCase()) ?? "An extension that is not registered.",
      ),
    ),
});

function tokens<N extends string>(
  name: N,
  noun: string,
  description: string,
  good: string,
  isRight: (member: string) => boolean = isToken,
): AnyField<readonly string[]> {
  return field({
    name,
    type: "list",
    repeat: "list",
    kinds: invalidKind(name, "a b", good, rfc(6455, "section-4.3")),
    parse: (value, note) => readTokens(name, value, noun, note),
    items: (members) => members.map((member) => item(member, "", description)),
    check(members, _context, note, { items }) {
      for (const [at, member] of members.entries())
        if (isToken(member) && !isRight(member))
          note(`${lower(name)}-invalid`, `${quote(member)} in ${name} is not a ${noun}.`, items[at]);
    },
  });
}

/** version = a number from 0 to 255, without leading zeros */
const VERSION = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/;

/** Sec-WebSocket-Protocol: the subprotocol that the server chose. */
export const secWebSocketProtocol = tokens(
  "Sec-WebSocket-Protocol",
  "subprotocol",
  "The subprotocol spoken over the connection.",
  "chat",
);
/** Sec-WebSocket-Version: the versions that the server speaks, where it does not speak the client's. */
export const secWebSocketVersion = tokens(
  "Sec-WebSocket-Version",
  "version",
  "A version of the protocol that the server speaks; 13 is the standard.",
  "13",
  (member) => VERSION.test(member),
);
