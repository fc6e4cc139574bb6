import { type Context, type ExplainedLine, problem, rule } from "../field.ts";
import { contentType } from "../fields/content-type.ts";
import { grpcCode } from "../fields/grpc.ts";
import { quote } from "../wording.ts";

const LINK = "https://grpc.github.io/grpc/core/md_doc_statuscodes.html";
const GRPC = "Content-Type: application/grpc";

/** With content, grpc-status is in the trailers, which may be unknown here. */
function isEmptyCall(context: Context): boolean {
  const isEmpty = context.named("content-length")[0]?.line.value === "0" && !context.has("trailer");
  return isEmpty && /^application\/grpc(?:\+|$)/.test(context.values(contentType)[0]?.essence ?? "");
}

const codeOf = ({ line }: ExplainedLine) => grpcCode(line.value);

/** Result of a gRPC call, which its HTTP status does not show. */
export const grpc = rule([
  problem({
    id: "grpc-status-invalid",
    severity: "error",
    link: LINK,
    summary: "grpc-status is not a code from 0 to 16, so clients treat it as UNKNOWN.",
    detectAll: ({ named }) => named("grpc-status").filter((line) => codeOf(line) === undefined),
    title: ({ line }) => `grpc-status ${quote(line.value)} is not a code from 0 to 16.`,
    at: (line) => line,
    bad: { status: 200, lines: [GRPC, "grpc-status: OK"] },
    good: { status: 200, lines: [GRPC, "grpc-status: 0"] },
    edge: [
      { status: 200, lines: [GRPC, "grpc-status: 17"] },
      { status: 200, lines: [GRPC, "grpc-status: 16"] },
    ],
  }),
  problem({
    id: "grpc-status-missing",
    severity: "error",
    link: "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md",
    summary: "grpc-status is missing from a gRPC response without content, so the call fails.",
    detect: (context) => !context.has("grpc-status") && isEmptyCall(context),
    at: (_, context) => context.lines(contentType)[0],
    bad: { status: 200, lines: [GRPC, "Content-Length: 0"] },
    good: { status: 200, lines: [GRPC, "Content-Length: 0", "grpc-status: 0"] },
  }),
]);
