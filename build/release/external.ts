/**
 * Packages that are never loaded: Elysia detects the types of uploaded files with file-type, and netlens
 * takes none.
 */
export const EXTERNAL = ["file-type"] as const;
