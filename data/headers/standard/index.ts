/** All rows for names of the IANA registry and of MDN's compatibility data. */

import type { CatalogueRow } from "../row.ts";
import { authentication } from "./authentication.ts";
import { caching } from "./caching.ts";
import { calendarAndOdata } from "./calendar-and-odata.ts";
import { clientHints } from "./client-hints.ts";
import { conditional } from "./conditional.ts";
import { content } from "./content.ts";
import { cookies } from "./cookies.ts";
import { cors } from "./cors.ts";
import { fetchMetadata } from "./fetch-metadata.ts";
import { framing } from "./framing.ts";
import { legacy } from "./legacy.ts";
import { mediaAndPush } from "./media-and-push.ts";
import { negotiation } from "./negotiation.ts";
import { reporting } from "./reporting.ts";
import { security } from "./security.ts";
import { webdav } from "./webdav.ts";

export const standardRows: readonly CatalogueRow[] = [
  caching,
  conditional,
  content,
  negotiation,
  cookies,
  cors,
  framing,
  security,
  authentication,
  clientHints,
  fetchMetadata,
  reporting,
  mediaAndPush,
  webdav,
  calendarAndOdata,
  legacy,
].flat();
