// Programs open a file with the separators of their own language: what follows any separator may become a cell by itself.
// The full-width signs are read as the others.
const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
const FIRST = new RegExp(`^['"\\s]*${SIGN}|^'*[\\t\\r\\n]`);
const LATER = new RegExp(`[,;|\\t\\r\\n]['"\\s]*(?=${SIGN})`, 'g');
const GUARDED_FIRST = new RegExp(`^'['"\\s]*${SIGN}|^''*[\\t\\r\\n]`);
const GUARDED_LATER = new RegExp(`([,;|\\t\\r\\n]['"\\s]*)'(?=${SIGN})`, 'g');
const QUOTED = /[",;|\t\r\n]/;

/** A text that no spreadsheet works out, whichever separators it reads a file by: an apostrophe stands before what it would. */
export function guarded(text: string): string {
  const inside = text.replace(LATER, "$&'");
  return FIRST.test(inside) ? `'${inside}` : inside;
}

/** The text as it was before it was guarded. */
export function unguarded(text: string): string {
  const inside = GUARDED_FIRST.test(text) ? text.slice(1) : text;
  return inside.replace(GUARDED_LATER, '$1');
}

/** A text as a cell of a CSV file (RFC 4180), in quotes where any program would part it. */
export function csvText(text: string): string {
  const safe = guarded(text);
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
