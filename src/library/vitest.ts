/** Fixture and reporter for Vitest, which is not imported: its objects are given. Pure but for the clock. */

import type { ResponseLike } from "./message.ts";
import {
  KEPT_AS,
  type Recorder,
  type RunOptions,
  recorder,
  runTable,
  type TestFindings,
} from "./run-findings.ts";

interface Given {
  readonly task: { readonly meta: object };
}
type Watch = (response: ResponseLike) => void;

/** The recorders of the tests that run now. */
const running = new Set<Recorder>();

/**
 * `test.extend(fixturesOf())`: every response of `fetch` is held to the project file, and what is found kept in the test's
 * metadata. The fixture `netlens` takes further responses. Tests that run at once share what they fetch.
 */
export function fixturesOf(options: RunOptions = {}) {
  const netlens = async ({ task }: Given, use: (watch: Watch) => Promise<void>): Promise<void> => {
    const own = recorder(options);
    running.add(own);
    recordFetch();
    await use(own.add);
    running.delete(own);
    const found = await own.findings();
    if (found.responses > 0) Object.assign(task.meta, { [KEPT_AS]: found });
  };
  return { netlens: [netlens, { auto: true }] as const };
}

/** The function that stands in place of fetch, so that it is not put there twice. */
let recording: typeof fetch | undefined;

/** Again for each test: one may have put a stub of its own in place. */
function recordFetch(): void {
  const ask = globalThis.fetch;
  if (ask === recording) return;
  recording = Object.assign(async (...given: Parameters<typeof fetch>) => {
    const response = await ask(...given);
    const [input, init] = given;
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const { headers, status, url } = response;
    for (const { add } of running) add({ headers, status, url, method });
    return response;
  }, ask);
  globalThis.fetch = recording;
}

interface TestModule {
  readonly children: {
    allTests(): Iterable<{ readonly fullName: string; meta(): { readonly [KEPT_AS]?: TestFindings } }>;
  };
}

/** Vitest makes a reporter with `new`. */
export default function reporter() {
  return {
    onTestRunEnd(modules: readonly TestModule[]) {
      const tests = modules.flatMap(({ children }) =>
        [...children.allTests()].flatMap((test) => {
          const found = test.meta()[KEPT_AS];
          return found ? [{ test: test.fullName, found }] : [];
        }),
      );
      const { text, fails } = runTable(tests);
      console.log(`\n${text}`);
      if (fails) process.exitCode = 1;
    },
  };
}
