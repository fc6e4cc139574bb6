import { parseItem } from "../../syntax/structured-fields.ts";
import { field } from "../field.ts";
import { asBoolean } from "../reading/fixing.ts";
import { readBoolean, structuredProblems } from "../reading/structured.ts";

const named = structuredProblems(
  "Origin-Agent-Cluster",
  parseItem,
  "html/browsers.html#origin-agent-cluster",
  { good: "?1", wrong: '"yes"', fix: asBoolean },
);

/** Origin-Agent-Cluster (HTML section 7.1.2): boolean that requests a process per origin. */
export const originAgentCluster = field("Origin-Agent-Cluster", "sf-item", {
  links: ["html/browsers.html#origin-keyed-agent-clusters"],
  parse: (value, report) => readBoolean(named, value, report),
  alternateInMessage(isWanted, { verdicts }) {
    const { secureContext, originKeyed } = verdicts.isolation;
    if (secureContext === false) return "no effect over plain HTTP";
    // Cross-origin isolated pages have their own process, regardless of the header.
    return (originKeyed ?? isWanted) ? "isolated from sibling subdomains" : "may share its site's process";
  },
}).problems({ named });
