import type { z } from 'zod';
import { LocalTime, type TableColumn, tableAnswer } from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import commonEn from '../../../shared/web/i18n/en.json' with { type: 'json' };
import commonIt from '../../../shared/web/i18n/it.json' with { type: 'json' };
import plantsEn from '../../plants/i18n/en.json' with { type: 'json' };
import plantsIt from '../../plants/i18n/it.json' with { type: 'json' };
import type { PlantColumn } from '../dashboard.model.ts';
import overviewEn from '../i18n/en.json' with { type: 'json' };
import overviewIt from '../i18n/it.json' with { type: 'json' };
import type { Card, overviewCalls } from '../overview.contract.ts';
import { gravestOf, isSnoozed, linkOf, loadOf, specificYieldOf } from '../overview.model.ts';

const WORDS = {
  en: { common: commonEn, overview: overviewEn, plants: plantsEn },
  it: { common: commonIt, overview: overviewIt, plants: plantsIt },
};

interface Row {
  readonly card: Card;
  readonly group: string;
  /** Of what was expected of it yesterday it made so much; null where it is not known. */
  readonly share: number | null;
}
type Column = TableColumn<Row>;

const localTime = (at: string | null, zone: string) =>
  at === null ? null : new LocalTime(new Date(at), zone);

function columnsIn(language: Language, now: number): Record<PlantColumn, Column> {
  const { common, overview, plants } = WORDS[language];
  const { columns, links, units } = overview.list;
  const of = (head: string, read: (card: Card) => ReturnType<Column['of']>): Column => ({
    head,
    width: 18,
    of: ({ card }) => read(card),
  });
  const at = (head: string, read: (card: Card) => string | null): Column => ({
    head,
    time: true,
    width: 18,
    of: ({ card }) => localTime(read(card), card.time_zone),
  });
  return {
    name: of(columns.name, ({ descr }) => descr),
    code: of(columns.code, ({ code }) => code),
    state: of(columns.state, (card) => {
      const gravity = gravestOf(card);
      return gravity === 'success' ? overview.dashboard.no_alarms : common.state[gravity];
    }),
    link: of(columns.link, (card) => links[linkOf(card)]),
    comune: of(columns.comune, ({ comune }) => comune),
    type: of(columns.type, ({ productionType }) => plants.production[productionType]),
    power: of(`${columns.power} (kW)`, ({ power_kw }) => power_kw),
    load: of(`${columns.load} (%)`, loadOf),
    today: of(`${columns.today} (kWh)`, ({ production }) => production),
    yield: of(`${columns.yield} (${units.yield})`, specificYieldOf),
    expected: { ...of(`${columns.expected} (%)`, () => null), of: ({ share }) => share && share * 100 },
    irradiance: of(`${columns.irradiance} (W/m²)`, ({ irradianza }) => irradianza),
    nominal: of(`${columns.nominal} (${units.nominal})`, ({ potenza_nominale }) => potenza_nominale),
    last_reading: at(columns.last_reading, ({ last_reading_at }) => last_reading_at),
    snoozed: at(columns.snoozed, (card) => (isSnoozed(card, now) ? card.snooze_date : null)),
  };
}

type Wish = Omit<z.output<typeof overviewCalls.exportCards.body>, 'language'> & {
  readonly language: Language;
  readonly now: Date;
  /** By the codes of plants; empty where nobody asked for them. */
  readonly shares: ReadonlyMap<string, number | null>;
};

/** So many codes of plants that are left out are named. */
const NAMED = 50;

/** What the file says of plants that stood on screen and may be seen no more. */
function leftOut(codes: readonly string[], language: Language): string {
  const { left_out, left_out_more } = WORDS[language].overview.list;
  const named = `${left_out}: ${codes.slice(0, NAMED).join(', ')}`;
  return codes.length > NAMED
    ? `${named} ${left_out_more.replace('{{count}}', String(codes.length - NAMED))}`
    : named;
}

/** The same columns below a row that says something of the whole file, in its first cell. */
const withNote = (columns: readonly Column[]): TableColumn<Row | string>[] =>
  columns.map((column, i) => ({
    ...column,
    of: (row) => (typeof row === 'string' ? (i === 0 ? row : null) : column.of(row)),
  }));

/**
 * Cards as a table, group after group. A plant that was archived, or may be seen no more, since the list was drawn keeps nobody from
 * the others: it is left out, and the last row says so.
 */
export function cardsAsTable(
  cards: readonly Card[],
  { groups, columns, language, format, now, shares }: Wish,
) {
  const known = new Map(cards.map((card) => [card.code, card]));
  const rows: Row[] = [];
  const missing: string[] = [];
  for (const { title, codes } of groups)
    for (const code of codes) {
      const card = known.get(code);
      if (card) rows.push({ card, group: title, share: shares.get(code) ?? null });
      else missing.push(code);
    }
  const all = columnsIn(language, now.getTime());
  const { list } = WORDS[language].overview;
  const group: Column = { head: list.group, of: (row) => row.group };
  return tableAnswer<Row | string>({
    name: `${list.file}-${now.toISOString().slice(0, 10)}`,
    sheet: list.title,
    language,
    format,
    columns: withNote([
      ...(groups.some(({ title }) => title !== '') ? [group] : []),
      ...columns.map((column) => all[column]),
    ]),
    page: { rows: missing.length > 0 ? [...rows, leftOut(missing, language)] : rows },
  });
}
