import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { receivedMessage } from "../../src/headers/message.ts";

/** Vendors of the lines, and the description of the last line. */
function told(...lines: string[]): { senders: (string | undefined)[]; description: string } {
  const { headers } = explainMessage(receivedMessage(lines), 0);
  return { senders: headers.map(({ sender }) => sender), description: headers.at(-1)?.description ?? "" };
}

describe("senders of private fields", () => {
  test("a unique name identifies its sender", () => {
    expect(told("Akamai-GRN: 0.1")).toMatchObject({ senders: ["Akamai"] });
  });

  test("a common word alone identifies no sender", () => {
    const { senders, description } = told("X-Render-Count: 3");
    expect(senders).toEqual([undefined]);
    expect(description).toBe("Possibly a header of Render, judging by its prefix.");
  });

  test.each([
    ["Server names it", "Server: Render"],
    ["Via names it", "Via: 1.1 render"],
    ["a field that only it sends is there", "Rndr-Id: 1"],
  ])("a common word has a vendor if %s", (_, line) => {
    const { senders, description } = told(line, "X-Render-Count: 3");
    expect(senders.at(-1)).toBe("Render");
    expect(description).not.toContain("perhaps");
  });

  test("vendors are searched in the first thousand characters", () => {
    const at = (length: number) =>
      told(`Server: ${"x".repeat(length - 7)} render`, "X-Render-Count: 3").senders.at(-1);
    expect([at(1000), at(1001)]).toEqual(["Render", undefined]);
  });

  test.each(["Server: Renderer", "X-Note: Render"])("%s is not a sign of it", (line) => {
    expect(told(line, "X-Render-Count: 3").senders.at(-1)).toBeUndefined();
  });

  test("inferred vendors are marked", () => {
    expect(told("Correlation-Id: a").description).toEndWith("Inferred from the name.");
  });
});
