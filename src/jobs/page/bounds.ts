/** Sources in the suggested policy: origins, or URLs of files. */
export const POLICY_BY = ["origin", "path"] as const;
export type PolicyBy = (typeof POLICY_BY)[number];
