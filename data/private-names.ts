/**
 * Last labels of names that lead into the network of whoever resolves them. Sources: RFC 6761 (localhost), RFC 6762 with
 * those of its appendix G, RFC 8375 (home.arpa), ICANN's reservation of internal (2024); localdomain is what systems are
 * set up with (glibc's hosts files).
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

/** As these, but words that stand behind a dot elsewhere too: a value that holds one need not tell of a network. */
export const PRIVATE_WORDS: readonly string[] = ["localhost", "home", "private"];
