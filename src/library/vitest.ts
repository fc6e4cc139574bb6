/** Fixture and reporter for Vitest, without importing it. Pure but for the clock. */

import type { ResponseLike } from "./response/message.ts";
import {
  KEPT_AS,
  type Recorder,
  type RunOptions,
  recorder,
  runTable,
  type TestFindings,
} from "./response/run-findings.ts";

interface Given {
  readonly task: { readonly meta: object };
}
type Watch = (response: ResponseLike) => void;

const running = new Set<Recorder>();

/**
 * `test.extend(fixturesOf())`: checks every response of `fetch` against the project file and stores the findings in the test's
 * metadata. The fixture `netlens` adds further responses. Concurrent tests share their responses.
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

/** The installed wrapper of fetch, so that it is not wrapped twice. */
let recording: typeof fetch | undefined;

/** Runs for each test: a test may have replaced fetch with a stub. */
function recordFetch(): void {
  const original = globalThis.fetch;
  if (original === recording) return;
  recording = Object.assign(async (...given: Parameters<typeof fetch>) => {
    const response = await original(...given);
    const [input, init] = given;
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const { headers, status, url } = response;
    for (const { add } of running) add({ headers, status, url, method });
    return response;
  }, original);
  globalThis.fetch = recording;
}

interface TestModule {
  readonly children: {
    allTests(): Iterable<{ readonly fullName: string; meta(): { readonly [KEPT_AS]?: TestFindings } }>;
  };
}

/** Vitest calls it with `new`. */
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
