import { rule } from "../field.ts";
import { contentType } from "../fields/content-type.ts";
import { grpcCode } from "../fields/grpc.ts";
import { quote } from "../wording.ts";

const LINK = "https://grpc.github.io/grpc/core/md_doc_statuscodes.html";
const GRPC = "Content-Type: application/grpc";

/** How a gRPC call ended, which the status of HTTP does not say. */
export const grpc = rule({
  kinds: {
    "grpc-status-invalid": {
      severity: "error",
      link: LINK,
      summary: "grpc-status is not a code from 0 to 16: clients take it for UNKNOWN.",
      bad: { status: 200, lines: [GRPC, "grpc-status: OK"] },
      good: { status: 200, lines: [GRPC, "grpc-status: 0"] },
      edge: [
        { status: 200, lines: [GRPC, "grpc-status: 17"] },
        { status: 200, lines: [GRPC, "grpc-status: 16"] },
      ],
    },
    "grpc-status-missing": {
      severity: "error",
      link: "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md",
      summary: "A gRPC response without content has no grpc-status, so the call fails.",
      bad: { status: 200, lines: [GRPC, "Content-Length: 0"] },
      good: { status: 200, lines: [GRPC, "Content-Length: 0", "grpc-status: 0"] },
    },
    "grpc-failed": {
      severity: "info",
      link: LINK,
      summary: "A gRPC call failed: the status of HTTP stays 200, and grpc-status has the error.",
      bad: { status: 200, lines: [GRPC, "grpc-status: 5"] },
      good: { status: 200, lines: [GRPC, "grpc-status: 0"] },
    },
  },
  check(context, note) {
    const lines = context.named("grpc-status");
    for (const line of lines) {
      const { value } = line.line;
      const code = grpcCode(value);
      if (code === undefined)
        note("grpc-status-invalid", `grpc-status ${quote(value)} is not a code from 0 to 16.`, line);
      else if (code !== "OK" && context.status === 200)
        note(
          "grpc-failed",
          `grpc-status ${value} (${code}) says that the call failed, although the status is 200.`,
          line,
        );
    }
    const [type] = context.lines(contentType);
    // Of a response with content grpc-status stands in the trailers, which may not be known here.
    const isEmpty = context.named("content-length")[0]?.line.value === "0" && !context.has("trailer");
    if (lines.length === 0 && isEmpty && /^application\/grpc(?:\+|$)/.test(type?.parsed?.essence ?? ""))
      note("grpc-status-missing", "grpc-status is missing from a gRPC response without content.", type);
  },
});
