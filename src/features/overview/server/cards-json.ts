import { cardOf, type LivePlant } from '../card.model.ts';
import type { Card } from '../overview.contract.ts';

/** So many cards are written as text before it becomes bytes: text of all of them would be moved about in memory. */
const AT_ONCE = 128;
/** What stands otherwise in JSON: quotes, backslashes, control characters, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

const text = (value: string): string => (ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`);
const textOrNull = (value: string | null): string => (value === null ? 'null' : text(value));
/** What is no number is null in JSON. */
const number = (value: number | null): string =>
  value === null || !Number.isFinite(value) ? 'null' : `${value}`;

/** Each member by hand, in the order of `cardOf`: the same bytes as `JSON.stringify`, at half the price. */
const jsonOf = (card: Card): string =>
  `{"code":${text(card.code)},"descr":${text(card.descr)},"error":${card.error},"warning":${card.warning}` +
  `,"string_w":${card.string_w},"snooze_date":${textOrNull(card.snooze_date)},"snooze_kind":${text(card.snooze_kind)}` +
  `,"potenza_nominale":${number(card.potenza_nominale)},"production":${number(card.production)}` +
  `,"irradianza":${number(card.irradianza)},"power_kw":${number(card.power_kw)},"partial":${card.partial}` +
  `,"lost":${card.lost},"last_reading_at":${textOrNull(card.last_reading_at)},"no_data":${card.no_data}` +
  `,"asleep":${card.asleep},"productionType":${text(card.productionType)},"comune":${text(card.comune)}` +
  `,"time_zone":${text(card.time_zone)}}`;

/** The cards of plants as JSON in UTF-8. No card is kept: what ten thousand leave behind is their bytes. */
export function cardsAsJson(plants: Iterable<LivePlant>, now: number): Buffer {
  const written: Buffer[] = [];
  let piece = '[';
  let cards = 0;
  for (const plant of plants) {
    piece += (cards === 0 ? '' : ',') + jsonOf(cardOf(plant, now));
    cards += 1;
    if (cards % AT_ONCE > 0) continue;
    written.push(Buffer.from(piece));
    piece = '';
  }
  written.push(Buffer.from(`${piece}]`));
  return Buffer.concat(written);
}
