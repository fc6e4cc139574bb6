/**
 * Environment of the samples: a folder with `netlens`, a site and a service, on free ports of this machine.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { root, type Sample } from "./documents.ts";

/** Addresses in the documents, replaced by those of the servers. */
const SITE = "127.0.0.1:8000";
const SERVICE = "127.0.0.1:8080";

/** Answers of the site by path and query: status code, and redirect target or content. */
const ANSWERS: ReadonlyMap<string, readonly [status: number, to: string]> = new Map([
  ["/cookie", [200, ""]],
  ["/", [200, ""]],
  ["/about.html", [301, "/about/"]],
  ["/team.html", [301, "/about/"]],
  ["/about/", [200, ""]],
  ["/shop?id=7", [302, "/shop/lamp/"]],
  ["/shop/lamp/", [200, ""]],
  ["/news.html", [301, "/news/"]],
  ["/news/", [302, "/"]],
  ["/feed.xml", [301, "/feed/"]],
  ["/feed/", [200, ""]],
  ["/menu/", [200, ""]],
]);

function answer(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const [status, to] = ANSWERS.get(pathname + search) ?? [404, ""];
  const headers = {
    "content-type": "text/html; charset=utf-8",
    ...(to !== "" && { location: to }),
    ...(pathname === "/cookie" && { "set-cookie": "sid=1; SameSite=None" }),
    ...(pathname === "/menu/" && { "content-security-policy": "script-src 'self'" }),
  };
  const loads = pathname === "/menu/" ? '<script src="/order.js"></script><script>show()</script>' : "";
  return new Response(`<!DOCTYPE html><title>Example</title>${loads}`, { status, headers });
}

/** Mark after the output of a command, followed by its exit code. */
const MARK = "\u0001";

/** Environment of a fake clock (libfaketime), shared by programs and their servers. */
const CLOCK = [
  "LD_PRELOAD",
  "FAKETIME",
  "FAKETIME_SHARED",
  "DONT_FAKE_MONOTONIC",
  "FAKETIME_DONT_FAKE_MONOTONIC",
];

export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), "netlens-guide-"));
  // The bundle looks for its embedded databases in the working directory.
  const built = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    target: "bun",
    splitting: true,
    outdir: folder,
  });
  if (!built.success) throw new AggregateError(built.logs, "src/main.ts cannot be bundled");
  writeFileSync(join(folder, "netlens"), `#!/bin/sh\nexec '${process.execPath}' '${folder}/main.js' "$@"\n`, {
    mode: 0o755,
  });
  const site = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  const service = await startService(loadConfig(
    { listen: "127.0.0.1:0", reports: join(folder, "reports.sqlite") },
    {},
  ).settings, () => {}, []);
  const ports = [
    [SITE, `127.0.0.1:${site.port}`],
    [SERVICE, service.address],
  ] as const;
  const here = (text: string) => ports.reduce((made, [from, to]) => made.replaceAll(from, to), text);
  const asWritten = (text: string) => ports.reduce((made, [from, to]) => made.replaceAll(to, from), text);
  return {
    write: (file: string, text: string) => writeFileSync(join(folder, file), here(text)),
    /** Runs commands in one shell, in order. @returns standard output and error of each */
    async run(samples: readonly Sample[]): Promise<string[]> {
      const script = samples.map(
        ({ command }) => `${here(command)}\nlast=$?; printf '${MARK}'; (exit $last)`,
      );
      const child = Bun.spawn(["bash", "-c", `exec 2>&1\n${script.join("\n")}`], {
        cwd: folder,
        env: {
          ...Object.fromEntries(CLOCK.map((name) => [name, process.env[name]])),
          PATH: `${folder}:${process.env["PATH"]}`,
          HOME: folder,
          LC_ALL: "C.UTF-8",
        },
        stdin: "ignore",
      });
      const out = await child.stdout.text();
      return out
        .split(MARK)
        .slice(0, -1)
        .map((text) => asWritten(text).trim());
    },
    async close() {
      await service.stop();
      await site.stop(true);
      rmSync(folder, { recursive: true });
    },
  };
}
