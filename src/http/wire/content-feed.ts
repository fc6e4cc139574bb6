/** Passes content to its reader one piece at a time, because decoding is asynchronous. Pure. */

import type { ContentReader } from "./content.ts";

export interface ContentFeed {
  /** `open`: content arrives or is decoded. `enough`: the reader stopped early. `ended`: all content was read. */
  readonly state: "open" | "enough" | "ended";
  /** Queues a piece. Returns false if the reader is behind; `onReady` is called when it can take more. */
  push(piece: Uint8Array): boolean;
  end(): void;
  /** Resolves when the state leaves `open`; rejects when the reader fails. */
  settled(): Promise<void>;
  onReady: () => void;
  /** Called for each received and each decoded piece. */
  onProgress: () => void;
}

export function openFeed(content: ContentReader): ContentFeed {
  let isBusy = false;
  let isEnding = false;
  let waiting: Uint8Array[] = [];
  let failure: { readonly reason: unknown } | undefined;
  let settling: PromiseWithResolvers<void> | undefined;

  const settle = (next: "enough" | "ended") => {
    feed.state = next;
    waiting = [];
    settling?.resolve();
  };
  const take = (more: boolean) => {
    if (!more && feed.state === "open") settle("enough");
  };
  /** Reads queued pieces until one needs asynchronous decoding. */
  const advance = () => {
    while (!isBusy && feed.state === "open") {
      const piece = waiting.shift();
      if (!piece) break;
      const more = content.write(piece);
      if (typeof more === "boolean") take(more);
      else {
        isBusy = true;
        more.then(decoded, fail);
      }
    }
    if (isEnding && !isBusy && feed.state === "open") settle("ended");
  };
  const decoded = (more: boolean) => {
    isBusy = false;
    take(more);
    feed.onProgress();
    advance();
    if (!isBusy && feed.state === "open") feed.onReady();
  };
  const fail = (reason: unknown) => {
    failure = { reason };
    settling?.reject(reason);
  };

  const feed = {
    state: "open" as ContentFeed["state"],
    push(piece: Uint8Array): boolean {
      if (feed.state !== "open" || isEnding) return false;
      waiting.push(piece);
      feed.onProgress();
      advance();
      return feed.state === "open" && !isBusy;
    },
    end() {
      isEnding = true;
      advance();
    },
    settled(): Promise<void> {
      if (failure) return Promise.reject(failure.reason);
      if (feed.state !== "open") return Promise.resolve();
      settling ??= Promise.withResolvers();
      return settling.promise;
    },
    onReady: () => {},
    onProgress: () => {},
  };
  return feed;
}
