/** Recipes as files on disk, and the programs that load them. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RecipePlace } from "../../data/recipe-servers.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { cases as responses } from "../../test/headers/golden/responses.json";
import { casesOf, type WholeResponse } from "./recipes.ts";

/** Recipe as users receive it. */
export interface RecipeText {
  readonly id: string;
  readonly form: "finding" | "file";
  readonly text: string;
}

/** A response with many problems. */
const MESSY: WholeResponse = {
  id: "messy",
  url: "https://example.com/",
  status: 200,
  method: "GET",
  headers: [
    "Server: Apache/2.4.41 (Ubuntu)",
    "Content-Type: text/html; charset=utf-8",
    "X-Powered-By: PHP/8.1.2",
    "X-Powered-By: Express",
    "X-Content-Type-Options: no-sniff",
    "X-Frame-Options: SAME-ORIGIN",
    "X-XSS-Protection: 1; mode=block",
    "Feature-Policy: camera 'none'",
    "Expect-CT: max-age=86400",
    "Set-Cookie: PHPSESSID=abc; path=/",
    "Set-Cookie: theme=dark; SameSite=None",
    "Cache-Control: public, max-age=600",
    "Pragma: no-cache",
    "Strict-Transport-Security: max-age=86400; includeSubDomains; preload",
    "Referrer-Policy: unsafe-url",
    "Access-Control-Allow-Methods: GET POST",
    'ETag: "a"',
  ],
};

export const WHOLE: readonly WholeResponse[] = [...responses.filter(({ status }) => status >= 200), MESSY];

/** Output of `netlens headers --how PLACE` for a response. */
export async function printedFile(place: RecipePlace | string, one: WholeResponse): Promise<string> {
  const args = [
    "headers",
    "--how",
    place,
    "--url",
    one.url,
    "--status",
    String(one.status),
    "-X",
    one.method,
  ];
  const { out, err, code } = await cli(args, { input: [`${one.headers.join("\r\n")}\r\n`] });
  if (code !== 0) throw new Error(`${one.id}: ${err}`);
  return out;
}

/** Recipe of each finding in the API and on pages, and the file with all recipes of whole responses. */
export async function recipeTexts(place: RecipePlace): Promise<readonly RecipeText[]> {
  const findings = casesOf(place).flatMap(({ id, how }) =>
    how[place] === undefined ? [] : [{ id, form: "finding" as const, text: how[place] }],
  );
  const files: RecipeText[] = [];
  for (const one of WHOLE) files.push({ id: one.id, form: "file", text: await printedFile(place, one) });
  return [...findings, ...files];
}

/** A folder for files of a test; `end` removes it. */
export function temporaryFolder(): {
  readonly path: string;
  write(name: string, text: string): string;
  end(): void;
} {
  const path = mkdtempSync(join(tmpdir(), "netlens-recipe-"));
  chmodSync(path, 0o755);
  return {
    path,
    write(name, text) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    end: () => rmSync(path, { recursive: true }),
  };
}

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

export async function ran(command: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = Bun.spawn([...command], {
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/sbin`, ...env },
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, code };
}

/** Index of each text that its program cannot load → the program's error. */
export async function brokenFiles(
  place: RecipePlace,
  texts: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  const folder = temporaryFolder();
  try {
    const load = LOAD[place];
    if (!load) throw new Error(`nothing loads the files for ${place}`);
    return await load(texts, folder);
  } finally {
    folder.end();
  }
}

type Folder = ReturnType<typeof temporaryFolder>;
type Load = (texts: readonly string[], folder: Folder) => Promise<ReadonlyMap<number, string>>;

/** Runs the program once for each file. */
function each(ending: string, test: (file: string, folder: Folder) => Promise<string | undefined>): Load {
  return async (texts, folder) => {
    const broken = new Map<number, string>();
    for (const [at, text] of texts.entries()) {
      const error = await test(folder.write(`${at}/response-headers${ending}`, text), folder);
      if (error !== undefined) broken.set(at, error);
    }
    return broken;
  };
}

const failed = ({ code, out, err }: Ran): string | undefined => (code === 0 ? undefined : `${out}${err}`);

/** Checks PHP files: they contain code, print nothing, and load without errors. */
const php: Load = async (texts, folder) => {
  const files = texts.map((text, at) => folder.write(`${at}/response-headers.php`, text));
  const script = `foreach (array_slice($argv, 1) as $at => $file) {
  ob_start();
  $error = "";
  try { include $file; } catch (Throwable $thrown) { $error = "$thrown"; }
  $error .= ob_get_clean();
  if ($error !== "") fwrite(STDERR, json_encode([$at, $error]) . "\n");
}`;
  const { out, err, code } = await ran([
    "php",
    "-d",
    "display_errors=1",
    "-d",
    "error_reporting=-1",
    "-r",
    script,
    ...files,
  ]);
  if (code !== 0 || out !== "") throw new Error(`${out}${err}`);
  return linesOfPairs(err);
};

const MODULES = "headers filter deflate alias setenvif rewrite ssl socache_shmcb authz_core mpm_event";

const apache = (around: (file: string) => string) =>
  each(".conf", async (file, folder) => {
    const modules = MODULES.split(" ").map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    const conf = `ServerRoot ${folder.path}\nServerName localhost\n${modules.join("\n")}\nListen 127.0.0.1:1\nErrorLog ${folder.path}/log\n${around(file)}\n`;
    const error = failed(await ran(["apache2", "-t", "-f", folder.write("conf", conf)]));
    // Without these modules the file must have no effect, and the server must start.
    const bare = conf.replace(/^LoadModule (?:headers|filter|deflate|ssl|setenvif)_.*$/gm, "");
    return error ?? failed(await ran(["apache2", "-t", "-f", folder.write("bare", bare)]));
  });

const LOAD: Readonly<Partial<Record<RecipePlace, Load>>> = {
  php,
  wordpress: php,
  express: async (texts, folder) => {
    const files = texts.map((text, at) => folder.write(`${at}/response-headers.cjs`, text));
    const script = `for (const [at, file] of process.argv.slice(1).entries()) {
  try { if (typeof require(file) !== "function") throw new Error("exports no middleware"); }
  catch (error) { console.log(JSON.stringify([at, String(error)])); }
}`;
    const { out, err, code } = await ran(["node", "-e", script, ...files]);
    if (code !== 0) throw new Error(err);
    return linesOfPairs(out);
  },
  django: async (texts, folder) => {
    const files = texts.map((text, at) => folder.write(`${at}/response_headers.py`, text));
    const script = `import json, py_compile, runpy, sys
for at, file in enumerate(sys.argv[1:]):
    try:
        py_compile.compile(file, doraise=True)
        runpy.run_path(file)["middleware"](None)
    except BaseException as error:
        print(json.dumps([at, repr(error)]))`;
    const { out, err, code } = await ran(["/usr/bin/python3", "-c", script, ...files]);
    if (code !== 0) throw new Error(err);
    return linesOfPairs(out);
  },
  nginx: each(".conf", async (file, folder) => {
    const conf = `pid ${folder.path}/pid; error_log stderr warn; events {} http { access_log off; include ${file}; server { listen 127.0.0.1:1; } }`;
    const { code, err } = await ran([
      "nginx",
      "-t",
      "-p",
      folder.path,
      "-e",
      "stderr",
      "-c",
      folder.write("conf", conf),
    ]);
    return code === 0 ? undefined : err;
  }),
  apache: apache((file) => `Include ${file}`),
  htaccess: apache((file) => `<Directory "${dirname(file)}">\nInclude ${file}\n</Directory>`),
  caddy: each(".caddy", async (file, folder) => {
    const site = folder.write(
      "Caddyfile",
      `{\n\tadmin off\n}\nhttp://a.test:1 {\n\timport ${file}\n\tfile_server\n}\n`,
    );
    return failed(
      await ran(["caddy", "validate", "--adapter", "caddyfile", "--config", site], { HOME: folder.path }),
    );
  }),
  lighttpd: each(".conf", async (file, folder) => {
    const conf = `server.modules = ("mod_setenv")\nserver.document-root = "${folder.path}"\nserver.port = 1\ninclude "${file}"\n`;
    return failed(await ran(["lighttpd", "-tt", "-f", folder.write("conf", conf)]));
  }),
  // Dashboard steps, optionally followed by one JavaScript snippet.
  cloudflare: each(".txt", async (file, folder) => {
    const [steps = "", snippet, ...more] = (await Bun.file(file).text()).split(/^Rules > Snippets:$/m);
    const odd = steps.split("\n").filter((line) => line !== "" && !CLOUDFLARE_STEP.test(line));
    if (odd.length > 0 || more.length > 0) return `not a step: ${odd.join("\n")}`;
    return snippet === undefined
      ? undefined
      : failed(await ran(["node", "--check", folder.write("snippet.mjs", snippet)]));
  }),
};

const CLOUDFLARE_STEP =
  /^(?:# .*|Rules > Transform Rules > Modify Response Header: (?:when .+, )?(?:set (?:static|dynamic) [\w-]+ to .+|remove [\w-]+)|(?:SSL\/TLS|Rules) > [\w ]+: \w.*|Nothing to do: .*)$/;

function linesOfPairs(out: string): ReadonlyMap<number, string> {
  const pairs = out
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as [number, string]]));
  return new Map(pairs);
}
