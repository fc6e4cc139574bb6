/** Page with a question and its result: sent whole if the result is fast, else streamed. */

import { contentOf, respond } from "../../api/answer.ts";
import { ERRORS, NetlensError } from "../../api/errors.ts";
import { respondStreaming } from "../../api/streamed.ts";
import type { WebDeps } from "../answers/deps.ts";
import { keepView } from "../answers/kept-answers.ts";
import { type Html, html } from "../html.ts";
import { type Page, pageFrame, renderPage, withBase } from "../page.ts";
import { PAGE_FIELDS } from "../response.ts";
import { begin, type Running, streamResult, type Work } from "./streamed-page.ts";

/** Milliseconds to wait for the result before streaming starts. */
const WHOLE_WITHIN = 40;

/** @param form renders the question and an error @param title shown with `waiting` until the result is known */
export async function outcomePage(
  request: Request,
  deps: WebDeps,
  work: Work,
  form: (error?: string) => Html,
  title: string,
  waiting = `Looking up ${shownTitle(title)} …`,
): Promise<Response> {
  try {
    const running = begin(work);
    if (request.method !== "HEAD") await running.wait(WHOLE_WITHIN, false);
    if (request.method !== "HEAD" && !running.isOver())
      return streamedResponse(running, request, deps, { title, waiting, form: form() });
    const outcome = await running.outcome;
    const { body, credits = [], fields = {} } = outcome;
    const result = html`${running.parts}${body}`;
    const ways = keepView(outcome, result.markup, request, deps.kept);
    const whole = html`${titled(outcome.title, form(), deps)}\n<div id="result" tabindex="-1">${result}${ways}</div>`;
    return pageResponse({ title: shownTitle(outcome.title), credits, body: whole }, request, deps, fields);
  } catch (error) {
    return errorPage(error, form, request, deps);
  }
}

/** The form with the error. @throws errors other than NetlensError */
export function errorPage(
  error: unknown,
  form: (error: string) => Html,
  request: Request,
  deps: WebDeps,
): Response {
  if (!(error instanceof NetlensError)) throw error;
  const { status, title } = ERRORS[error.code];
  const body = titled(title, form(error.message), deps);
  return pageResponse({ title, body }, request, deps, { ...error.headers }, status);
}

/** Maximum length of the question in the title of a page without a result yet, in characters. */
const LONGEST_TITLE = 60;

function shownTitle(given: string): string {
  const text = given.replace(/\s+/g, " ");
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text;
}

/** Adds a heading for screen readers unless the view has one, and for print the lookup, its date and the version. */
function titled(title: string, view: Html, { site }: Pick<WebDeps, "site">): Html {
  const heading = view.markup.includes("<h1")
    ? undefined
    : html`<h1 class="hidden">${shownTitle(title)}</h1>`;
  return html`${heading}${view}<p class="printed">${title} · ${new Date().toUTCString()} · netlens ${site.version}</p>`;
}

/** Streams the page; a late error becomes part of it. */
function streamedResponse(
  running: Running,
  request: Request,
  { site, onBug, kept }: WebDeps,
  { title, waiting, form }: { readonly title: string; readonly waiting: string; readonly form: Html },
): Response {
  const failed = (error: unknown) => {
    const isOurs = error instanceof NetlensError;
    if (!isOurs && !request.signal.aborted) onBug?.(error);
    return html`<p class="alert" role="alert">${isOurs ? error.message : "Internal error; see the log."}</p>`;
  };
  const pieces = async function* (): AsyncGenerator<string, void> {
    const { start, end } = pageFrame(shownTitle(title), site);
    let before = `${start}${withBase(html`${titled(title, form, { site })}\n`, site.base)}`;
    const parts = streamResult(running, waiting, failed, (outcome) =>
      keepView(outcome, html`${running.parts}${outcome.body}`.markup, request, kept),
    );
    for (;;) {
      const { done, value } = await parts.next();
      if (done) return yield end(value?.credits ?? []);
      yield `${before}${withBase(value, site.base)}`;
      before = "";
    }
  };
  return respondStreaming(request, pieces(), { ...PAGE_FIELDS, "cache-control": "no-store" });
}

export function pageResponse(
  page: Page,
  request: Request,
  deps: WebDeps,
  fields: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  const content = contentOf(renderPage(page, deps.site));
  return respond(request, content, { ...PAGE_FIELDS, "cache-control": "no-store", ...fields }, status);
}
