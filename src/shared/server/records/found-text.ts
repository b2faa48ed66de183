/**
 * What a search reads of the texts of records. `found_in` holds the bytes of the first 600 signs of a text in small letters, in the
 * index that a search goes through; `found_long` those of a longer text, all of it, in its row. Bytes are compared in half the time that
 * texts take, and hold those of another text just where it stands.
 */
const held = (column: string, text: string): string =>
  `position(decode(replace(lower(${text}), chr(92), chr(92) || chr(92)), 'escape') in ${column}) > 0`;

/** That a record `r` of the table holds a text, of which `text` is SQL; $1 is the company. */
export const holdsText = (table: string, text: string): string => `(${held('r.found_in', text)}
  or (octet_length(r.found_in) >= 600 and r.id in (
    select l.id from ${table} l where l.company_id = $1 and l.found_long is not null and ${held('l.found_long', text)})))`;

/** Long numbers first, then the longer words: what stands in few texts as a rule is asked of all, the others only of those. */
const byRarity = (a: string, b: string): number =>
  Number(/\d{3}/.test(b)) - Number(/\d{3}/.test(a)) || b.length - a.length;

const MAX_WORDS = 8;

/** The words of a search, of which each is to be found, wherever it stands; in the order in which they are asked, the eight rarest at most. */
export const wordsOf = (search: string): string[] =>
  search.trim().split(/\s+/).filter(Boolean).sort(byRarity).slice(0, MAX_WORDS);
