/** Declares problems of lookups, and lists those that a lookup can find. */

export { variantRows } from "./chain/variants.ts";
export { checkRows } from "./report/active-checks.ts";
export { certificateRows } from "./report/certificate-problems.ts";
export { chainRows } from "./report/chain-problems.ts";
export { domainRows, registered } from "./report/domain.ts";
export { errorPageRows } from "./report/error-pages.ts";
export { exposedRows } from "./report/exposed.ts";
export { lookupRows } from "./report/lookup-problems.ts";
export { type AnyLookupRow, finding, lookupProblem } from "./report/problem.ts";
export { stepRows } from "./report/step-problems.ts";
