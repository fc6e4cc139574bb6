/**
 * Packages left out of the bundle because nothing loads them. Elysia uses file-type for uploaded files, and
 * netlens accepts no uploads.
 */
export const EXTERNAL = ["file-type"] as const;
