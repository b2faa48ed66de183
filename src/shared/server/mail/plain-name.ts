const MAX_CHARACTERS = 60;
/** A dot, however written, that mail programs take for a part of an address: "S.p.A." is none, "example.com" is. */
const ADDRESS_DOT = /(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}]{2})/gu;

/** What people type at length, as it was but for what mail programs make a link of. */
export const withoutLinks = (text: string): string =>
  text
    .replace(/:[/\\\s]*[/\\]+/g, ' ')
    .replace(/\bwww\./giu, 'www ')
    .replace(ADDRESS_DOT, '$&\u0020');

/**
 * What people type goes out in the portal's name: it stays one short line that does not pass for a part of the mail, and
 * no mail program makes a link of it.
 */
export function plainName(text: string): string {
  const line = withoutLinks(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')).trim();
  const letters = [...line];
  if (letters.length <= MAX_CHARACTERS) return line;
  return `${letters
    .slice(0, MAX_CHARACTERS - 1)
    .join('')
    .trim()}…`;
}
