/** Resources that are looked up unless somebody says otherwise, and at most. */
export const USUAL_RESOURCES = 100;
export const MOST_RESOURCES = 500;

/** References that are known in all, those of style sheets with them. */
export const MOST_KNOWN = 4000;

/** Whether sources of the proposed policy name origins, or each file. */
export const POLICY_BY = ["origin", "path"] as const;
export type PolicyBy = (typeof POLICY_BY)[number];
