/** Sources of the suggested policy: origins, or each file. */
export const POLICY_BY = ["origin", "path"] as const;
export type PolicyBy = (typeof POLICY_BY)[number];
