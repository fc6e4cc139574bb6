/** Reports of the two sides of a comparison. */

import { Value } from "@sinclair/typebox/value";
import { runYielding } from "../../api/cooperative.ts";
import { NetlensError } from "../../api/errors.ts";
import type { Unread } from "../../api/query.ts";
import { decoding } from "../../http/decode.ts";
import { HttpReport } from "../../http/schema.ts";
import { uncheckedSides } from "../../http/unchecked.ts";
import { isRecord } from "../../syntax/json-field.ts";
import { explainingHar } from "../har/read.ts";
import type { FoundIn } from "./compare.ts";
import type { CompareRequest, Comparison } from "./schema.ts";

type Look = (url: string) => Promise<HttpReport>;

/**
 * Compares two sides, each a URL, a body of `POST /v1/http`, or an earlier report. URLs are looked up one
 * after the other, so that they do not slow each other. @throws NetlensError with the name of the side
 */
export async function compareSides(body: unknown, look: Look, foundIn?: FoundIn): Promise<Comparison> {
  const sides: Unread<typeof CompareRequest> = isRecord(body) ? body : {};
  const a = await sideReport(sides["a"], "a", look);
  const b = await sideReport(sides["b"], "b", look);
  // Loaded late: it is large.
  const { comparing } = await import("./compare.ts");
  const unchecked = uncheckedSides([a, b]);
  const differences = await runYielding(comparing(a, b, foundIn));
  return { a, b, differences, ...(unchecked.length > 0 && { unchecked }) };
}

/** Prefixes errors with the side's name. */
async function sideReport(side: unknown, name: string, look: Look): Promise<HttpReport> {
  try {
    return await reportOf(side, name, look);
  } catch (error) {
    if (!(error instanceof NetlensError) || error.message.startsWith(name)) throw error;
    throw new NetlensError(error.code, `${name}: ${error.message}`, error.headers);
  }
}

async function reportOf(side: unknown, name: string, look: Look): Promise<HttpReport> {
  if (typeof side === "string") return look(side);
  if (!isRecord(side))
    throw new NetlensError(
      "invalid-param",
      `${name} is ${side === undefined ? "missing" : "neither a URL nor an object"}: send a URL, or {"headers": ["Name: value", …]}.`,
    );
  if (side["har"] !== undefined) return runYielding(explainingHar(side["har"], Date.now()));
  if (side["report"] === undefined) return runYielding(decoding(side, Date.now(), { reports: 2 }));
  const { report } = side as { report: unknown };
  if (Value.Check(HttpReport, report)) return report;
  const fault = Value.Errors(HttpReport, report).First()?.path ?? "";
  throw new NetlensError(
    "invalid-param",
    `${name}.report is not a report of netlens: ${fault || "/"} is wrong.`,
  );
}
