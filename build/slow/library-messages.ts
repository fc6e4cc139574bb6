/** Example messages: the bad and the good example of every problem. */

import { allKinds } from "../../src/jobs/project/kinds.ts";

/** Bodies for `POST /v1/http/`. */
export function exampleMessages(): object[] {
  return allKinds().flatMap(([, { bad, good }]) =>
    [bad, good].flatMap((example) => {
      if (!example) return [];
      if ("lines" in example) {
        const { lines, ...known } = example;
        return [{ headers: lines, ...known }];
      }
      return [{ headers: example, status: 200 }];
    }),
  );
}
