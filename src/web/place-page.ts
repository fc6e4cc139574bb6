/** `GET /place?at=48.1,11.5`: a position on the map and nothing else, which pages elsewhere may frame. */

import { contentOf, respond } from "../api/answer.ts";
import { NetlensError } from "../api/errors.ts";
import { addressMap } from "./address-view.ts";
import { stylesheet } from "./assets.ts";
import { type Html, html } from "./html.ts";
import { withBase } from "./page.ts";
import { contentPolicy, PAGE_FIELDS } from "./response.ts";
import type { WebDeps } from "./routes.ts";

/** @throws NetlensError `invalid-param` */
export function answerPlace(
  request: Request,
  { site, frameAncestors }: Pick<WebDeps, "site" | "frameAncestors">,
): Response {
  const position = positionIn(new URL(request.url).searchParams.get("at") ?? "");
  return respond(request, contentOf(withBase(placePage(position), site.base)), {
    ...PAGE_FIELDS,
    "content-security-policy": contentPolicy(frameAncestors),
    "cache-control": "public, max-age=3600",
  });
}

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const DEGREES = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

function positionIn(text: string): Position {
  const [, latitude = Number.NaN, longitude = Number.NaN] = (DEGREES.exec(text) ?? []).map(Number);
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new NetlensError(
    "invalid-param",
    `at is latitude and longitude in degrees, such as 48.1,11.5, not "${text}".`,
  );
}

function placePage(position: Position): Html {
  const title = `${position.latitude}, ${position.longitude}`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · netlens</title>
<link rel="stylesheet" href="${stylesheet.href}">
</head>
<body class="frame">
<main id="content"><h1 class="hidden">${title}</h1>${addressMap({ ip: "", ipType: 4, code: "geoip", ...position })}</main>
</body>
</html>
`;
}
