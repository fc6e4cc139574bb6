/** Sources of each room, and the tests that should detect a fault in them. */
export const ROOMS: Readonly<
  Record<string, { readonly sources: readonly string[]; readonly tests: readonly string[] }>
> = {
  syntax: { sources: ["src/syntax/**/*.ts"], tests: ["test/syntax", "test/headers"] },
  "headers/verdicts": { sources: ["src/headers/verdicts/**/*.ts"], tests: ["test/headers"] },
  "headers/fields": { sources: ["src/headers/{fields,reading}/**/*.ts"], tests: ["test/headers"] },
  "headers/rules": { sources: ["src/headers/rules/**/*.ts"], tests: ["test/headers"] },
  headers: {
    sources: ["src/headers/*.ts", "src/headers/{engine,how,intent,requests}/**/*.ts"],
    tests: ["test/headers"],
  },
  ip: { sources: ["src/ip/**/*.ts"], tests: ["test/ip"] },
  useragent: { sources: ["src/useragent/**/*.ts"], tests: ["test/useragent"] },
  http: { sources: ["src/http/**/*.ts"], tests: ["test/http"] },
  jobs: { sources: ["src/jobs/**/*.ts"], tests: ["test/jobs"] },
  server: {
    sources: ["src/{api,server,compat,status}/**/*.ts"],
    // Tests of the endpoints cover the common part of the server too.
    tests: [
      "test/api",
      "test/server",
      "test/compat",
      "test/status",
      ...["ip", "useragent", "http", "web"].map((room) => `test/${room}/routes.test.ts`),
      ...["own-headers", "reference"].map((name) => `test/web/${name}.test.ts`),
    ],
  },
  platform: { sources: ["src/platform/**/*.ts"], tests: ["test/platform"] },
  cli: {
    sources: ["src/cli/**/*.ts"],
    // These tests of other rooms run commands too.
    tests: ["test/cli", "test/jobs/redirects", "test/useragent/verify"],
  },
  view: { sources: ["src/view/**/*.ts"], tests: ["test/view", "test/web", "test/cli"] },
  web: { sources: ["src/web/**/*.ts"], tests: ["test/web"] },
  library: { sources: ["src/library/**/*.ts"], tests: ["test/library"] },
  mcp: { sources: ["src/mcp/**/*.ts"], tests: ["test/mcp"] },
  problems: { sources: ["src/problems/**/*.ts"], tests: ["test/problems", "test/web"] },
  settings: { sources: ["src/settings/**/*.ts"], tests: ["test/settings", "test/cli"] },
};
