import { type Context, problem, rule } from "../field.ts";
import { quote } from "../wording.ts";

const OFFER = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Protocol: chat, mqtt",
];
const TAKEN = ["Connection: Upgrade", "Upgrade: websocket"];

/** A 101 with a known request. */
const switches = ({ status, message }: Context) => status === 101 && message.request !== undefined;

/** Members of a list without their parameters. */
function names(value: string): string[] {
  return value.split(",").map((member) => (member.split(";", 1)[0] ?? "").trim());
}

const offered = (context: Context, name: string) => names(context.request(name) ?? "");

/**
 * Upgrade (RFC 9110 section 7.8), and the WebSocket handshake (RFC 6455 section 4.2.2): the server selects from what
 * the client offers.
 */
export const handshake = rule([
  problem({
    id: "upgrade-without-connection",
    severity: "warning",
    link: "rfc9110#section-7.8",
    summary: "Connection does not list Upgrade, so proxies may forward it to the next server.",
    detect: ({ has, named, status, message }) =>
      has("upgrade") &&
      status !== undefined &&
      message.httpVersion !== "2" &&
      !named("connection").some(({ line }) => /\bupgrade\b/i.test(line.value)),
    at: (_, { named }) => named("connection")[0],
    send(_, { named }) {
      const value = named("connection")[0]?.line.value ?? "";
      // A closing connection offers no upgrade.
      return /\bclose\b/i.test(value) ? undefined : `Connection: ${value === "" ? "" : `${value}, `}Upgrade`;
    },
    bad: { lines: ["Upgrade: websocket"], status: 101 },
    good: { lines: ["Upgrade: websocket", "Connection: Upgrade"], status: 101 },
  }),
  problem({
    id: "websocket-protocol-not-offered",
    severity: "error",
    link: "rfc6455#section-4.2.2",
    summary:
      "The server selects a WebSocket subprotocol that the client did not offer, so browsers close the connection.",
    detect(context) {
      const [protocol] = context.named("sec-websocket-protocol");
      if (!protocol || !switches(context)) return undefined;
      return !offered(context, "sec-websocket-protocol").includes(protocol.line.value) && protocol;
    },
    title: ({ line }) => `Sec-WebSocket-Protocol is ${quote(line.value)}, which the client did not offer.`,
    at: (protocol) => protocol,
    bad: { status: 101, lines: [...TAKEN, "Sec-WebSocket-Protocol: soap"], requestHeaders: OFFER },
    good: { status: 101, lines: [...TAKEN, "Sec-WebSocket-Protocol: chat"], requestHeaders: OFFER },
  }),
  problem({
    id: "websocket-extension-not-offered",
    severity: "error",
    link: "rfc6455#section-4.2.2",
    summary:
      "The server uses a WebSocket extension that the client did not offer, so browsers close the connection.",
    detectAll(context) {
      if (!switches(context)) return [];
      const known = offered(context, "sec-websocket-extensions");
      return context.named("sec-websocket-extensions").flatMap((line) => {
        const extra = names(line.line.value).find((name) => !known.includes(name));
        return extra === undefined ? [] : [{ line, extra }];
      });
    },
    title: ({ extra }) => `Sec-WebSocket-Extensions uses ${quote(extra)}, which the client did not offer.`,
    at: ({ line }) => line,
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
  }),
]);
