/** Answers about what a response limits: who reads its timing, what needs a hash, which features the page may use. Pure. */

import { wordTable } from "../../data/word-table.ts";
import type { Answer, Verdicts } from "./verdict-types.ts";

/** The default, the page's own origin alone, needs no words. */
export function timing({ timing }: Verdicts): Answer | undefined {
  if (timing === undefined || timing === "same-origin") return undefined;
  return {
    question: "Who may read its timing?",
    answer:
      timing === "anyone"
        ? "Pages of any site."
        : `Only pages of its own origin and ${[timing].flat().join(", ")}.`,
    tone: "neutral",
    details: ["Decided by Timing-Allow-Origin."],
  };
}

const LOADED = wordTable({ script: "scripts", style: "style sheets" });

export function integrity({ integrity }: Verdicts): Answer | undefined {
  if (!integrity) return undefined;
  const { blocked, reportOnly, reported = [], unsupported = [] } = integrity;
  const text = (names: readonly string[]) => names.map((name) => LOADED.get(name) ?? name).join(" and ");
  return {
    question: "What needs an integrity hash?",
    answer:
      blocked.length === 0
        ? "Nothing: the policy blocks nothing."
        : `${text(blocked)}, which are ${reportOnly ? "reported" : "blocked"} without one.`.replace(
            /^s/,
            "S",
          ),
    tone: blocked.length > 0 && !reportOnly ? "good" : "neutral",
    details: [
      ...(reported.length > 0 ? [`Only reported: ${text(reported)}`] : []),
      ...(unsupported.length > 0 ? [`Not supported by browsers yet: ${text(unsupported)}`] : []),
    ],
  };
}

/** The most members that a detail lists by name. */
const MOST_NAMED = 3;

export function permissions({ permissions, firefox, webkit }: Verdicts): Answer | undefined {
  const features = Object.entries(permissions ?? {});
  if (features.length === 0) return undefined;
  const denied = features.filter(([, { self }]) => !self).map(([name]) => name);
  const more = denied.length > MOST_NAMED ? [`${denied.length - MOST_NAMED} more`] : [];
  const ignoring = [
    ...(firefox?.permissions === null ? ["Firefox"] : []),
    ...(webkit?.permissions === null ? ["Safari"] : []),
  ];
  return {
    question: "Which browser features may it use?",
    answer:
      denied.length === 0
        ? "All; the policy says which frames may too."
        : `Not ${[...denied.slice(0, MOST_NAMED), ...more].join(", ")}.`,
    tone: "neutral",
    details: [
      ...features.map(
        ([name, { allowlist }]) => `${name}: ${allowlist.length === 0 ? "nobody" : allowlist.join(" ")}`,
      ),
      ...(ignoring.length > 0 ? [`Only in Chromium: ${ignoring.join(" and ")} ignore the field.`] : []),
    ],
  };
}
