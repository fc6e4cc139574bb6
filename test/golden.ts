/** Failure message of golden tests. */
export const RENEW = "bun build/golden.ts renews this file; read the difference before you commit it";
