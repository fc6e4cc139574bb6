import { verifiedAgent } from "../../jobs/visitor/routes.ts";
import type { Seen } from "../../jobs/visitor/seen.ts";
import { geoSettings } from "../../server/wiring.ts";
import { API_JSON, type Command, EXIT, UsageError } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import { botVerifier } from "../input/hostnames.ts";
import { jsonText } from "../render/json.ts";
import { printable } from "../render/text.ts";
import { tablesTaken } from "./useragent.ts";

export const visitor: Command = {
  name: "visitor",
  usage: "ADDRESS AGENT|LOG-LINE",
  summary: "Look up an address and a user agent together, and show contradictions",
  flags: { json: API_JSON, ...flagsOf("visitor") },
  examples: [
    "netlens visitor 8.8.8.8 'curl/8.5.0'",
    "netlens visitor 8.8.8.8 'curl/8.5.0' --time-zone Europe/Berlin",
    `netlens visitor 8.8.8.8 'Mozilla/5.0 …' --hints '{"Sec-CH-UA-Platform": "macOS"}'`,
  ],
  async run(call) {
    const { config, flags, io, positionals } = call;
    const [first = "", second] = positionals;
    const { seenTogether } = await import("../../view/parse-question.ts");
    const line = second === undefined ? seenTogether(first) : undefined;
    if (first === "" || positionals.length > 2 || (second === undefined && line === undefined))
      throw new UsageError("visitor: expected an address and a user agent, or a line of an access log");
    const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : "");
    const given = text("time");
    const time = given === "" ? (line?.time ?? io.clock()) : Date.parse(given);
    if (Number.isNaN(time)) throw new UsageError(`--time: expected a date-time, not "${given}"`);
    const seen = {
      ip: line?.ip ?? first,
      agent: line?.agent ?? second ?? "",
      ...{ time, timeZone: text("time-zone"), language: text("language"), url: text("url") },
      hints: hintsOf(text("hints")),
    };
    if (!(await tablesTaken(call))) return EXIT.failed;
    const { openGeo } = await import("../../ip/geo.ts");
    const { visitorOf } = await import("../../jobs/visitor/visitor.ts");
    const geo = await openGeo(geoSettings(config.settings), () => {});
    const result = visitorOf(seen, geo.current(), await verifiedAgent(seen, botVerifier(call)));
    geo.close();
    const lines = result.text.split("\n").map((each) => printable(each));
    await io.out(flags["json"] === true ? jsonText(result, io) : `${lines.join("\n")}\n`);
    // Like every check that checked nothing.
    const isKnown =
      result.ip?.code !== "unknown" ||
      result.ip.special !== undefined ||
      result.ip.asn ||
      result.useragent?.device;
    return isKnown ? EXIT.done : EXIT.assertion;
  },
};

/** @throws UsageError */
function hintsOf(json: string): Seen["hints"] {
  if (json === "") return undefined;
  try {
    const hints: unknown = JSON.parse(json);
    if (typeof hints === "object" && hints !== null && !Array.isArray(hints)) return { ...hints };
  } catch {
    // Same error as below.
  }
  throw new UsageError("--hints: expected a JSON object of client hints");
}
