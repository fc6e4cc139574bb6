/** The software bill of materials of the executable, in CycloneDX 1.6. */

import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { bundledPackages } from "./bundle.ts";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packages in the executable, with their versions and licences. */
export async function bill(root: string): Promise<object> {
  const found = new Map<string, Package>();
  for (const { name } of await bundledPackages(root))
    found.set(name, await Bun.file(join(root, "node_modules", name, "package.json")).json());
  const components = [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name)).map(component);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": "netlens",
        name: manifest.name,
        version: manifest.version,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components: [
      {
        type: "platform",
        "bom-ref": "bun",
        name: "bun",
        version: manifest.engines.bun,
        licenses: [{ license: { id: "MIT" } }],
        purl: `pkg:npm/bun@${manifest.engines.bun}`,
      },
      ...components,
    ],
    dependencies: [
      {
        ref: "netlens",
        dependsOn: ["bun", ...Object.keys(manifest.dependencies).map((name) => refOf(found, name))],
      },
      ...[...found.values()].map((one) => ({
        ref: purl(one),
        dependsOn: Object.keys(one.dependencies ?? {})
          .filter((name) => found.has(name))
          .map((name) => refOf(found, name)),
      })),
    ],
  };
}

function component(one: Package): object {
  return {
    type: "library",
    "bom-ref": purl(one),
    name: one.name,
    version: one.version,
    purl: purl(one),
    ...(one.license !== undefined && { licenses: [{ expression: one.license }] }),
  };
}

function refOf(found: ReadonlyMap<string, Package>, name: string): string {
  const one = found.get(name);
  if (!one) throw new Error(`${name} is not installed`);
  return purl(one);
}

function purl({ name, version }: Package): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
