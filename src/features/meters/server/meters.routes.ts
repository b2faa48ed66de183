import { notFound } from '../../../shared/server/errors.ts';
import { readyFile } from '../../../shared/server/export/table-answer.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { meterComparisonsCalls } from '../comparison.contract.ts';
import type { energyMetersCalls } from '../meters.contract.ts';
import type { meterRegisterCalls } from '../register.contract.ts';
import { comparisonDetail } from './comparison-detail.ts';
import { comparisonFileName } from './comparison-file.ts';
import type { ComparisonQuestion } from './comparison-question.ts';
import { listDifferences } from './differences.repository.ts';
import { importEnergies } from './energy-statement.service.ts';
import { monthsAround, recentMonths } from './judge-meters.ts';
import { judgeMetersQueue } from './judge-queue.ts';
import { meterYear, powerOfMeters } from './meter-year.ts';
import { listMeters } from './meters.repository.ts';
import {
  changeMeter,
  createMeter,
  findMeter,
  metersOf,
  modelsOf,
  present,
  removeMeter,
  sectionsOfMeter,
} from './meters.service.ts';
import { photoHandlers } from './photos.ts';
import { addReading, checkOf, correctReading, listLines } from './register.service.ts';
import { addEvent, swapMeter } from './register-events.ts';
import { registerFile } from './register-file.ts';
import { importStatement } from './statement.service.ts';

type MeterServices = Pick<Services, 'pool' | 'log' | 'config' | 'jobs'>;

/** Has meters judged by a worker, with the transaction: what a person corrected is told no more. */
const judging =
  ({ jobs }: Pick<MeterServices, 'jobs'>) =>
  (tx: Tx, asked: { meter_ids: readonly number[]; months: readonly string[] }): Promise<void> =>
    jobs.send(tx, judgeMetersQueue, { company_id: tx.scope.company_id, ...asked }, tx.scope);

/** The months of lines that are about some instants. */
const monthsOf = (instants: readonly string[]): string[] => [
  ...new Set(instants.flatMap((at) => monthsAround(new Date(at)))),
];

/** Months that stand as different, and those that are judged each day: a changed meter may be judged otherwise. */
async function monthsOfMeter(tx: Tx, id: number, now: Date): Promise<string[]> {
  const standing = await listDifferences(tx, [id]);
  return [...new Set([...standing.map(({ month }) => month), ...recentMonths(now)])];
}

export function energyMetersHandlers(services: MeterServices): Handlers<typeof energyMetersCalls> {
  const judge = judging(services);
  return {
    list: ({ tx, query: { retired, ...wanted } }) => {
      const of = retired === undefined ? undefined : retired === 'true';
      return metersOf(tx, { ...wanted, retired: of });
    },
    create: ({ tx, body }) => createMeter(tx, body),
    async update({ tx, params, body, now }) {
      const meter = await changeMeter(tx, params.id, body);
      await judge(tx, { meter_ids: [meter.id], months: await monthsOfMeter(tx, meter.id, now) });
      return meter;
    },
    remove: ({ tx, params, now }) => removeMeter(tx, params.id, now),
    get: async ({ tx, params }) => present(await findMeter(tx, params)),
    bySerial: async ({ tx, query }) => present(await findMeter(tx, query)),
    models: ({ tx }) => modelsOf(tx),
    power: async ({ tx, query: { proj_code, ...window } }) => {
      if (!(await plantCodes.find(tx, [proj_code], plantFilter(tx.scope)))[0]) notFound();
      return powerOfMeters(tx, await listMeters(tx, { proj_code }), window);
    },
    powerBySerial: async ({ tx, query: { serial_number, ...window } }) => {
      const meter = await findMeter(tx, { serial_number });
      return (await powerOfMeters(tx, [meter], window))[0] ?? notFound();
    },
    sections: ({ tx, params }) => sectionsOfMeter(tx, params.id),
  };
}

export function meterRegisterHandlers(services: MeterServices): Handlers<typeof meterRegisterCalls> {
  const judge = judging(services);
  return {
    ...photoHandlers(services),
    lines: ({ tx, params, query }) => listLines(tx, params.id, query.month),
    async read({ tx, params, body, now }) {
      const lines = await addReading(tx, params.id, body, now);
      await judge(tx, { meter_ids: [params.id], months: monthsOf([body.at]) });
      return lines;
    },
    async correct({ tx, params, body, now }) {
      const lines = await correctReading(tx, params.id, body, now);
      // The correction is the newest line, and about the instant of the line that it corrects.
      const at = lines[0]?.at ?? now.toISOString();
      await judge(tx, { meter_ids: [params.id], months: monthsOf([at]) });
      return lines;
    },
    async event({ tx, params, body, now }) {
      const lines = await addEvent(tx, params.id, body, now);
      await judge(tx, { meter_ids: [params.id], months: monthsOf([body.at]) });
      return lines;
    },
    async swap({ tx, params, body, now }) {
      const made = await swapMeter(tx, params.id, body, now);
      await judge(tx, { meter_ids: [params.id, made.id], months: monthsOf([body.at]) });
      return made;
    },
    check: ({ tx, params }) => checkOf(tx, params.id),
    async importReadings({ tx, body, now }) {
      const { touched, ...answer } = await importStatement(tx, body, now);
      await judge(tx, { meter_ids: touched.meter_ids, months: monthsOf(touched.instants) });
      return answer;
    },
    year: ({ tx, query: { proj_code, year } }) => meterYear(tx, { proj_code, year: Number(year) }),
    exportRegister: ({ tx, query: { language: wanted, ...asked }, language }) =>
      registerFile(tx, { ...asked, language: wanted ?? language }),
  };
}

interface ComparisonServices extends MeterServices {
  readonly meterThreads: QueryWorkers<ComparisonQuestion>;
}

export function meterComparisonsHandlers(
  services: ComparisonServices,
): Handlers<typeof meterComparisonsCalls> {
  const { meterThreads } = services;
  const judge = judging(services);
  return {
    compare: async ({ scope, query, gone }) =>
      new ReadyJson(await meterThreads.ask(scope, { compared: query }, gone)),
    detail: ({ tx, params, query, now }) => comparisonDetail(tx, { ...params, ...query }, now),
    differences: async ({ tx }) =>
      (await listDifferences(tx)).map(({ found_at, plant_id: _, time_zone: __, ...row }) => ({
        ...row,
        found_at: found_at.toISOString(),
      })),
    async exportComparisons({
      scope,
      query: { language: wanted, format, ...compared },
      language: own,
      gone,
    }) {
      const language = wanted ?? own;
      const bytes = await meterThreads.ask(scope, { compared, as: { format, language } }, gone);
      return readyFile(comparisonFileName(language, compared.month), format, bytes);
    },
    async importEnergies({ tx, body, now }) {
      const { touched, ...answer } = await importEnergies(tx, body, now);
      await judge(tx, touched);
      return answer;
    },
  };
}
