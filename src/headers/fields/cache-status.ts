import { cacheStatusParams } from "../../../data/headers/directives/cache-status-params.ts";
import { type Member, parseList } from "../../syntax/structured-fields.ts";
import { detecting, firstOf, type Item, item, problem } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import {
  kindTable,
  type ListPart,
  listParts,
  memberText,
  nameProblem,
  parameterItems,
  plain,
  structuredField,
  structuredProblems,
  wrongKind,
} from "../reading/structured.ts";
import { duration } from "../wording.ts";

const KINDS = kindTable("types of Cache-Status");

/** Removes the value of flags such as `hit`, which are true if present. */
const flags = swapping(
  /;\s*(hit|stored|collapsed)\s*=\s*(?:\?1|"?(?:1|true|yes)"?)(?=\s*[;,]|\s*$)/gi,
  "; $1",
);

const [unparsed, wrongType] = structuredProblems("Cache-Status", parseList, "rfc9211#section-2", {
  good: "ExampleCache; hit",
  wrong: "ExampleCache; hit=1",
  // An invalid cache name has the same id, but gets no fix.
  fix: (value) => (/(?:^|,)\s*[^\s"A-Za-z*]/.test(value) ? undefined : flags(value)),
});

/** Cache-Status (RFC 9211): what each cache did with the request, nearest to the origin first. */
export const cacheStatus = structuredField(unparsed, {
  items: (list) => list.flatMap(memberItems),
  alternate: (list) => list.map((member) => `${memberText(member)}: ${story(member)}`).join("; "),
  parts: listParts,
}).problems({
  eachPart: [
    detecting(
      wrongType,
      (part: ListPart) => nameProblem(part, "a cache name (a token or a string)") ?? wrongKind(part, KINDS),
    ),
    problem("cache-status-hit-and-fwd", "error", "rfc9211#section-2.2", {
      detect: ({ member: { parameters }, name }: ListPart) =>
        name === undefined && parameters.has("hit") && parameters.has("fwd"),
      title: (_, { member }) => `${memberText(member)} reports both hit and fwd.`,
      bad: ["Cache-Status: ExampleCache; hit; fwd=stale"],
      good: ["Cache-Status: ExampleCache; hit; ttl=60"],
    }),
    firstOf(
      problem("cache-status-parameter-unknown", "info", "rfc9211#section-2", {
        detect: ({ name }: ListPart) => name !== undefined && !KINDS.has(name) && name,
        title: (name) => `The parameter ${name} is not registered.`,
        bad: ["Cache-Status: ExampleCache; hit; mood=good"],
        good: ["Cache-Status: ExampleCache; hit"],
      }),
      problem("cache-status-fwd-unknown", "warning", "rfc9211#section-2.2", {
        detect: ({ name, bare }: ListPart) =>
          name === "fwd" &&
          bare?.kind === "token" &&
          !cacheStatusParams.get(`fwd=${bare.value}`) &&
          bare.value,
        title: (reason) => `fwd=${reason} is not a registered reason.`,
        bad: ["Cache-Status: ExampleCache; fwd=invalid"],
        good: ["Cache-Status: ExampleCache; fwd=uri-miss"],
      }),
      problem("cache-status-range", "warning", "rfc9211#section-2.3", {
        detect: ({ name, bare }: ListPart) =>
          name === "fwd-status" &&
          bare?.kind === "integer" &&
          (bare.value < 100 || bare.value > 599) && { code: bare.value },
        title: ({ code }) => `fwd-status=${code} is not a status code.`,
        bad: ["Cache-Status: ExampleCache; fwd=miss; fwd-status=42"],
        good: ["Cache-Status: ExampleCache; fwd=miss; fwd-status=200"],
      }),
    ),
  ],
});

function memberItems(member: Member): Item[] {
  const own = item(
    memberText(member),
    "",
    "A cache along the way, by the name it gives itself.",
    story(member),
  );
  return [
    own,
    ...parameterItems(member.parameters, (name, bare) => [
      cacheStatusParams.get(name) ?? "An unregistered parameter.",
      name === "ttl" && bare.kind === "integer"
        ? ttl(bare.value)
        : cacheStatusParams.get(`${name}=${plain(bare)}`),
    ]),
  ];
}

function ttl(seconds: number): string {
  return seconds < 0 ? `stale for ${duration(seconds)}` : `fresh for ${duration(seconds)} more`;
}

function story({ parameters }: Member): string {
  const fwd = parameters.get("fwd");
  const seconds = parameters.get("ttl");
  const left = seconds?.kind === "integer" ? `, ${ttl(seconds.value)}` : "";
  const hit = parameters.get("hit");
  if (hit?.kind === "boolean" && hit.value) return `hit${left}`;
  if (!fwd) return `hit or miss not reported${left}`;
  const stored = parameters.get("stored");
  const kept = stored?.kind === "boolean" && stored.value ? ", stored now" : "";
  return `forwarded (${plain(fwd)})${kept}${left}`;
}
