/** Metrics as data, summed over processes, in Prometheus' text format. Pure. */

export interface Sample {
  /** Suffix of the name: `_bucket`, `_sum`, `_count` of a histogram. */
  readonly suffix?: string;
  /** Text between the braces; `""` for none. */
  readonly labels: string;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Merges the values of several processes by this function; by default sums them. */
  readonly together?: "min" | "max";
  readonly samples: readonly Sample[];
}

/** A family with one sample and no labels. */
export function single(
  type: "counter" | "gauge",
  name: string,
  help: string,
  value: number,
  together?: "min" | "max",
): Family {
  return { name, type, help, samples: [{ labels: "", value }], ...(together && { together }) };
}

/** Merges the families of several processes. */
export function sumOf(processes: readonly (readonly Family[])[]): Family[] {
  const families = new Map<string, { family: Family; samples: Map<string, Sample> }>();
  for (const family of processes.flat()) {
    const known = families.get(family.name) ?? { family, samples: new Map<string, Sample>() };
    families.set(family.name, known);
    for (const sample of family.samples) {
      const key = `${sample.suffix ?? ""}{${sample.labels}`;
      const before = known.samples.get(key);
      const value = before ? combine(family.together, before.value, sample.value) : sample.value;
      known.samples.set(key, { ...sample, value });
    }
  }
  return [...families.values()].map(({ family, samples }) => ({ ...family, samples: [...samples.values()] }));
}

function combine(how: "min" | "max" | undefined, a: number, b: number): number {
  return how === undefined ? a + b : Math[how](a, b);
}

/** Prometheus' text format 0.0.4. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ suffix = "", labels, value }) => `${name}${suffix}${labels && `{${labels}}`} ${value}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join("");
}
