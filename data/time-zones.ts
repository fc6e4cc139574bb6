/** Abbreviations of time zones, in minutes east of Greenwich. Source: RFC 5322 section 4.3, PR_ParseTimeString. */

import { wordTable } from "./word-table.ts";

/** Zones that tolerant parsers of dates accept. */
export const timeZones = wordTable<number>({
  gmt: 0,
  utc: 0,
  ut: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
  bst: 60,
});

/** Zones of Firefox, summer time included. */
export const firefoxTimeZones: ReadonlyMap<string, number> = new Map([
  ["pst", -480],
  ["pdt", -420],
  ["mst", -420],
  ["mdt", -360],
  ["cst", -360],
  ["cdt", -300],
  ["est", -300],
  ["edt", -240],
  ["ast", -240],
  ["nst", -210],
  ["gmt", 0],
  ["bst", 60],
  ["met", 60],
  ["eet", 120],
  ["jst", 540],
]);
