/** Words and colours for the stages of a lookup. */

/** Names in legends and tables. */
export const STAGE_LABELS = {
  wait: "waiting",
  dns: "DNS",
  tcp: "TCP",
  proxy: "proxy",
  tls: "TLS",
  firstByte: "first byte",
  download: "download",
} as const;

/** Activity in a stage, after "is". */
export const STAGE_DOINGS = {
  wait: "waiting for its turn",
  dns: "looking up the name",
  tcp: "connecting",
  proxy: "the proxy",
  tls: "the TLS handshake",
  firstByte: "waiting for the first byte",
  download: "downloading the content",
} as const;

/** Colours of the light theme; an image cannot use the page's colours. */
export const STAGE_COLOURS = {
  wait: "#8d8881",
  dns: "#8a4fb3",
  tcp: "#2f78c4",
  proxy: "#7a6cc0",
  tls: "#14958a",
  firstByte: "#d98a10",
  download: "#4d9a3a",
} as const;
