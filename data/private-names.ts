/**
 * Last labels of names inside the resolver's own network. Sources: RFC 6761 (localhost), RFC 6762 with those
 * of its appendix G, RFC 8375 (home.arpa), ICANN's reservation of internal (2024); localdomain is a default
 * of systems (glibc's hosts file).
 */
export const PRIVATE_SUFFIXES: readonly string[] = [
  "internal",
  "local",
  "localdomain",
  "lan",
  "intranet",
  "corp",
  "home.arpa",
];

/** Private labels that are also common words after a dot: a value with one may be no internal name. */
export const PRIVATE_WORDS: readonly string[] = ["localhost", "home", "private"];
