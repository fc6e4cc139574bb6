/**
 * SARIF rules that GitHub's code scanning checks: GitHub's limits, and rules by their id in Microsoft's
 * validator.
 */

export interface SarifLog {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly Rule[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly Location[];
      readonly relatedLocations?: readonly Location[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}

interface Rule {
  readonly id: string;
  readonly name?: string;
  readonly shortDescription?: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help?: { readonly text: string };
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region?:
      | { readonly startLine?: number; readonly snippet?: { readonly text: string } }
      | undefined;
  };
}

type Result = SarifLog["runs"][number]["results"][number];

const ruleChecks: Readonly<Record<string, (rule: Rule) => boolean>> = {
  "SARIF2012 ProvideRuleProperties": ({ name, help }) =>
    /^(?:[A-Z][a-z0-9]*)+$/.test(name ?? "") && !!help?.text,
  "GHAS fullDescription": ({ fullDescription }) =>
    !!fullDescription?.text && fullDescription.text.length <= 1024,
  "GHAS shortDescription": ({ shortDescription }) =>
    !!shortDescription?.text && shortDescription.text.length <= 1024,
  "SARIF1001 RuleIdentifiersMustBeValid": ({ id, name }) => id !== "" && id !== name,
};

const locationChecks: Readonly<Record<string, (location: Location) => boolean>> = {
  "GH1001 ProvideRequiredLocationProperties": ({ physicalLocation }) =>
    !!physicalLocation.artifactLocation.uri,
  "GH1003 ProvideRequiredRegionProperties": ({ physicalLocation: { region } }) =>
    Number.isInteger(region?.startLine) && (region?.startLine ?? 0) >= 1,
  "GH1005 LocationsMustBeRelativeUrisOrFilePaths": ({ physicalLocation: { artifactLocation } }) =>
    isRelativeReference(artifactLocation.uri),
};

const resultChecks: Readonly<Record<string, (result: Result) => boolean>> = {
  "GH1001 ProvideRequiredLocationProperties: a result has a place": ({ locations }) => locations.length > 0,
  "GH1006 ProvideCheckoutPath: no run names one, so paths must not leave the folder": ({ locations }) =>
    locations.every(
      ({ physicalLocation }) => !/(?:^|\/)\.\.?(?:\/|$)/.test(physicalLocation.artifactLocation.uri),
    ),
  "GH1007 ProvideFullyFormattedMessageStrings": ({ message }) => message.text !== "",
  "GHAS partialFingerprints": ({ partialFingerprints }) =>
    /^[0-9a-f]+:\d+$/.test(partialFingerprints["primaryLocationLineHash"] ?? ""),
  "GHAS relatedLocations have ids": ({ relatedLocations = [] }) =>
    relatedLocations.every((each) => "id" in each),
};

/** GitHub's maximum number of results per run. */
const MOST_RESULTS = 25_000;

/**
 * Whether a URI is a relative reference (RFC 3986 section 4.2) without authority, and without a colon in its
 * first segment.
 */
function isRelativeReference(uri: string): boolean {
  return /^[\w.~!$&'()*+,;=@%-]+(?:\/[\w.~!$&'()*+,;=:@%-]+)*$/.test(uri) && !/%(?![0-9A-Fa-f]{2})/.test(uri);
}

/** Ids of violated rules, each with the violating value. */
export function githubFaults({ runs }: SarifLog): string[] {
  return runs.flatMap(({ tool, results }) => {
    const { rules } = tool.driver;
    const faults = results.length > MOST_RESULTS ? ["GH1004 ReviewArraysThatExceedConfigurableDefaults"] : [];
    for (const rule of rules) faults.push(...broken(ruleChecks, rule, rule.id));
    for (const result of results) {
      if (rules[result.ruleIndex]?.id !== result.ruleId)
        faults.push(`SARIF1012 ${result.ruleId} has no rule`);
      faults.push(...broken(resultChecks, result, result.ruleId));
      for (const location of [...result.locations, ...(result.relatedLocations ?? [])])
        faults.push(...broken(locationChecks, location, result.ruleId));
    }
    return faults;
  });
}

function broken<T>(
  checks: Readonly<Record<string, (value: T) => boolean>>,
  value: T,
  where: string,
): string[] {
  return Object.entries(checks).flatMap(([id, holds]) => (holds(value) ? [] : [`${id}: ${where}`]));
}
