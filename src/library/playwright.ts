/** Fixture and reporter for Playwright's test runner, without importing it. Pure but for the clock. */

import type { ResponseLike } from "./response/message.ts";
import { KEPT_AS, type RunOptions, recorder, runTable, type TestFindings } from "./response/run-findings.ts";

interface Emitter {
  on(event: "response", listener: (response: ResponseLike) => void): unknown;
}
type Verb = "delete" | "fetch" | "get" | "head" | "patch" | "post" | "put";
type Requests = Record<Verb, (...given: readonly unknown[]) => Promise<ResponseLike>>;
const VERBS: readonly Verb[] = ["delete", "fetch", "get", "head", "patch", "post", "put"];

interface TestInfo {
  attach(name: string, content: { readonly body: string; readonly contentType: string }): Promise<void>;
}
interface Given {
  readonly context: Emitter & { readonly request: Requests };
  readonly request: Requests;
  readonly baseURL: string | undefined;
}
type Watch = (target: Emitter | Requests | ResponseLike) => void;

/**
 * `test.extend(fixturesOf())`: checks every response of a test's pages and of its `request` against the project file and
 * attaches the findings to the test. The fixture `netlens` adds further contexts, pages, requests and responses.
 */
export function fixturesOf(options: RunOptions = {}) {
  const netlens = async (
    { context, request, baseURL }: Given,
    use: (watch: Watch) => Promise<void>,
    info: TestInfo,
  ): Promise<void> => {
    const { add, findings } = recorder(options, baseURL);
    const watch: Watch = (target) => {
      if ("fetch" in target) recordRequests(target, add);
      else if ("on" in target) target.on("response", add);
      else add(target);
    };
    for (const target of [context, context.request, request]) watch(target);
    await use(watch);
    const found = await findings();
    if (found.responses > 0)
      await info.attach(KEPT_AS, {
        body: JSON.stringify(found, undefined, 2),
        contentType: "application/json",
      });
  };
  return { netlens: [netlens, { auto: true }] as const };
}

/** Playwright fires no event for requests of its API client. */
function recordRequests(requests: Requests, add: (response: ResponseLike) => void): void {
  for (const verb of VERBS) {
    const send = requests[verb].bind(requests);
    requests[verb] = async (...given) => {
      const response = await send(...given);
      add(response);
      return response;
    };
  }
}

interface Suite {
  allTests(): readonly {
    titlePath(): readonly string[];
    readonly results: readonly {
      readonly attachments: readonly { readonly name: string; readonly body?: Uint8Array }[];
    }[];
  }[];
}

/** Playwright calls it with `new`. After retries the last run of a test counts. */
export default function reporter() {
  let suite: Suite | undefined;
  return {
    onBegin(_config: unknown, all: Suite) {
      suite = all;
    },
    onEnd({ status }: { readonly status: string }) {
      const tests = (suite?.allTests() ?? []).flatMap((test) =>
        (test.results.at(-1)?.attachments ?? []).flatMap(({ name, body }) =>
          name === KEPT_AS && body
            ? [
                {
                  test: test.titlePath().filter(Boolean).join(" › "),
                  found: JSON.parse(new TextDecoder().decode(body)) as TestFindings,
                },
              ]
            : [],
        ),
      );
      const { text, fails } = runTable(tests);
      console.log(`\n${text}`);
      return fails && status === "passed" ? { status: "failed" } : undefined;
    },
    /** Lets Playwright add its default reporter for the tests themselves. */
    printsToStdio: () => false,
  };
}
