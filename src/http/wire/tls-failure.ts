import { TLS_ERRORS } from "../../../data/protocols.ts";
import { errorCode } from "../../api/file-reason.ts";
import { TLS_FLOOD } from "../../platform/socket.ts";
import { HttpFailure } from "./failures.ts";

/** Failure by the error's code and message. */
const rows: typeof TLS_ERRORS = [
  [
    new RegExp(TLS_FLOOD),
    "tls-flood",
    "The server sent far more TLS overhead than content, such as endless session tickets, so reading stopped.",
  ],
  ...TLS_ERRORS,
];

export function tlsFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : "";
  const text = `${code} ${message}`;
  const row = rows.find(([pattern]) => pattern.test(text));
  if (row) return new HttpFailure(row[1], row[2]);
  return new HttpFailure(
    "tls-handshake",
    `The TLS handshake failed (${/:([A-Z0-9_]+)$/.exec(message)?.[1] ?? (code.replace(/^ERR_SSL_/, "") || "no reason given")}).`,
  );
}

/** Failure if the connection was ended because of too many TLS records; otherwise undefined. */
export function floodFailure(error: unknown): HttpFailure | undefined {
  return errorCode(error) === TLS_FLOOD ? tlsFailure(error) : undefined;
}
