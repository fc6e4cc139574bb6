/** Placeholders: values that a program or a template has not filled in. */

const PLACEHOLDER =
  /^(?:undefined|null|none|nil|nan|true|false|todo|xxx+|\[object object\]|\$\{[^}]*\}|\$[A-Z_]+|\{\{?[^{}]*\}?\}|%[A-Za-z_]+%|<[^<>]*>|your[-_ ]?(?:api[-_ ]?)?(?:token|key|secret)(?:[-_ ]?here)?)$/i;

/** Is this no value but the place of one? */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim());
}
