/** Advice for a violation: add its source to the policy, investigate it, or ignore it. Pure. */

import { LOADS, violationAdvice } from "../../../data/violation-advice.ts";
import { type CspPolicy, checkLoad, findBypass, operative, readSource } from "../../headers/verdicts.ts";
import { parseSource } from "../../syntax/csp.ts";
import type { Row } from "./read-post.ts";
import type { ReportGroups } from "./schema.ts";

/** Advice with the reason unless the source can be added. @param policy the policy to extend, if known */
export function adviceOn(
  row: Row,
  policy: CspPolicy | undefined,
): Pick<ReportGroups["violations"][number], "advice" | "why"> {
  const [directive = "", source = ""] = row.key.split(" ");
  const found = violationAdvice.find(({ of }) => of.test(row.key));
  if (found?.advice === "ignore") return { advice: "ignore", why: found.why };
  if (isAllowed(row, directive, source, policy))
    return { advice: "ignore", why: "The policy below allows this already." };
  const hint =
    source === "inline" && row.samples.length === 0
      ? " 'report-sample' in the directive shows how it starts."
      : "";
  const why = found ? found.why + hint : whyNot(directive, source, policy);
  if (why !== undefined) return { advice: "investigate", why };
  if (row.count > 1) return { advice: "add-to-policy" };
  return { advice: "investigate", why: "Seen once, by one browser. Wait for a second report." };
}

/** Whether the policy allows all URLs of the row, since it is newer than the reports. */
function isAllowed(row: Row, directive: string, source: string, policy: CspPolicy | undefined): boolean {
  const as = LOADS.get(directive);
  const self = URL.parse(row.pages[0] ?? "");
  const urls = row.urls.length > 0 ? row.urls : [source];
  if (as === undefined || !policy || !self || !urls.every((url) => URL.canParse(url))) return false;
  return urls.every((url) => checkLoad({ as, url }, [policy], self, "chromium").allowed === true);
}

/** Reason against a host or scheme as source; undefined if it can be one. */
function whyNot(directive: string, source: string, policy: CspPolicy | undefined): string | undefined {
  if (source !== "'self'" && readSource(source, "chromium")?.wildcard !== false)
    return "No source of a policy can match this host.";
  if (directive !== "script-src") return undefined;
  const list = policy && operative(policy, "script-src-elem")?.list;
  if (list?.strictDynamic)
    return "'strict-dynamic' ignores hosts. Give the script the nonce, or load it by a script that has one.";
  const host = parseSource(source);
  // Without a path all bypasses of the host count, as in a source.
  return host.kind === "host" && findBypass(host, list?.eval ?? true)
    ? "This host has files that run any code, so the policy would protect little. Use a nonce instead."
    : undefined;
}
