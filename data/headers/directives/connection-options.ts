/** Options of Connection: RFC 9110 and common names of hop-by-hop fields. Keys in lower case. */

import { wordTable } from "../word-table.ts";

export const connectionOptions = wordTable({
  close: "The connection ends after this message.",
  "keep-alive": "The connection stays open for further messages. The default in HTTP/1.1.",
  upgrade: "The field Upgrade counts on this connection only.",
  te: "The field TE counts on this connection only.",
  "transfer-encoding": "The field Transfer-Encoding counts on this connection only; needless.",
  "proxy-connection": "A non-standard field of old clients.",
  "http2-settings": "The field HTTP2-Settings counts on this connection only.",
});
