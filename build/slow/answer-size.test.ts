/** The slow inputs of each route: no answer is larger than the bound. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  type Answered,
  answers,
  isBounded,
  openAmplified,
  openTarget,
  ROUTES,
} from "../../test/server/amplified.ts";

const target = openTarget();
afterAll(target.stop);
let app: Awaited<ReturnType<typeof openAmplified>>;
beforeAll(async () => {
  app = await openAmplified();
});

for (const [route, { slow }] of Object.entries(ROUTES))
  if (slow)
    test(route, async () => {
      const wrong: Answered[] = [];
      let answered = 0;
      for await (const each of answers(app, target, route, slow(target.url))) {
        if (each.status < 300) answered++;
        if (!isBounded(each) || each.status >= 500) wrong.push(each);
      }
      expect(wrong).toEqual([]);
      expect(answered).toBeGreaterThan(0);
    }, 300_000);
