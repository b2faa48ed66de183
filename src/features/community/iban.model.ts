/** How long an account number is in each country of SEPA. // ISO 13616, registry of 2025 */
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/** An IBAN in one spelling: without blanks and dashes, in capitals. */
export const ibanOf = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** What is left of a number of any length after division by 97. */
const modulo97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** Whether a text, in its one spelling, is an account of SEPA: its country's length, and check digits that agree. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) || LENGTHS[text.slice(0, 2)] !== text.length) return false;
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  return modulo97(digits) === 1;
}

/** Whether a text, in its one spelling, is what `maskedIban` made: no account, but the known one sent back. */
export const isMasked = (text: string): boolean => /^[A-Z]{2}•{6}[A-Z0-9]{4}$/.test(text);

/** Enough of an IBAN to know it again: its country and its last four signs. */
export const maskedIban = (iban: string): string =>
  iban === '' ? '' : `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
