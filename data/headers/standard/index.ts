import authentication from "./authentication.txt" with { type: "text" };
import caching from "./caching.txt" with { type: "text" };
import calendarAndOdata from "./calendar-and-odata.txt" with { type: "text" };
import clientHints from "./client-hints.txt" with { type: "text" };
import conditional from "./conditional.txt" with { type: "text" };
import content from "./content.txt" with { type: "text" };
import cookies from "./cookies.txt" with { type: "text" };
import cors from "./cors.txt" with { type: "text" };
import fetchMetadata from "./fetch-metadata.txt" with { type: "text" };
import framing from "./framing.txt" with { type: "text" };
import legacy from "./legacy.txt" with { type: "text" };
import mediaAndPush from "./media-and-push.txt" with { type: "text" };
import negotiation from "./negotiation.txt" with { type: "text" };
import reporting from "./reporting.txt" with { type: "text" };
import security from "./security.txt" with { type: "text" };
import webdav from "./webdav.txt" with { type: "text" };

/** Tables of registered and documented names, by family. */
export const standardTables: readonly string[] = [
  authentication,
  caching,
  calendarAndOdata,
  clientHints,
  conditional,
  content,
  cookies,
  cors,
  fetchMetadata,
  framing,
  legacy,
  mediaAndPush,
  negotiation,
  reporting,
  security,
  webdav,
];
