/** `GET /place?at=48.1,11.5` or `?ip=8.8.8.8`: a map alone, for frames on other sites. */

import { contentOf, respond } from "../../api/answer.ts";
import { ERRORS, NetlensError } from "../../api/errors.ts";
import type { Credit } from "../../ip/deps.ts";
import { lookupIp } from "../../ip/lookup.ts";
import type { IpResult } from "../../ip/schema.ts";
import { placeSentence } from "../../jobs/visitor/address-text.ts";
import { positionText } from "../../view/address.ts";
import type { WebDeps } from "../answers/deps.ts";
import { stylesheet } from "../assets/assets.ts";
import { type Html, html } from "../html.ts";
import { creditLine, withBase } from "../page.ts";
import { contentPolicy, PAGE_FIELDS } from "../response.ts";
import { addressMap } from "../views/address-view.ts";

/** Errors are shown in the frame. */
export function answerPlace(
  request: Request,
  { site, frameAncestors, ip }: Pick<WebDeps, "site" | "frameAncestors" | "ip">,
): Response {
  const fields = { ...PAGE_FIELDS, "content-security-policy": contentPolicy(frameAncestors) };
  const { searchParams } = new URL(request.url);
  try {
    const address = searchParams.get("ip");
    const place: IpResult = address
      ? lookupIp(address, ip.geo())
      : { ip: "", ipType: 4, code: "geoip", ...positionIn(searchParams.get("at") ?? "") };
    const page = placePage(place, address ? ip.credits?.()[0] : undefined);
    const content = contentOf(withBase(page, site.base));
    return respond(request, content, { ...fields, "cache-control": "public, max-age=3600" });
  } catch (error) {
    if (!(error instanceof NetlensError)) throw error;
    const { status, title } = ERRORS[error.code];
    const page = frame(title, html`<p class="alert" role="alert">${error.message}</p>`);
    return respond(request, contentOf(withBase(page, site.base)), fields, status);
  }
}

const DEGREES = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** @throws NetlensError `invalid-param` */
function positionIn(text: string) {
  const [, latitude = Number.NaN, longitude = Number.NaN] = (DEGREES.exec(text) ?? []).map(Number);
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  throw new NetlensError(
    "invalid-param",
    `at must be latitude and longitude in degrees, such as 48.1,11.5, not "${text}".`,
  );
}

/** Map with one line for the position and its database. */
function placePage(place: IpResult, credit: Credit | undefined): Html {
  const position = positionText(place);
  const name = [place.city, place.countryName].filter((part) => part).join(", ");
  const title = place.ip || position;
  const map = addressMap(place) ?? html`<p class="leave">${placeSentence(place)}</p>`;
  const about = position && `${name && `${name}: `}${position}. Map: Natural Earth. `;
  return frame(
    title,
    html`${map}
<p class="leave">${about}${credit && html`${creditLine(credit)} `}<a href="/" target="_top">netlens</a></p>`,
  );
}

function frame(title: string, content: Html): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · netlens</title>
<link rel="stylesheet" href="${stylesheet.href}">
</head>
<body class="frame">
<main id="content"><h1 class="hidden">${title}</h1>${content}</main>
</body>
</html>
`;
}
