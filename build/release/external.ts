/**
 * Packages that are never loaded. Elysia uses file-type to detect types of uploaded files, and netlens
 * accepts no uploads.
 */
export const EXTERNAL = ["file-type"] as const;
