import { field, item } from "../field.ts";
import { htmlStandard } from "../specs.ts";
import { checkUriReference, resolveReference } from "../syntax/uri.ts";
import { duration, quote } from "../wording.ts";
import { flawWords } from "./location.ts";

const LINK = htmlStandard("speculative-loading.html#the-refresh-header");
/** The shared declarative refresh steps of HTML: seconds, a separator, then a URL with or without `url=`. */
const FORM = /^\s*(?:(\d+)(?:\.[\d.]*)?|\.\d[\d.]*)(?=$|[;,\s])\s*[;,]?\s*(.*)$/s;
const URL_WORD = /^url\s*=\s*/i;

/** Refresh (HTML section 7.8): loads this or another page after some seconds, as a meta element does. */
export const refresh = field({
  name: "Refresh",
  type: "parameters",
  repeat: "single",
  kinds: {
    "refresh-script": {
      severity: "error",
      link: LINK,
      summary: "Refresh leads to a javascript: URL, which browsers refuse.",
      bad: ["Refresh: 0; url=javascript:alert(1)"],
      good: ["Refresh: 0; url=https://www.example.com/"],
    },
    "refresh-instead-of-redirect": {
      severity: "info",
      link: LINK,
      summary: "Refresh leads to another page: a redirect by status code is understood by all clients.",
      bad: ["Refresh: 5; url=/new"],
      good: ["Refresh: 30"],
    },
    "refresh-downgrade": {
      severity: "warning",
      link: LINK,
      summary: "Refresh leads from HTTPS to plain HTTP, where others can read and change the request.",
      bad: { lines: ["Refresh: 5; url=http://other.example/"], url: "https://www.example.com/" },
      good: { lines: ["Refresh: 5; url=https://other.example/"], url: "https://www.example.com/" },
    },
  },
  parse(value, note) {
    if (value === "") return void note("value-empty", "Refresh has no value: a number of seconds is wanted.");
    const form = FORM.exec(value);
    if (!form)
      return void note("value-syntax", `Refresh does not begin with a number of seconds: ${quote(value)}.`);
    const target = unquoted((form[2] ?? "").replace(URL_WORD, ""));
    const flaw = checkUriReference(target).flaws[0];
    if (flaw) note("value-syntax", `The URL of Refresh is not valid: ${flawWords(flaw.id, flaw.text)}.`);
    return { seconds: Number(form[1] ?? 0), ...(target !== "" && { target }) };
  },
  items({ seconds, target }, { url }) {
    const wait = item("seconds", String(seconds), "How long to wait.", duration(seconds));
    if (target === undefined) return [wait];
    return [wait, item("url", target, "Where to go then.", resolveReference(target, url)?.href)];
  },
  alternate({ seconds, target }, { url }) {
    const when = seconds === 0 ? "at once" : `after ${duration(seconds)}`;
    return target === undefined
      ? `loads again ${when}`
      : `to ${resolveReference(target, url)?.href ?? target} ${when}`;
  },
  check({ target }, { url }, note, { items }) {
    if (target === undefined) return;
    const { scheme } = checkUriReference(target);
    if (scheme === "javascript")
      note("refresh-script", "Refresh leads to a javascript: URL, which browsers refuse.", items[1]);
    else if (scheme === "http" && url?.protocol === "https:")
      note("refresh-downgrade", `Refresh leads from HTTPS to plain HTTP: ${quote(target)}.`, items[1]);
    else
      note(
        "refresh-instead-of-redirect",
        "Refresh leads to another page; a redirect by status code is understood by all clients.",
      );
  },
});

function unquoted(text: string): string {
  const quoteMark = text.charAt(0);
  if (quoteMark !== '"' && quoteMark !== "'") return text.trim();
  const end = text.indexOf(quoteMark, 1);
  return text.slice(1, end < 0 ? text.length : end);
}
