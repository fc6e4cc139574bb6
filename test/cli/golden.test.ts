/** Output of commands, compared with a reviewed file. `bun build/golden.ts` rewrites it. */

import { expect, test } from "bun:test";
import { RENEW } from "../golden.ts";
import { renderSession, sessionsOf } from "./golden/render.ts";

const text = await Bun.file(new URL("golden/sessions.txt", import.meta.url).pathname).text();

for (const session of sessionsOf(text))
  test([session.command, ...session.input].join(" | "), async () => {
    expect(await renderSession(session), RENEW).toBe(session.whole);
  });
