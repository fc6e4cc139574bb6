import { type Context, type Note, rule } from "../field.ts";
import { rfc, rfc9110 } from "../specs.ts";
import { quote } from "../wording.ts";

const OFFER = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Protocol: chat, mqtt",
];
const TAKEN = ["Connection: Upgrade", "Upgrade: websocket"];

/**
 * Going over to another protocol (RFC 9110 section 7.8), and a WebSocket's opening handshake (RFC 6455 section 4.2.2): the
 * server takes from what the client offers.
 */
export const handshake = rule({
  kinds: {
    "upgrade-without-connection": {
      severity: "warning",
      link: rfc9110("section-7.8"),
      summary: "Connection does not name Upgrade, so proxies pass on what is for one connection only.",
      bad: { lines: ["Upgrade: websocket"], status: 101 },
      good: { lines: ["Upgrade: websocket", "Connection: Upgrade"], status: 101 },
    },
    "websocket-protocol-not-offered": {
      severity: "error",
      link: rfc(6455, "section-4.2.2"),
      summary:
        "The server chooses a WebSocket subprotocol that the client did not offer: browsers close the connection.",
      bad: { status: 101, lines: [...TAKEN, "Sec-WebSocket-Protocol: soap"], requestHeaders: OFFER },
      good: { status: 101, lines: [...TAKEN, "Sec-WebSocket-Protocol: chat"], requestHeaders: OFFER },
    },
    "websocket-extension-not-offered": {
      severity: "error",
      link: rfc(6455, "section-4.2.2"),
      summary:
        "The server uses a WebSocket extension that the client did not offer: browsers close the connection.",
      bad: {
        status: 101,
        lines: [...TAKEN, "Sec-WebSocket-Extensions: permessage-deflate"],
        requestHeaders: OFFER,
      },
      good: {
        status: 101,
        lines: [...TAKEN, "Sec-WebSocket-Extensions: permessage-deflate"],
        requestHeaders: [...OFFER, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"],
      },
    },
  },
  check(context, note) {
    checkConnection(context, note);
    if (context.status !== 101 || !context.message.request) return;
    const [protocol] = context.named("sec-websocket-protocol");
    if (protocol && !offered(context, "sec-websocket-protocol").includes(protocol.line.value))
      note(
        "websocket-protocol-not-offered",
        `Sec-WebSocket-Protocol is ${quote(protocol.line.value)}, which the client did not offer.`,
        protocol,
      );
    const known = offered(context, "sec-websocket-extensions");
    for (const line of context.named("sec-websocket-extensions")) {
      const extra = names(line.line.value).find((name) => !known.includes(name));
      if (extra !== undefined)
        note(
          "websocket-extension-not-offered",
          `Sec-WebSocket-Extensions uses ${quote(extra)}, which the client did not offer.`,
          line,
        );
    }
  },
});

/** The option by which a proxy knows that Upgrade is not for the next one (RFC 9110 section 7.8). */
function checkConnection(context: Context, note: Note<"upgrade-without-connection">): void {
  if (!context.has("upgrade") || context.status === undefined) return;
  if ((context.message.httpVersion ?? "1.1") === "2") return;
  const [line, ...others] = context.named("connection");
  const values = [line, ...others].map((one) => one?.line.value ?? "");
  if (values.some((value) => /\bupgrade\b/i.test(value))) return;
  const [value = ""] = values;
  note(
    "upgrade-without-connection",
    "Connection has to name Upgrade, as the offer is for this connection only.",
    line,
    // A connection that ends offers nothing.
    /\bclose\b/i.test(value) ? undefined : `Connection: ${value === "" ? "" : `${value}, `}Upgrade`,
  );
}

function offered(context: Context, name: string): string[] {
  return names(context.request(name) ?? "");
}

/** Members of a list without their parameters. */
function names(value: string): string[] {
  return value.split(",").map((member) => (member.split(";", 1)[0] ?? "").trim());
}
