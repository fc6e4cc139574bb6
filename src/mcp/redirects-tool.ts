/** The tool that checks redirects. */

import { Type } from "@sinclair/typebox";
import { NetlensError } from "../api/errors.ts";
import { sourceUrl } from "../jobs/redirects/addresses.ts";
import { checkRedirect, OUTCOMES } from "../jobs/redirects/check-redirect.ts";
import { trailOf } from "../jobs/redirects/trail.ts";
import { tool } from "./tool.ts";

/** Each row is a lookup. */
const MOST_REDIRECTS = 50;

export const redirects = tool({
  name: "check_redirects",
  title: "Check redirects",
  description: `Use it after a migration to check that up to ${MOST_REDIRECTS} old URLs lead where they should, by one redirect each.`,
  input: Type.Object({
    redirects: Type.Array(
      Type.Object({
        from: Type.String({ description: "Old URL, or a path if base is given" }),
        to: Type.Optional(
          Type.String({ description: "URL where it should lead; without it any target will do" }),
        ),
      }),
      { minItems: 1, maxItems: MOST_REDIRECTS, description: "Old URLs and their targets" },
    ),
    base: Type.Optional(Type.String({ description: "URL to resolve paths against" })),
  }),
  output: Type.Object({
    rows: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        outcome: Type.Unsafe<(typeof OUTCOMES)[number]>({ type: "string", enum: [...OUTCOMES] }),
        status: Type.Integer({ description: "Status of the first answer, 0 where there was none" }),
        final: Type.String({ description: "Where the redirects end" }),
        redirects: Type.Integer(),
        reason: Type.String({ description: "What is wrong" }),
      }),
    ),
  }),
  openWorld: true,
  run: async ({ redirects, base }, { look }) => {
    if (redirects.length > MOST_REDIRECTS)
      throw new NetlensError(
        "invalid-param",
        `redirects has ${redirects.length} rows; at most ${MOST_REDIRECTS} are allowed.`,
      );
    const rows = [];
    for (const [index, { from, to = "" }] of redirects.entries()) {
      const source = base === undefined && from.startsWith("/") ? undefined : sourceUrl(from, base);
      if (!source)
        throw new NetlensError("invalid-param", `redirects[${index}].from is not a URL; paths need base.`);
      const row = { row: index + 1, line: index + 1, column: 1, from, to };
      const trail = trailOf(await look(source.href, {}));
      const judged = checkRedirect(row, trail, { base, mostRedirects: 1 });
      const { outcome, status, final, redirects, reason } = judged;
      rows.push({ from, to, outcome, status, final, redirects, reason });
    }
    return { rows };
  },
  text: ({ rows }) =>
    rows
      .map(({ from, outcome, status, final, reason }) =>
        `${from}: ${outcome}, ${status} → ${final}. ${reason}`.trim(),
      )
      .join("\n"),
});
