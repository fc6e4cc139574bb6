/** What a side of a comparison is → its report. */

import { Value } from "@sinclair/typebox/value";
import { NetlensError } from "../../errors.ts";
import { inSlices } from "../../slices.ts";
import { isRecord } from "../body-parts.ts";
import { decoding } from "../decode.ts";
import { HttpReport } from "../schema.ts";
import { compareReports } from "./compare.ts";
import type { Comparison } from "./schema.ts";

/** Looks up a URL. */
type Look = (url: string) => Promise<HttpReport>;

/**
 * Compares two sides, each a URL, a body of `POST /v1/http`, or a report of before. URLs are looked up one after the
 * other, so that neither slows the other down.
 * @throws NetlensError naming the side at fault
 */
export async function compareSides(body: unknown, look: Look): Promise<Comparison> {
  const sides = isRecord(body) ? body : {};
  const a = await sideReport(sides["a"], "a", look);
  const b = await sideReport(sides["b"], "b", look);
  return { a, b, differences: compareReports(a, b) };
}

async function sideReport(side: unknown, name: string, look: Look): Promise<HttpReport> {
  if (typeof side === "string") return look(side);
  if (!isRecord(side))
    throw new NetlensError(
      "invalid-param",
      `${name} is missing: send a URL, or {"headers": ["Name: value", …]}.`,
    );
  if (side["report"] === undefined) return inSlices(decoding(side, Date.now()));
  const { report } = side as { report: unknown };
  if (Value.Check(HttpReport, report)) return report;
  const fault = Value.Errors(HttpReport, report).First()?.path ?? "";
  throw new NetlensError(
    "invalid-param",
    `${name}.report is not a report of netlens: ${fault || "/"} is wrong.`,
  );
}
