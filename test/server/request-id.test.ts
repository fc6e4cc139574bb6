import { describe, expect, test } from "bun:test";
import { requestId } from "../../src/server/pipeline/request-id.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const parent = (version: string, trace = TRACE, span = "00f067aa0ba902b7", rest = "01") =>
  `${version}-${trace}-${span}-${rest}`;

describe("the id of a request", () => {
  const cases: readonly (readonly [fields: Record<string, string>, id: string])[] = [
    [{}, ""],
    [{ "x-request-id": "abc-1" }, "abc-1"],
    [{ "x-request-id": "a".repeat(128) }, "a".repeat(128)],
    [{ "x-request-id": "a".repeat(129) }, ""],
    [{ "x-request-id": "a b" }, ""],
    [{ "x-request-id": "ä" }, ""],
    [{ "x-request-id": "" }, ""],
    [{ "x-request-id": "own", traceparent: parent("00") }, "own"],
    [{ traceparent: parent("00") }, TRACE],
    [{ traceparent: parent("cc", TRACE, "00f067aa0ba902b7", "01-what-the-future-brings") }, TRACE],
    [{ traceparent: parent("ff") }, ""],
    [{ traceparent: parent("00", "0".repeat(32)) }, ""],
    [{ traceparent: parent("00", TRACE, "0".repeat(16)) }, ""],
    [{ traceparent: parent("00", TRACE.toUpperCase()) }, ""],
    [{ traceparent: `${parent("00")}0` }, ""],
    [{ traceparent: "00" }, ""],
  ];
  for (const [fields, id] of cases)
    test(JSON.stringify(fields).slice(0, 80), () => expect(requestId(new Headers(fields))).toBe(id));
});
