/** Preflights (Fetch section 4.8): refusals, and headers that only preflight responses need. */

import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { type Context, firstOf, problem, rule } from "../field.ts";
import { type Cors, reasonsIn } from "../verdicts/cors.ts";
import { listing, quote } from "../wording.ts";

const isPreflight = ({ method, request }: Context) =>
  method === "OPTIONS" && request("access-control-request-method") !== undefined;

type Preflight = NonNullable<Cors["preflight"]>;

/** Headers that browsers read only in preflight responses (Fetch section 3.3.3). */
export const PREFLIGHT_ONLY = [...wordList("fields of preflight responses")];

export const corsPreflight = rule([
  firstOf(
    problem("cors-not-preflight", "info", "fetch#cors-preflight-fetch", {
      detect(context) {
        const { method, message, request, all } = context;
        if (method !== "OPTIONS" || !message.request || isPreflight(context)) return undefined;
        return (
          request("origin") !== undefined || all.some(({ line }) => line.name.startsWith("access-control-"))
        );
      },
    }),
    problem("cors-preflight-only", "info", "fetch#http-responses", {
      // If the method is known, absent request headers count as not sent.
      detect(context) {
        const lines = PREFLIGHT_ONLY.flatMap((name) => context.named(name));
        return context.method !== undefined && !isPreflight(context) && lines.length > 0 && lines;
      },
      title(lines) {
        const names = [...new Set(lines.map(({ line }) => line.sent))];
        return `${listing(names)} ${names.length > 1 ? "have" : "has"} an effect only in the response to a preflight request.`;
      },
      at: ([first]) => first,
    }),
  ),
  problem("cors-preflight-refused", "error", "fetch#cors-preflight-fetch", {
    detect({ verdicts }) {
      const preflight = verdicts.cors?.preflight;
      return preflight && !preflight.allowed && preflight;
    },
    title: refusal,
    at: ({ why }, { named }) => named(REFUSING.get(firstReason(why)) ?? "")[0],
  }),
  problem("cors-wildcard-authorization", "info", "fetch#cors-non-wildcard-request-header-name", {
    detect({ verdicts, request }) {
      const preflight = verdicts.cors?.preflight;
      const asked = request("access-control-request-headers")?.toLowerCase() ?? "";
      return (
        preflight?.allowed &&
        /(?:^|[\s,])authorization(?:$|[\s,])/.test(asked) &&
        !preflight.fields.includes("authorization")
      );
    },
    at: (_, { named }) => named("access-control-allow-headers")[0],
  }),
]);

const REFUSING = wordTexts("fields that refuse a preflight");
const REFUSALS = wordTexts("refusals of a preflight");
/** Causes by the status of the response to a preflight, or by its class. */
const REFUSED = wordTexts("refusals of a preflight by status");

export const firstReason = (why = ""): string => reasonsIn(why)[0] ?? "";

/** Reasons with a list of items: the first sentence names the first item, a clause the others. */
const OF_ITEMS = wordList("refusals of several items");

function refusal(preflight: Preflight, context: Context): string {
  const { why, refused = [] } = preflight;
  const sentence = firstRefusal(preflight, context);
  const others = OF_ITEMS.has(firstReason(why)) ? refused.slice(1) : refused;
  if (others.length === 0) return sentence;
  return `${sentence.slice(0, -1)}; ${listing(others.map((each) => quote(each)))} ${others.length === 1 ? "is" : "are"} refused as well.`;
}

function firstRefusal({ why, missing = "" }: Preflight, { status = 0, verdicts, named }: Context): string {
  // The status explains missing headers too.
  const [target] = named("location");
  const cause = (REFUSED.get(`${status}`) ?? REFUSED.get(`${Math.floor(status / 100)}xx`))?.replace(
    "redirects",
    (word) => (target ? `redirect to ${target.line.value}` : word),
  );
  if (cause) return `The preflight gets ${status}: ${cause}, so the request is not sent.`;
  const text =
    REFUSALS.get(firstReason(why)) ?? `Access-Control-Allow-Origin does not allow ${verdicts.cors?.origin}`;
  const filled = text
    .replace("{status}", `${status}`)
    .replace("{quoted}", () => quote(missing))
    .replace("{missing}", () => missing);
  // A server without rules for CORS does not vary by Origin.
  const isListed = firstReason(why) === "no-allow-origin" && verdicts.varies.includes("origin");
  return `${filled}, so browsers do not send the request${isListed ? "; Vary names Origin: the server probably does not list it" : ""}.`;
}
