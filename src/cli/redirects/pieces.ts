/** Buffered output: large writes for fast rows, short delays for slow ones. */

import type { Io } from "../command.ts";

/** Characters per write. */
const PIECE = 16_384;
/** Milliseconds until buffered rows are written. */
const PAUSE = 100;

export function openPieces(io: Pick<Io, "out">) {
  let text = "";
  let timer: Timer | undefined;
  let written: void | Promise<void>;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const piece = text;
    text = "";
    const before = written;
    written = (async () => {
      await before;
      if (piece !== "") await io.out(piece);
    })();
    await written;
  };
  return {
    async write(more: string): Promise<void> {
      text += more;
      if (text.length >= PIECE) await flush();
      else if (text !== "") timer ??= setTimeout(() => void flush(), PAUSE);
    },
    end: flush,
  };
}
