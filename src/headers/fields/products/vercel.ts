import { type AnyField, item, plainField } from "../../field.ts";
import { listing } from "../../wording.ts";
import { type Place, region } from "./places.ts";
import { momentWords, plausible } from "./times.ts";

interface VercelId {
  readonly regions: readonly { readonly code: string; readonly place?: Place }[];
  readonly id: string;
  readonly ms?: number;
}

/** fra1::iad1::abcde-1700000000000-0123456789ab */
function readVercelId(value: string): VercelId | undefined {
  const parts = value.split("::", 6);
  const id = parts.pop() ?? "";
  const regions = parts
    .flatMap((part) => part.split(":"))
    .filter((code) => /^[a-z]{3}\d{1,2}$/.test(code))
    .map((code) => {
      const place = region("vercel", code);
      return { code, ...(place && { place }) };
    });
  const ms = plausible(Number(/-(\d{13})-/.exec(id)?.[1] ?? 0));
  return regions.length === 0 ? undefined : { regions, id, ...(ms !== undefined && { ms }) };
}

function vercelIdField(name: string): AnyField<VercelId> {
  return plainField({
    name,
    type: "identifier",
    repeat: "list",
    parse: readVercelId,
    itemsInMessage: ({ regions, id, ms }, context) => [
      ...regions.map(({ code, place }, at) =>
        item(
          "region",
          code,
          at === 0 ? "Where the request came in." : "Where the function ran.",
          place?.whole,
        ),
      ),
      item(
        "id",
        id,
        "Number of the request in Vercel's logs.",
        ms === undefined ? undefined : momentWords(ms, context),
      ),
    ],
    alternate({ regions }) {
      const [edge, ...rest] = regions.map(({ code, place }) => place?.city ?? code);
      return `Vercel in ${edge}${rest.length > 0 ? `, function in ${listing([...new Set(rest)])}` : ""}`;
    },
  });
}

export const xVercelId = vercelIdField("x-vercel-id");
export const xNowId = vercelIdField("x-now-id");
