import { expect, test } from "bun:test";
import { lastHeader, problemsOfLast } from "../explained.ts";

/** A token as browsers decode it, without a valid signature. */
function token(payload: unknown, version = 3): string {
  const json = new TextEncoder().encode(JSON.stringify(payload));
  const bytes = new Uint8Array(69 + json.length);
  bytes[0] = version;
  new DataView(bytes.buffer).setUint32(65, json.length);
  bytes.set(json, 69);
  return bytes.toBase64();
}

const TRIAL = {
  origin: "https://example.com:443",
  feature: "ExampleFeature",
  expiry: Date.UTC(2026, 11, 1) / 1000,
};
const INVALID = ["error origin-trial-invalid"];

test.each([
  ["a token", token(TRIAL), []],
  ["in quotes", `"${token(TRIAL)}"`, []],
  ["two of them", `${token(TRIAL)}, ${token(TRIAL, 2)}`, []],
  ["no base64", "***", INVALID],
  ["too short", "AwAA", INVALID],
  ["cut off", token(TRIAL).slice(0, -8), INVALID],
  ["no object", token("text"), INVALID],
  ["no feature", token({ origin: "https://example.com", expiry: 1 }), INVALID],
  ["a day beyond all days", token({ ...TRIAL, expiry: 1e300 }), INVALID],
])("%s", (_what, value, expected) => {
  expect(problemsOfLast([`Origin-Trial: ${value}`])).toEqual(expected);
});

test("items show feature, origin and last day", () => {
  const { alternate, details } = lastHeader([`Origin-Trial: ${token(TRIAL)}`]);
  expect(alternate).toBe("ExampleFeature until 1 December 2026");
  expect(details.items?.[0]).toMatchObject({ name: "ExampleFeature", value: "https://example.com" });
});

test.each([
  [TRIAL, "https://example.com/a", []],
  [TRIAL, "https://www.example.com/", ["warning origin-trial-other-origin"]],
  [{ ...TRIAL, isSubdomain: true }, "https://www.example.com/", []],
  [{ ...TRIAL, isThirdParty: true }, "https://other.example/", []],
])("%o at %s", (trial, url, expected) => {
  expect(problemsOfLast([`Origin-Trial: ${token(trial)}`], { url })).toEqual(expected);
});

test("expiry is compared with the time of receipt", () => {
  const lines = [`Origin-Trial: ${token(TRIAL)}`];
  const known = (day: number) => ({ receivedAt: Date.UTC(2026, 11, day) });
  expect(problemsOfLast(lines, known(2))).toEqual(["warning origin-trial-expired"]);
  expect(problemsOfLast(lines, { receivedAt: Date.UTC(2026, 10, 20) })).toEqual([]);
});
