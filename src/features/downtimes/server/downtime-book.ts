import { markChangedDays } from '../../../shared/server/changed-days.repository.ts';
import { LocalTime } from '../../../shared/server/export/table-answer.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import type { Language } from '../../../shared/server/language.ts';
import { recordBookOf } from '../../../shared/server/records/record-book.ts';
import type { BookColumn, RecordBook } from '../../../shared/server/records/record-book-kind.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { downtimeName } from '../downtime-name.model.ts';
import { type DOWNTIME_COLUMNS, type Downtime, downtimeBook } from '../downtimes.contract.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import { checkWritten, type WrittenDowntime } from './check-written.ts';
import { downtimesWhere } from './downtime-filters.ts';
import { findPlant, listDowntimes, replaceAlarms, replaceDevices } from './downtimes.repository.ts';
import { markDue } from './loss.repository.ts';
import { lossQueue } from './loss-queue.ts';

const WORDS = { en, it };
type Column = (typeof DOWNTIME_COLUMNS)[number];

const local = (at: string | null, { time_zone }: Downtime): LocalTime | null =>
  at === null ? null : new LocalTime(new Date(at), time_zone);
const yes = (is: boolean, language: Language): string => WORDS[language].file[is ? 'yes' : 'no'];

/** What of the plant stood still. */
function what({ extent, section_name, devices }: Downtime, language: Language): string {
  if (extent === 'plant') return WORDS[language].extent.plant;
  if (extent === 'section') return section_name ?? WORDS[language].extent.section;
  return devices.map(({ short_name }) => short_name).join(', ');
}

const measuredBy = ({ energy_hand, loss }: Downtime, language: Language): string => {
  if (energy_hand !== null) return WORDS[language].model.hand;
  return loss.model === null ? '' : WORDS[language].model[loss.model];
};

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

const FILE: Readonly<Record<Column, BookColumn<Downtime>>> = {
  plant: { width: 32, of: ({ plant_name, proj_code }) => `${plant_name} (${proj_code})` },
  what: { width: 28, of: what },
  start: { time: true, width: 17, of: (row) => local(row.start, row) },
  stop: { time: true, width: 17, of: (row) => local(row.stop, row) },
  hours: {
    width: 10,
    of: ({ start, stop }) =>
      stop === null ? null : rounded((Date.parse(stop) - Date.parse(start)) / HOUR_MS, 2),
  },
  percentage: { width: 10, of: ({ percentage }) => percentage },
  cause: { of: ({ cause }) => cause.name },
  planned: { width: 10, of: ({ planned }, language) => yes(planned, language) },
  energy_lost: { width: 14, of: ({ energy_lost }) => rounded(energy_lost, 3) },
  measured_by: { of: measuredBy },
  earning_lost: { width: 14, of: ({ earning_lost }) => rounded(earning_lost, 2) },
  repair_cost: { width: 14, of: ({ repair_cost }) => repair_cost },
  claim_state: { of: ({ claim_state }, language) => WORDS[language].claim[claim_state] },
  claim_number: { of: ({ claim_number }) => claim_number },
  insurer: { of: ({ insurer }) => insurer },
  amount_claimed_eur: { width: 14, of: ({ amount_claimed_eur }) => amount_claimed_eur },
  amount_paid_eur: { width: 14, of: ({ amount_paid_eur }) => amount_paid_eur },
  reported_on: { width: 12, of: ({ reported_on }) => reported_on },
  intervention: { time: true, width: 17, of: (row) => local(row.intervention, row) },
  notes: { width: 60, of: ({ notes }) => notes },
};

const wordsOf = ({ file: { title, file, columns } }: typeof en) => ({ title, file, fields: columns });

/** Downtimes as a book of records; what changes them has their figures worked out anew. */
export function downtimesOf({ jobs }: { readonly jobs: Pick<JobQueue, 'send'> }) {
  const ask = async (tx: Tx, plant_id: number, rows: readonly Pick<Downtime, 'start' | 'stop'>[]) => {
    for (const { start, stop } of rows)
      await markDue(tx, { plant_id, start: new Date(start), stop: stop === null ? null : new Date(stop) });
    // What is kept of these days is counted by them, too.
    await markChangedDays(
      tx,
      rows.map(({ start, stop }) => ({
        plant_id,
        start: new Date(start),
        end: stop === null ? null : new Date(stop),
      })),
    );
    await jobs.send(tx, lossQueue, { company_id: tx.scope.company_id }, tx.scope);
  };
  // What was judged before a row is written says which devices belong to it.
  const checked = new WeakMap<WrittenDowntime['given'], Awaited<ReturnType<typeof checkWritten>>>();
  const book: RecordBook<typeof downtimeBook> = {
    kind: 'downtime',
    table: 'downtime',
    plant: 'plant_id',
    sorts: {
      start: 'r.start_at',
      stop: { sql: 'r.stop_at', nullable: true },
      energy_lost: { sql: 'r.energy_lost_kwh', nullable: true },
      earning_lost: { sql: 'r.earning_lost_eur', nullable: true },
    },
    usual: '-start',
    file: FILE,
    words: { en: wordsOf(en), it: wordsOf(it) },
    told: ['start', 'stop', 'percentage', 'energy_hand', 'earning_hand', 'repair_cost', 'claim_state'],
    nameOf: downtimeName,
    rows: listDowntimes,
    where: downtimesWhere,
    async columns(tx, written) {
      const of = await checkWritten(tx, written);
      checked.set(written.given, of);
      return of.columns;
    },
    async saved(tx, { id, before, given }) {
      const of = checked.get(given);
      if (!of) throw new Error('a downtime is stored that nobody judged');
      if (of.isNew) await replaceDevices(tx, id, of.device_ids ?? []);
      if (given.alarm_ids) await replaceAlarms(tx, id, given.alarm_ids);
      const [now] = await listDowntimes(tx, [id]);
      await ask(
        tx,
        of.plant_id,
        [before, now].flatMap((row) => row ?? []),
      );
    },
    async moved(tx, row) {
      const plant = await findPlant(tx, row.proj_code);
      if (plant) await ask(tx, plant.id, [row]);
    },
  };
  return { ...recordBookOf(downtimeBook, book), ask };
}

export type Downtimes = ReturnType<typeof downtimesOf>;
