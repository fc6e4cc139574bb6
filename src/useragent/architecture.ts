/**
 * The processor as the string names it. `Intel` of a Mac says nothing since Macs have Arm: browsers froze it; Windows
 * on Arm and Linux on others are revealed only by hints where Chromium writes `Win64; x64` and `x86_64` for all.
 */

import type { Agent } from "./agent.ts";
import { guardedBy } from "./keyword-scan.ts";
import type { NamedVersion } from "./schema.ts";

export interface Processor {
  readonly architecture?: string;
  readonly bitness?: string;
}

const NOT_TOLD: Processor = {};

const WORDS = guardedBy(
  /x86|x64|win64|wow64|amd64|i[3-6]86|arm|aarch64|ppc|powerpc|mips|riscv|sparc|s390|ia64|loong|intel mac/,
);

/** Each with its edges, the first counts: `arm64` before `arm`; a 32-bit browser on a 64-bit system says `WOW64`. */
const FORMS: readonly (readonly [form: RegExp, architecture: string, bitness?: string])[] = [
  [/\b(?:aarch64|arm_?64|arm64e?|armv[89]l?)\b/, "arm", "64"],
  [/\b(?:x86[_-]64|x64|win64|wow64|amd64)\b/, "x86", "64"],
  [/\bi[3-6]86\b|\bx86\b/, "x86", "32"],
  [/\barm(?:v[4-7]\w{0,3}|eabi\S{0,8}|hf|el)?(?=[;,) ])/, "arm", "32"],
  [/\bppc64(?:le)?\b/, "ppc", "64"],
  [/\bppc\b|[ _]powerpc\b/, "ppc", "32"],
  [/\bmips64(?:el)?\b/, "mips", "64"],
  [/\bmips(?:el)?\b/, "mips", "32"],
  [/\briscv64\b/, "riscv", "64"],
  [/\bsparc64\b|\bsun4u\b/, "sparc", "64"],
  [/\bsparc\b/, "sparc"],
  [/\bs390x\b/, "s390", "64"],
  [/\bia64\b/, "ia64", "64"],
  [/\bloong(?:arch)?64\b/, "loong", "64"],
];

/** The last macOS before Macs with Arm is 10.15, which browsers write for all later ones. */
const INTEL_ALONE = /^10\.(?:[0-9]|1[0-4])(?:\.|$)/;

/** The processor, where a string names one and a system. */
export function processorOf(agent: Agent, system: NamedVersion | false): Processor {
  if (system === false || !WORDS.test(agent)) return NOT_TOLD;
  const { lower } = agent;
  const found = FORMS.find(([form]) => form.test(lower));
  if (found) return { architecture: found[1], ...(found[2] && { bitness: found[2] }) };
  return lower.includes("intel mac") && INTEL_ALONE.test(system.version) ? { architecture: "x86" } : NOT_TOLD;
}
