/** Faults of encoded content that browsers show all the same: the rows, in the order of their findings. Pure. */

import { type AnyLookupRow, lookupProblem, rfc } from "../problem.ts";
import type { ContentResult } from "../wire/content.ts";

interface Encoded {
  readonly content?: ContentResult;
}

const flawOf = ({ content }: Encoded, kind: string) => {
  const flaw = content?.decoding?.flaw;
  return flaw?.kind === kind ? [flaw.coding] : [];
};

const known = (count: number | undefined) => (count === undefined ? [] : [count]);
const bytes = (count: number) => (count === 1 ? "1 byte" : `${count} bytes`);

export const decodingRows: readonly AnyLookupRow<Encoded>[] = [
  lookupProblem({
    id: "content-checksum-wrong",
    severity: "error",
    link: rfc(1952, "2.3.1"),
    summary:
      "The checksum after the encoded content is wrong: browsers show gzip anyway, other clients fail.",
    advice: "Look for what changes or mixes compressed content on its way, such as output written twice.",
    detectAll: (step: Encoded) => flawOf(step, "checksum"),
    title: (coding) =>
      coding === "deflate"
        ? "The checksum after the deflate content is wrong, so browsers reject it."
        : `The checksum after the ${coding} content is wrong: browsers show it anyway, clients that check it fail.`,
  }),
  lookupProblem({
    id: "content-end-missing",
    severity: "error",
    link: rfc(9110, "8.4"),
    summary: "The encoded content is incomplete: browsers show what arrived, other clients fail.",
    advice: "Finish the compressed stream: flush and close the compressor before the response ends.",
    detectAll: (step: Encoded) => flawOf(step, "cut"),
    title: (coding, { content }) =>
      `The ${coding} content is incomplete: browsers show the ${bytes(content?.decoding?.bytes ?? 0)} that arrived, other clients fail.`,
  }),
  lookupProblem({
    id: "content-second-member",
    severity: "error",
    link: rfc(1952, "2.2"),
    summary: "The content has several gzip members, of which browsers show only the first.",
    advice: "Compress the whole content as one stream.",
    detectAll: ({ content }: Encoded) => known(content?.decoding?.firstMemberBytes),
    title: (first, { content }) =>
      `The content has several gzip members: browsers show the first (${bytes(first)}), other clients all (${bytes(content?.decoding?.bytes ?? 0)}).`,
  }),
  lookupProblem({
    id: "content-trailing-bytes",
    severity: "warning",
    link: rfc(1952, "2.2"),
    summary: "Bytes follow the end of the encoded content; clients other than browsers may fail.",
    advice: "Send nothing after the compressed content, such as uncompressed text.",
    detectAll: ({ content }: Encoded) => known(content?.decoding?.trailingBytes),
    title: (count, { content }) =>
      `${bytes(count)} follow the end of the ${content?.body.encoding} content, which browsers drop.`,
  }),
];
