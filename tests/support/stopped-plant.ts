import assert from 'node:assert/strict';
import { poaUnder, skyAt } from '../../src/energy/sky.ts';
import type { Downtime } from '../../src/features/downtimes/downtimes.contract.ts';
import { insertDefaultCauses } from '../../src/features/downtimes/server/causes.repository.ts';
import { countDue } from '../../src/features/downtimes/server/downtime-keeper.ts';
import { lossQueue } from '../../src/features/downtimes/server/loss-queue.ts';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import type { Role } from '../../src/shared/contract/capabilities.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/units/zones.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from './app.ts';

/** Midnight in Rome of 18 June, and noon two days later. */
export const START = Date.parse('2026-06-17T22:00:00Z');
export const NOW = START + 60 * HOUR_MS;
const STEP_MS = 15 * MINUTE_MS;
const PLACE = { latitude: 44.5, longitude: 11.3 };
const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };

/** An instant by the clock of Rome on the first day, or a later one. */
export const at = (clock: string, day = 0): string => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(START + day * 24 * HOUR_MS + hours * HOUR_MS + minutes * MINUTE_MS).toISOString();
};

/** 90 % of a clear sky on the plane, W/m². */
export function sunAt(instant: number): number {
  const sky = skyAt(PLACE.latitude, PLACE.longitude, instant);
  return 0.9 * poaUnder(sky, sky.clear, SOUTH);
}

/** Power of an inverter of 50 kW that works, kW: 40 kW for each 1,000 W/m². */
export const powerAt = (instant: number): number => sunAt(instant - STEP_MS / 2) * 0.04;

/** kWh that such an inverter makes between two instants, as its counter is read. */
export function energyBetween(start: string, stop: string): number {
  let kwh = 0;
  for (let instant = Date.parse(start) + STEP_MS; instant <= Date.parse(stop); instant += STEP_MS)
    kwh += (powerAt(instant) * STEP_MS) / HOUR_MS;
  return kwh;
}

/** Stretches in which an inverter stands still, by the clock of Rome on which day. */
export type Still = readonly { readonly from: string; readonly to: string }[];

/** A plant of two inverters of 50 kW with a sensor, in a company that has a boss, and the downtimes of whose causes it starts with. */
export class StoppedPlant {
  readonly test: TestApp;
  readonly company: Scope;
  readonly plant_id: number;
  readonly inverters: readonly number[];
  readonly owner: Headers;

  private constructor(fields: Pick<StoppedPlant, 'test' | 'company' | 'plant_id' | 'inverters' | 'owner'>) {
    this.test = fields.test;
    this.company = fields.company;
    this.plant_id = fields.plant_id;
    this.inverters = fields.inverters;
    this.owner = fields.owner;
  }

  /** @param on a server of one's own; closed by whoever made it */
  static async make(still: Still, on?: TestApp): Promise<StoppedPlant> {
    // Losses are counted where a test asks for it: a count that is still under way would write over what comes after it.
    const test = on ?? (await createTestApp({ now: () => new Date(NOW), resting: [lossQueue] }));
    const company = await makeCompany(test.pool, 'Stopping');
    const plant_id = await makePlant(test.pool, company, 'SUNNY', { potenza_nominale: 100, ...PLACE });
    await inScope(test.pool, company, async (tx) => {
      await insertDefaultCauses(tx);
      await tx.query('update plant set tilt_deg = 30, azimuth_deg = 180 where company_id = $1', [
        company.company_id,
      ]);
    });
    const device = (name: string, variables: string[], fields: object) =>
      makeDevice(test.pool, company, plant_id, name, variables, { interval_s: 900, ...fields });
    const inverters = [];
    for (const name of ['INV1', 'INV2'])
      inverters.push(await device(name, ['ac_power_kw', 'energy_total_kwh'], { nominal_power: 50 }));
    const sensor = await device('SENSOR', ['irradiance_poa_wm2', 'ambient_temperature_c'], {
      category: 'weather_station',
    });
    await write(test, company, sensor, (instant) => [sunAt(instant), 25]);
    for (const [i, id] of inverters.entries()) {
      let made = 1000;
      await write(test, company, id, (instant) => {
        const stands = (when: number) => i === 0 && still.some(({ from, to }) => inside(when, from, to));
        // The counter tells of the step that is over, power of the moment.
        made += stands(instant - 1) ? 0 : (powerAt(instant) * STEP_MS) / HOUR_MS;
        return [stands(instant) ? 0 : powerAt(instant), made];
      });
    }
    await recomputeDirty(test.pool, company, { clock: () => NOW, today: true });
    const fields = { test, company, plant_id, inverters };
    return new StoppedPlant({ ...fields, owner: await enter(test, company, ['COMPANY_OWNER', 'APP_0']) });
  }

  enter(roles: readonly Role[], plants?: number[]): Promise<Headers> {
    return enter(this.test, this.company, roles, plants);
  }

  /** Asks a call under /api/v1/; the status must be as it says. */
  async ask<T = Downtime>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, as = this.owner, status = 200 }: { body?: object; as?: Headers; status?: number } = {},
  ): Promise<T> {
    const url = `/api/v1/${path}`;
    const answer = await this.test.app.inject({
      method,
      url,
      headers: as,
      ...(body ? { payload: body } : {}),
    });
    assert.equal(answer.statusCode, status, `${method} ${path}: ${answer.body}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }

  /** The cause of a kind that the company starts with. */
  async cause(kind: string): Promise<number> {
    const causes = await this.ask<{ id: number; kind: string }[]>('GET', 'downtime-causes/');
    return causes.find((one) => one.kind === kind)?.id ?? assert.fail(kind);
  }

  /** Records a downtime, and has its figures worked out. */
  async record(fields: object): Promise<Downtime> {
    const body = { proj_code: 'SUNNY', cause_id: await this.cause('inverter'), ...fields };
    const { id } = await this.ask('POST', 'downtimes/', { body, status: 201 });
    return this.counted(id);
  }

  /** A downtime once its figures are worked out. */
  async counted(id: number): Promise<Downtime> {
    await this.count();
    return this.ask('GET', `downtimes/${id}/`);
  }

  /** Has a device tell something every quarter of an hour, and what its days come to made. */
  async hear(device_id: number, valuesAt: (instant: number) => number[]): Promise<void> {
    await write(this.test, this.company, device_id, valuesAt);
    await recomputeDirty(this.test.pool, this.company, { clock: () => NOW, today: true });
  }

  async count(lasting = false): Promise<number> {
    const log = {
      warn: ({ err }: { err: unknown }) => {
        throw err;
      },
    };
    return countDue(
      { pool: this.test.pool, log, now: () => new Date(NOW) },
      this.company.company_id,
      lasting,
    );
  }
}

const inside = (instant: number, from: string, to: string): boolean =>
  instant >= Date.parse(from) && instant < Date.parse(to);

async function enter(
  test: TestApp,
  company: Scope,
  roles: readonly Role[],
  plants?: number[],
): Promise<Headers> {
  const user = await makeUser(test, { company, roles: [...roles], ...(plants ? { plants } : {}) });
  return signIn(test, user, company, new Date(NOW));
}

async function write(
  test: TestApp,
  company: Scope,
  device_id: number,
  valuesAt: (instant: number) => number[],
): Promise<void> {
  const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => NOW });
  const rows = [];
  for (let ts = START; ts <= NOW; ts += STEP_MS)
    rows.push({ device_id, ts, values: Float64Array.from(valuesAt(ts)), quality: null });
  await writer.write(company, rows);
  await writer.close();
}
