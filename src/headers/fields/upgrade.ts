import { wordTexts } from "../../../data/headers/words.ts";
import { isToken } from "../../syntax/tokens.ts";
import { field, firstOf, invalidValue, item, problem } from "../field.ts";
import { dropping } from "../reading/fixing.ts";
import { readMembers } from "../reading/list.ts";
import { quote } from "../wording.ts";

const PROTOCOLS = wordTexts("protocols of Upgrade");

const invalid = invalidValue("Upgrade", "web socket", "websocket", "rfc9110#section-7.8", {
  detect(protocol: string) {
    const parts = protocol.split("/");
    return (parts.length > 2 || !parts.every(isToken)) && `${quote(protocol)} in Upgrade is not a protocol.`;
  },
});

/** Upgrade (RFC 9110 section 7.8): protocols that the connection can switch to. */
export const upgrade = field("Upgrade", "list", {
  parse: (value, report) => readMembers(invalid, value, report),
  partItem: (protocol) =>
    item(protocol, "", PROTOCOLS.get(protocol.toLowerCase()) ?? "A protocol that the server offers."),
}).problems({
  eachPart: firstOf(
    invalid,
    problem("upgrade-h2", "warning", "https://www.rfc-editor.org/rfc/rfc9113#section-3.1", {
      // Another problem reports any Upgrade in HTTP/2.
      detect: (protocol, { message }) => protocol.toLowerCase() === "h2" && message.httpVersion !== "2",
      fix: dropping(/^h2$/i),
      bad: ["Upgrade: h2,h2c", "Connection: Upgrade"],
      good: ["Upgrade: websocket", "Connection: Upgrade"],
    }),
  ),
});
