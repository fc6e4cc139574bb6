/** Content-Disposition (RFC 6266). */

import { type ExtValue, type ExtValueFlaw, parseExtValue } from "./ext-value.ts";
import { type Parameter, type ParameterFlaw, parameterValue, parseParameters } from "./parameters.ts";
import { type Flaw, isToken, trimOws } from "./tokens.ts";

export interface ContentDisposition {
  /** Lower case, such as `attachment`. */
  readonly type: string;
  readonly parameters: readonly Parameter[];
  readonly filename?: string;
  /** `filename*`, which overrides `filename`. */
  readonly filenameExt?: ExtValue;
  readonly flaws: readonly Flaw<DispositionFlaw>[];
}

type DispositionFlaw = ParameterFlaw | ExtValueFlaw | "missing-type" | "bad-type";

/** content-disposition = disposition-type *( OWS ";" OWS disposition-parm ) */
export function parseContentDisposition(text: string): ContentDisposition {
  const semicolon = text.indexOf(";");
  const end = semicolon < 0 ? text.length : semicolon;
  const raw = text.slice(0, end);
  const sent = trimOws(raw);
  const flaws: Flaw<DispositionFlaw>[] = [];
  if (!isToken(sent)) {
    const isParameter = sent === "" || sent.includes("=");
    flaws.push({ id: isParameter ? "missing-type" : "bad-type", at: raw.indexOf(sent), text: sent });
  }
  const rest = semicolon < 0 ? { parameters: [], flaws: [] } : parseParameters(text, semicolon);
  const filename = parameterValue(rest.parameters, "filename");
  const star = rest.parameters.find(({ name, value }) => name === "filename*" && value !== undefined);
  const filenameExt = star?.value === undefined ? undefined : parseExtValue(star.value);
  const shift = star ? star.valueAt + (star.quoted ? 1 : 0) : 0;
  for (const flaw of filenameExt?.flaws ?? []) flaws.push({ ...flaw, at: flaw.at + shift });
  return {
    type: sent.toLowerCase(),
    parameters: rest.parameters,
    ...(filename !== undefined && { filename }),
    ...(filenameExt && { filenameExt }),
    flaws: [...flaws, ...rest.flaws],
  };
}
