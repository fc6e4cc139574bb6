import type { AnswerBytes } from "../../ip/answer-bytes.ts";
import { withHostname } from "../../ip/hostname.ts";
import { geoSettings } from "../../server/wiring.ts";
import { answerAll } from "../batch.ts";
import { API_JSON, type Command, EXIT } from "../command.ts";
import { hostnames } from "../hostnames.ts";
import { outwardAddresses } from "../machine.ts";
import { renderAddress, renderAddresses } from "../render/ip.ts";
import { table } from "../render/text.ts";
import { selectFlags } from "../select.ts";
import { streamFlags } from "../stream/stream.ts";

const COLUMNS =
  "ip ipType code countryCode countryName regionCode regionName city postCode timeZone latitude longitude accuracyRadius estimated continentCode isInEuropeanUnion network special asn.number asn.organization".split(
    " ",
  );

/** Addresses of standard input whose names are asked for at once. */
const WIDTH = 16;

export const ip: Command = {
  name: "ip",
  usage: "[ADDRESS…|-]",
  summary: "Show where an IP address is",
  notes: [
    "Without an address: those of this machine's network interfaces.",
    "With -, addresses are read from standard input: one answer per line, in order; an invalid address gets an object with error.",
  ],
  flags: {
    json: API_JSON,
    ...selectFlags,
    locale: { type: "string", value: "LANGUAGE", help: "language of names, such as de" },
    ...streamFlags,
    reverse: {
      type: "boolean",
      help: "also look up the host name in reverse DNS, if it resolves back to the address",
    },
    databases: { type: "boolean", help: "list the databases in use" },
  },
  examples: [
    "netlens ip 8.8.8.8",
    "netlens ip 8.8.8.8 1.1.1.1",
    "cut -d' ' -f1 access.log | sort -u | netlens ip - --field countryCode | sort | uniq -c",
    "netlens ip - --input log --output tsv --fields ip,countryCode,asn.number <access.log",
    "netlens ip - --input csv --column address --output csv <visitors.csv",
  ],
  async run(call) {
    const { config, flags, io, positionals } = call;
    const { openGeo } = await import("../../ip/geo.ts");
    const { lookupIp, writeAnswer, writeLine } = await import("../../ip/lookup.ts");
    const { allIntact } = await import("../../ip/lookup-source.ts");
    const geo = await openGeo(
      { ...geoSettings(config.settings), unchecked: true },
      (level, message, facts) => {
        if (level !== "info")
          io.err(`netlens: ${message}${facts?.["reason"] ? `: ${facts["reason"]}` : ""}\n`);
      },
    );
    if (flags["databases"] === true) {
      const list = geo.describe(io.clock());
      if (flags["json"] === true) await io.out(`${JSON.stringify(list)}\n`);
      else
        await io.out(
          table([
            ["FILE", "TYPE", "BUILT", "AGE", "ATTRIBUTION"],
            ...list.map(({ file, type, buildDate, ageDays, old, attribution }) => [
              file,
              type,
              buildDate?.slice(0, 10) ?? "",
              ageDays === undefined ? "" : `${ageDays} days${old ? " (old)" : ""}`,
              attribution ? `${attribution.text}, ${attribution.url}` : "",
            ]),
          ]),
        );
      return EXIT.done;
    }
    const locale = typeof flags["locale"] === "string" ? flags["locale"] : undefined;
    const wish = { locale, unchecked: true };
    const asked = positionals.length > 0 ? positionals : outwardAddresses();
    const lookup = (address: string) => lookupIp(address.trim(), geo.current(), locale);
    const hostnameOf = flags["reverse"] === true ? await hostnames(call) : undefined;
    return answerAll(
      { ...call, positionals: asked },
      {
        items: { name: "ip", ofLog: (line) => /^\S+/.exec(line)?.[0] },
        columns: hostnameOf ? [...COLUMNS, "hostname"] : COLUMNS,
        // The person at the keyboard may ask for the names of his own network.
        ...(hostnameOf
          ? {
              answer: (address: string) => withHostname(lookup(address), hostnameOf, true),
              width: WIDTH,
              working: "asking DNS for",
            }
          : {
              answer: lookup,
              write: (address: string, out: AnswerBytes) =>
                writeAnswer(address.trim(), geo.current(), out, wish),
              writeLine: (bytes: Uint8Array, at: number, out: AnswerBytes) =>
                writeLine(bytes, at, geo.current(), out, wish),
              holds: () => allIntact(geo.current()),
            }),
        render: (results) =>
          results.length === 1
            ? results.map((result) => renderAddress(result, io.colour, io.clock())).join("")
            : renderAddresses(results, io),
        whole: asked.length > 1,
        fields: async () => Object.keys((await import("../../ip/schema.ts")).IpResult.properties),
      },
    );
  },
};
