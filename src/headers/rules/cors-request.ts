import { wordTexts } from "../../../data/headers/words.ts";
import { type Context, firstOf, problem, rule, worded } from "../field.ts";
import { varyWith } from "../fields/vary.ts";
import { isUnstored } from "../reading/response-kind.ts";
import { quote } from "../wording.ts";
import { allowedOrigin, originLine, variesByOrigin } from "./cors.ts";
import { firstReason } from "./cors-preflight.ts";

const REFUSED_COOKIES = wordTexts("refusals of requests with cookies");

const addingOrigin = (context: Context) => varyWith(context, ["Origin"]);

/** The CORS result of a request with Origin, other than a preflight. */
const readingOf = ({ verdicts: { cors }, request }: Context) =>
  request("origin") !== undefined && cors && !cors.preflight ? cors : undefined;

/** CORS for the page that sent this request (Fetch section 4.9). */
export const corsRequest = rule([
  firstOf(
    problem("cors-origin-mismatch", "error", "fetch#cors-check", {
      detect: (context) =>
        originLine(context) &&
        firstReason(readingOf(context)?.why) === "other-origin" &&
        context.request("origin"),
      title: (asked, context) =>
        `Access-Control-Allow-Origin is ${allowedOrigin(context)}, so pages of ${asked} may not read the response.`,
      at: (_, context) => originLine(context),
    }),
    worded("cors-request-refused", "error", "fetch#cors-check", {
      detect: (context) =>
        originLine(context) &&
        context.request("cookie") !== undefined &&
        REFUSED_COOKIES.get(firstReason(readingOf(context)?.why)),
      at: (_, context) => originLine(context),
    }),
  ),
  problem("cors-vary-origin-missing", "warning", "fetch#cors-protocol-and-http-caches", {
    detectAll(context) {
      const origin = allowedOrigin(context);
      const asked = context.request("origin");
      const reading = readingOf(context);
      if (origin === undefined || asked === undefined || !reading || variesByOrigin(context)) return [];
      // A response that caches may not store reaches only the requesting page.
      const isEchoed = reading.allowed && origin === asked && origin !== "null" && !isUnstored(context);
      // The author of a list probably intends to send only the matching origin.
      const listed = origin.split(/[,\s]+/);
      const isMeant = listed.length > 1 && listed.includes(asked) && context.verdicts.caching?.shared.stores;
      return [
        ...(isEchoed
          ? ["although Access-Control-Allow-Origin depends on it: caches may serve other origins"]
          : []),
        ...(isMeant
          ? [`once Access-Control-Allow-Origin is ${quote(asked)} alone, caches may send it to other origins`]
          : []),
      ];
    },
    title: (why) => `Vary does not name Origin${why.startsWith("once") ? ": " : " "}${why}.`,
    at: (_, context) => addingOrigin(context)[0],
    send: (_, context) => addingOrigin(context)[1],
  }),
]);
