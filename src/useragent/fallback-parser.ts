/**
 * Maker and model of machines that our own tables do not know, by ua-parser-js 1 (MIT). It is asked last and rarely, and
 * believed only for a code that stands alone in the string: half of what it says otherwise is wrong.
 */

import type * as UaParser from "ua-parser-js";
import { brandOf } from "./brands.ts";
import type { Hardware } from "./maker-model.ts";

/** It reads no further than that; the rest of a long string would only cost time. */
const READ = 500;
/** A code: at least three signs, one of them a digit. Words are anybody's. */
const CODE = /^(?=.*\d).{3,}$/;
/** A shorter code that no maker stands in front of is others' too: six of thirteen were right. */
const OWN_LENGTH = 6;
const MAY_BE_CODE = /(?:^|[;(])(?!\s*(?:Android [\d.]+[;)]|rv:|CPU ))[^;()\d/]*\d[^;()]*(?:\sBuild\b|[;)])/;
/** Where a code stands, after a semicolon, a bracket or the maker: with nothing behind it that may belong to it. */
const AFTER = /^(?:\s+Build\b|\s*[;)/])/;

/** Maker and model by ua-parser-js, where both hold up against the string; else undefined. */
export function fallbackModel(text: string): Hardware | undefined {
  // Its expressions try each of many spaces anew.
  const read = text.slice(0, READ).replace(/\s{2,}/g, " ");
  // It can only find what has a digit and is not the system's version: `Android 10; K` has nothing to be asked about.
  if (!MAY_BE_CODE.test(read)) return undefined;
  // Loaded when it is asked for the first time: it compiles hundreds of expressions.
  const { UAParser } = require("ua-parser-js") as typeof UaParser;
  const { vendor = "", model = "" } = new UAParser(read).getDevice();
  const brand = brandOf(vendor);
  if (brand === undefined || !CODE.test(model)) return undefined;
  const at = read.indexOf(model);
  const isAlone = /[\s;(:]/.test(read[at - 1] ?? "") && AFTER.test(read.slice(at + model.length));
  const isNamed = read.slice(0, at).trimEnd().toLowerCase().endsWith(vendor.toLowerCase());
  return isAlone && (isNamed || model.length >= OWN_LENGTH)
    ? { vendor: brand, name: model, evidence: "guess" }
    : undefined;
}
