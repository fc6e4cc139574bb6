/** Content-Disposition (RFC 6266). */

import { type ExtValue, type ExtValueFlaw, parseExtValue } from "./ext-value.ts";
import { type Parameter, type ParameterFlaw, parameterValue, parseParameters } from "./parameters.ts";
import { type Flaw, isToken, trimOws } from "./tokens.ts";

export interface ContentDisposition {
  /** In lower case, such as `attachment`. */
  readonly type: string;
  readonly parameters: readonly Parameter[];
  /** The plain `filename`. */
  readonly filename?: string;
  /** The star form, `filename*`; it wins where both stand. */
  readonly filenameExt?: ExtValue;
  readonly flaws: readonly Flaw<DispositionFlaw>[];
}

export type DispositionFlaw = ParameterFlaw | ExtValueFlaw | "missing-type" | "bad-type";

/** content-disposition = disposition-type *( OWS ";" OWS disposition-parm ) */
export function parseContentDisposition(text: string): ContentDisposition {
  const semicolon = text.indexOf(";");
  const end = semicolon < 0 ? text.length : semicolon;
  const type = trimOws(text.slice(0, end)).toLowerCase();
  const flaws: Flaw<DispositionFlaw>[] = [];
  if (!isToken(type)) {
    const hasParameter = type === "" || type.includes("=");
    flaws.push({ id: hasParameter ? "missing-type" : "bad-type", at: 0, text: type });
  }
  const rest = semicolon < 0 ? { parameters: [], flaws: [] } : parseParameters(text, semicolon);
  const filename = parameterValue(rest.parameters, "filename");
  const star = parameterValue(rest.parameters, "filename*");
  const filenameExt = star === undefined ? undefined : parseExtValue(star);
  return {
    type,
    parameters: rest.parameters,
    ...(filename !== undefined && { filename }),
    ...(filenameExt && { filenameExt }),
    flaws: [...flaws, ...rest.flaws, ...(filenameExt?.flaws ?? [])],
  };
}
