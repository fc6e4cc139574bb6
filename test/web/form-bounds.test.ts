import { expect, test } from "bun:test";
import { MapError } from "../../src/jobs/redirects/map-item.ts";
import { openMap } from "../../src/jobs/redirects/map-read.ts";
import { formOf } from "../../src/web/views/lines-link.ts";

const form = (fields: number) => Array.from({ length: fields }, (_, at) => `a${at}=b`).join("&");

test("a form has at most 100 fields", () => {
  expect(formOf(form(100)).size).toBe(100);
  expect(() => formOf(form(101))).toThrow("more than 100 fields");
});

async function read(text: string) {
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  const { items } = await openMap(bytes, { name: "map.txt", format: "lines" });
  return (await Array.fromAsync(items())).flat();
}

test("a line of a map has at most 65,536 characters", async () => {
  expect(await read(`/a /${"b".repeat(65_532)}`)).toHaveLength(1);
  await expect(read(`/a /${"b".repeat(65_533)}`)).rejects.toThrow(MapError);
});
