/** HTTP reports for a terminal. Pure. */

import type { HeaderObject, Severity } from "../../headers/schema.ts";
import { type HttpReport, type HttpStep, STAGES, type Stage } from "../../http/schema.ts";
import { countText, type Finding } from "../../view/findings.ts";
import { answersOf } from "../../view/questions.ts";
import { paint, printable, type Style } from "./text.ts";

export interface View {
  readonly colour: boolean;
  readonly columns: number;
}

const STAGE_STYLES: Readonly<Record<Stage, Style>> = {
  wait: "dim",
  dns: "magenta",
  tcp: "blue",
  tls: "cyan",
  firstByte: "yellow",
  download: "green",
};

const SEVERITY: Readonly<Record<Severity, Style>> = { error: "red", warning: "yellow", info: "cyan" };

/** The whole report: steps, header lines, then the findings. */
export function renderReport(report: HttpReport, findings: readonly Finding[], view: View): string {
  const steps = report.steps.map((step, index) => renderStep(step, index + 1, report.steps.length, view));
  const summary =
    report.steps.length > 1 ? `${paint(printable(report.intent), "bold", view.colour)}\n\n` : "";
  // Of a failed lookup there is nothing to judge: "no problems" would be wrong.
  const judged = report.status !== "error" || findings.length > 0;
  return `${steps.join("\n")}${summary || judged ? "\n" : ""}${summary}${judged ? renderFindings(findings, report.steps.length, view) : ""}`;
}

function renderStep(step: HttpStep, number: number, count: number, view: View): string {
  const { colour } = view;
  const lines: string[] = [];
  const decoded = step.request.url === "";
  if (!decoded) {
    const head = `${count > 1 ? `${number}. ` : ""}${printable(step.request.url)}`;
    lines.push(paint(head, "bold", colour));
  }
  if (step.error) {
    lines.push(`${paint("failed", "red", colour)} ${step.error.phase}: ${printable(step.error.message)}`);
    lines.push(paint(printable(step.error.hint), "dim", colour));
  }
  if (step.status > 0) {
    const version = step.httpVersion ? `HTTP/${step.httpVersion} ` : "";
    const status = `${version}${step.status} ${printable(step.statusMessage)}`.trim();
    const where = [step.ip, step.tls && `${step.tls.protocol} ${step.tls.cipher}`].filter((part) => part);
    lines.push(
      `${paint(status, statusStyle(step.status), colour)}${where.length > 0 ? `  ${where.join("  ")}` : ""}`,
    );
  }
  if (!step.error) lines.push(printable(step.intent));
  for (const { about, answer, allowed } of answersOf(step))
    lines.push(`${printable(about)}: ${paint(answer, allowed ? "green" : "red", colour)}`);
  if (step.tls && !step.tls.authorized)
    lines.push(paint(`certificate: ${printable(step.tls.error)}`, "red", colour));
  if (step.timeTotal > 0) lines.push(stageLine(step, view));
  if (step.headers.length > 0) lines.push("", ...step.headers.flatMap((header) => headerLines(header, view)));
  return `${lines.join("\n")}\n`;
}

function statusStyle(status: number): Style {
  return status < 300 ? "green" : status < 400 ? "blue" : "red";
}

/** `dns 3 · tcp 12 · … = 210 ms` with a bar of the same proportions. */
function stageLine({ timeStages, timeTotal }: HttpStep, { colour, columns }: View): string {
  const reached = STAGES.flatMap((name) => {
    const ms = timeStages[name];
    return ms === undefined ? [] : [{ name, style: STAGE_STYLES[name], ms }];
  });
  const width = Math.max(20, Math.min(60, columns - 4));
  const bar = reached.map(({ style, ms }) => {
    const cells = Math.round((ms / Math.max(timeTotal, 0.001)) * width);
    return paint("█".repeat(Math.max(0, Math.min(width, cells))), style, colour);
  });
  const legend = reached.map(({ name, style, ms }) => `${paint(name, style, colour)} ${milliseconds(ms)}`);
  return `${legend.join("  ")}  ${paint(`total ${milliseconds(timeTotal)} ms`, "bold", colour)}${colour ? `\n${bar.join("")}` : ""}`;
}

function milliseconds(ms: number): string {
  return ms >= 10 ? String(Math.round(ms)) : ms.toFixed(1);
}

function headerLines(header: HeaderObject, { colour }: View): string[] {
  const value = printable(header.value);
  const name = paint(`${printable(header.sent ?? header.name)}:`, "cyan", colour);
  const alternate = header.alternate ? paint(`  ${printable(header.alternate)}`, "dim", colour) : "";
  return [`${name} ${value}${alternate}`];
}

function renderFindings(findings: readonly Finding[], steps: number, { colour }: View): string {
  const lines = findings.map(({ severity, name, title, places }) => {
    const numbers = [...new Set(places.map(({ step }) => step))].filter((step) => step > 0);
    const where = steps > 1 && numbers.length > 0 ? `${numbers.join(", ")}. ` : "";
    return `${paint(severity.padEnd(7), SEVERITY[severity], colour)}  ${where}${printable(title)} ${paint(`[${name}]`, "dim", colour)}`;
  });
  return `${[...lines, paint(countText(findings), "bold", colour)].join("\n")}\n`;
}
