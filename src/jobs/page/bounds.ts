/** Whether sources of the suggested policy name origins, or each file. */
export const POLICY_BY = ["origin", "path"] as const;
export type PolicyBy = (typeof POLICY_BY)[number];
