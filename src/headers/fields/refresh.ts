import { checkUriReference, isResolvable, resolveReference } from "../../syntax/uri.ts";
import { field, firstOf, item, problem, worded } from "../field.ts";
import { LONGEST_DELAY, readRefresh } from "../verdicts/refresh.ts";
import { duration, quote } from "../wording.ts";
import { flawWords } from "./location.ts";

const LINK = "html/speculative-loading.html#the-refresh-header";

const syntax = worded("refresh-syntax", "error", LINK, {
  bad: ["Refresh: soon"],
  good: ["Refresh: 5; url=/a"],
});

/** Refresh (HTML section 7.8): loads this or another page after some seconds, like a meta element. */
export const refresh = field("Refresh", "parameters", {
  empty: ": a number of seconds is expected",
  parse(value, report) {
    const read = readRefresh(value);
    if (!read)
      return void report(syntax, `Refresh does not begin with a number of seconds: ${quote(value)}.`);
    const flaw = checkUriReference(read.reference).flaws[0];
    if (flaw) report(syntax, `The URL of Refresh is not valid: ${flawWords(flaw.id, flaw.text)}.`);
    return read;
  },
  itemsInMessage({ seconds, reference }, { url }) {
    const wait = item("seconds", String(seconds), "How long to wait.", duration(seconds));
    if (reference === "") return [wait];
    return [wait, item("url", reference, "Where to go next.", resolveReference(reference, url)?.href)];
  },
  alternateInMessage(_read, context) {
    const { verdicts, url } = context;
    if (!verdicts.refresh) return context.has("location") ? "no effect on a redirect" : undefined;
    const { seconds, url: target } = verdicts.refresh;
    const when = seconds === 0 ? "immediately" : `after ${duration(seconds)}`;
    if (target === (url?.href ?? "")) return `loads again ${when}`;
    return isResolvable(target) ? `to ${target} ${when}` : `${when} to ${target}, which is not a valid URL`;
  },
}).problems({
  named: [syntax],
  eachLine: [
    problem("refresh-endless", "error", LINK, {
      // A cookie may end it.
      detect: ({ seconds }, { verdicts, url, has }) =>
        seconds === 0 && url && verdicts.refresh?.url === url.href && !has("set-cookie"),
      bad: { lines: ["Refresh: 0"], url: "https://www.example.com/" },
      good: { lines: ["Refresh: 1"], url: "https://www.example.com/" },
    }),
    problem("refresh-too-far", "warning", LINK, {
      detect: ({ seconds }) => seconds > LONGEST_DELAY,
      title: (_, { seconds }) => `Refresh waits ${duration(seconds)}, too long for browsers: they ignore it.`,
      at: (_, __, ___, { items }) => items[0],
      bad: ["Refresh: 2147484"],
      good: ["Refresh: 2147483"],
    }),
    firstOf(
      problem("refresh-script", "error", LINK, {
        detect: ({ reference }) => checkUriReference(reference).scheme === "javascript",
        at: (_, __, ___, { items }) => items[1],
        bad: ["Refresh: 0; url=javascript:alert(1)"],
        good: ["Refresh: 0; url=https://www.example.com/"],
      }),
      problem("refresh-downgrade", "warning", LINK, {
        detect: ({ reference }, { url }) =>
          url?.protocol === "https:" &&
          checkUriReference(reference).scheme === "http" &&
          isResolvable(reference, url),
        title: (_, { reference }) => `Refresh goes from HTTPS to plain HTTP: ${quote(reference)}.`,
        at: (_, __, ___, { items }) => items[1],
        bad: { lines: ["Refresh: 5; url=http://other.example/"], url: "https://www.example.com/" },
        good: { lines: ["Refresh: 5; url=https://other.example/"], url: "https://www.example.com/" },
      }),
      problem("refresh-instead-of-redirect", "info", LINK, {
        detect: ({ reference }, { url }) => reference !== "" && isResolvable(reference, url),
        bad: ["Refresh: 5; url=/new"],
        good: ["Refresh: 30"],
      }),
    ),
  ],
});
