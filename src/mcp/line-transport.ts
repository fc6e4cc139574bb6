/** Transport over a pair of streams, one message per line (Model Context Protocol, "stdio"). */

import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";

export interface LineTransport extends Transport {
  /** Resolves when the input has ended and every request is answered. */
  readonly done: Promise<void>;
}

/** Reads messages from `input` and writes answers; requests before the end of the input are still answered. */
export function openLineTransport(
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => void | Promise<void>,
): LineTransport {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const open = new Set<string | number>();
  let ended = false;
  const transport: LineTransport = {
    done,
    async start() {
      void read();
    },
    async send(message) {
      await write(serializeMessage(message));
      if ("id" in message && !("method" in message) && message.id !== undefined) open.delete(message.id);
      await closeIfDone();
    },
    async close() {
      transport.onclose?.();
      resolve();
    },
  };
  return transport;

  async function read(): Promise<void> {
    const buffer = new ReadBuffer();
    try {
      for await (const chunk of input) {
        buffer.append(Buffer.from(chunk));
        takeAll(buffer);
      }
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    ended = true;
    await closeIfDone();
  }

  function takeAll(buffer: ReadBuffer): void {
    for (let message = take(buffer); message !== null; message = take(buffer)) {
      if (message === undefined) continue;
      if (isJSONRPCRequest(message)) open.add(message.id);
      transport.onmessage?.(message);
    }
  }

  /** Next message; null if no whole line is buffered, undefined for an invalid one. */
  function take(buffer: ReadBuffer): JSONRPCMessage | null | undefined {
    try {
      return buffer.readMessage();
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  async function closeIfDone(): Promise<void> {
    if (ended && open.size === 0) await transport.close();
  }
}
