import { field } from "../field.ts";
import { swapping } from "../fixing.ts";
import { kindWords, structuredItem } from "../reading/structured.ts";
import { structuredProblems } from "../reading/value-problems.ts";
import { htmlStandard } from "../specs.ts";

/** Origin-Agent-Cluster (HTML section 7.1.2): a boolean item that asks for a process of the origin's own. */
export const originAgentCluster = field({
  name: "Origin-Agent-Cluster",
  type: "sf-item",
  repeat: "single",
  links: [htmlStandard("browsers.html#origin-keyed-agent-clusters")],
  parse(value, note) {
    const parsed = structuredItem("Origin-Agent-Cluster", value, note);
    if (!parsed) return undefined;
    if (parsed.value.kind === "boolean") return parsed.value.value;
    note(
      "origin-agent-cluster-type",
      `Origin-Agent-Cluster is ${kindWords(parsed.value.kind)}; only ?1 and ?0 mean something.`,
    );
    return undefined;
  },
  alternate(isWanted, { verdicts }) {
    const { secureContext, originKeyed } = verdicts.isolation;
    if (secureContext === false) return "does nothing over plain HTTP";
    // An isolated page is kept apart whatever this field says.
    return (originKeyed ?? isWanted)
      ? "kept apart from its sibling subdomains"
      : "shares a process with its site";
  },
}).problems({
  named: [
    ...structuredProblems(
      "Origin-Agent-Cluster",
      "?1",
      '"yes"',
      htmlStandard("browsers.html#origin-agent-cluster"),
      { fix: swapping(/^"?(?:true|yes|1|on)"?$/i, "?1") },
    ),
  ],
});
