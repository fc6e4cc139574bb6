/**
 * Maker and model of machines that our own tables do not know, by ua-parser-js 1 (MIT). It is asked last and rarely, and
 * believed only for what stands in the string: it takes many agents for what they imitate.
 */

import { UAParser } from "ua-parser-js";
import { brandOf } from "./brands.ts";
import type { Hardware } from "./maker-model.ts";

/** It reads no further than that; the rest of a long string would only cost time. */
const READ = 500;
/** Shorter models are letters that stand anywhere; `K` is what browsers put in place of a model. */
const SHORTEST = 3;

/** What ua-parser-js says of a string's maker and model, where both hold up against the string; else undefined. */
export function secondOpinion(text: string): Hardware | undefined {
  const { vendor = "", model = "" } = new UAParser(text.slice(0, READ)).getDevice();
  const brand = brandOf(vendor);
  if (brand === undefined || model.length < SHORTEST) return undefined;
  return text.toLowerCase().includes(model.toLowerCase()) ? { vendor: brand, name: model } : undefined;
}
