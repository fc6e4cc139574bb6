/** Every route limits the size of its answer relative to the input. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Endpoint, endpointOf } from "../../src/api/endpoint.ts";
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

const served = () =>
  app.routes.flatMap(({ method, path, hooks }) => {
    const endpoint = endpointOf(hooks);
    return endpoint.served?.() === false ? [] : [{ route: `${method} ${path}`, endpoint }];
  });

test("every route has a row, and each row a route", () => {
  const routes = served().map(({ route }) => route);
  expect(Object.keys(ROUTES).toSorted()).toEqual([...new Set(routes)].toSorted());
});

/** Whether a client chooses more than the language and the format. */
function takesInput(route: string, { path, query = {} }: Endpoint): boolean {
  const free = Object.values(query).filter(({ schema }) => !("enum" in schema));
  return route.startsWith("POST ") || path !== undefined || free.length > 0;
}

test("every route with input has an amplifying request, or the reason why its input is short", () => {
  const missing = served().filter(({ route, endpoint }) => {
    const { quick, slow, short } = ROUTES[route] ?? {};
    return takesInput(route, endpoint) && !quick && !slow && short === undefined;
  });
  expect(missing.map(({ route }) => route)).toEqual([]);
});

/** Bytes of input below which a request amplifies nothing. */
const LEAST_INPUT = 4000;

describe("no answer is larger than the limit:", () => {
  for (const [route, { quick, fixed, short }] of Object.entries(ROUTES))
    if (quick !== undefined || fixed !== undefined)
      test(route, async () => {
        const asked = quick?.(target.url) ?? [
          { path: short ? `${fixed}` : `${fixed}?q=${"%22".repeat(2000)}` },
        ];
        const answered: Answered[] = [];
        for await (const each of answers(app, target, route, asked)) answered.push(each);
        expect(answered.filter((each) => !isBounded(each) || each.status >= 500)).toEqual([]);
        if (quick) expect(Math.max(...answered.map(({ input }) => input))).toBeGreaterThan(LEAST_INPUT);
      });
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
