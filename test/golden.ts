/** Message of a golden test when its text and its file differ. */
export const RENEW = "bun build/golden.ts renews this file; read the difference before you commit it";
