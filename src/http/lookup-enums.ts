/** Questions of one kind in one request. */
export const MOST_QUESTIONS = 100;

/** The words of a lookup's parameters, for the API, the command line and the page's form alike. */

export const METHODS = ["GET", "HEAD", "OPTIONS"] as const;
/** Of HTTP; `auto` offers 2 and 1.1, as browsers do. */
export const VERSIONS = ["auto", "1.1", "2", "3"] as const;
/** Versions of the Internet Protocol. */
export const NETWORKS = ["4", "6"] as const;
/** The kind of client whose steps a lookup takes. */
export const VISITORS = ["client", "browser"] as const;

/** Chains that `variants` follows: http and https, with and without www. */
export const VARIANT_CHAINS = 4;
