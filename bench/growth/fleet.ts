import type pg from 'pg';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import type { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope, type Tx } from '../../src/shared/server/tenancy.ts';
import { makeCompany } from '../../tests/support/field.ts';
import { INVERTER_VARIABLES } from '../store/field.ts';

const INTERVAL_S = 10;
const STEP_MS = INTERVAL_S * 1000;
/**
 * One plant in twenty speaks once a minute: a browser that is told of its card after 12 s was told of the reading 12 s ago, where of
 * the others nobody could tell it from the next one's 2 s.
 */
export const SLOW_INTERVAL_S = 60;
const isSlow = (device_id: number): boolean => device_id % 20 === 7;
const intervalOf = (device_id: number): number => (isSlow(device_id) ? SLOW_INTERVAL_S : INTERVAL_S);
/** Readings of so many plants in a second, on average. */
export const readingsEachSecond = (plants: number): number =>
  plants * VARIABLES.length * (0.94 / INTERVAL_S + 0.05 / SLOW_INTERVAL_S);
/** Codes of the plants that speak once a minute, with the second of it, of devices of P1, P2 and so on in their order. */
export const slowTurns = (devices: readonly number[]): ReadonlyMap<string, number> =>
  new Map(
    devices.flatMap((device_id, i) =>
      isSlow(device_id) ? [[`P${i + 1}`, device_id % SLOW_INTERVAL_S]] : [],
    ),
  );
const POWER = 'ac_power_kw';
const ENERGY = 'energy_export_kwh';
/** Twelve variables: power and energy, which cards show, and ten more. */
export const VARIABLES = [
  POWER,
  ENERGY,
  ...INVERTER_VARIABLES.filter((name) => name !== POWER && !name.startsWith('energy')).slice(0, 10),
];
const ROWS_AT_ONCE = 4000;
/** One plant in a hundred is silent since two hours ago: it has an alarm. */
const SILENT_EVERY = 100;
const SILENT_MS = 2 * 3_600_000;

/** The second (epoch ms) at or before `ts` in which a device speaks: a tenth of them speak in each. */
function turnOf(device_id: number, ts: number): number {
  const interval_s = intervalOf(device_id);
  const step_ms = 1000 * interval_s;
  return ts - ((((ts - 1000 * (device_id % interval_s)) % step_ms) + step_ms) % step_ms);
}

export const isSilent = (device_id: number): boolean => device_id % SILENT_EVERY === 0;

/** Plants of one device of twelve variables in one company; most speak every ten seconds, a tenth of them in each second. */
export class GrowingFleet {
  readonly scope: Scope;
  readonly devices: readonly number[];
  readonly #writer: ReadingWriter;

  constructor(writer: ReadingWriter, scope: Scope, devices: readonly number[]) {
    this.#writer = writer;
    this.scope = scope;
    this.devices = devices;
  }

  static async make(pool: pg.Pool, writer: ReadingWriter, plants: number): Promise<GrowingFleet> {
    const scope = await makeCompany(pool, `Growth ${plants}`);
    return new GrowingFleet(writer, scope, await inScope(pool, scope, (tx) => insertPlants(tx, plants)));
  }

  /** What all of them said since `past_ms` ago until now, which is later once it is written. Answers how many rows. */
  async writePast(past_ms: number): Promise<number> {
    const silent = Date.now() - SILENT_MS;
    let written = await this.#writeAll(this.devices.filter(isSilent), silent - STEP_MS, silent);
    const talking = this.devices.filter((device_id) => !isSilent(device_id));
    let from = Date.now() - past_ms;
    for (let until = Date.now(); until - from > 1000; until = Date.now()) {
      written += await this.#writeAll(talking, from, until);
      from = until;
    }
    return written;
  }

  /** What they said in (from, until], two commits at once. */
  async #writeAll(devices: readonly number[], from: number, until: number): Promise<number> {
    let written = 0;
    let next = 0;
    const work = async () => {
      while (next < devices.length) {
        const rows: ReadingRow[] = [];
        for (; next < devices.length && rows.length < ROWS_AT_ONCE; next++) {
          const device_id = devices[next] ?? 0;
          const step_ms = 1000 * intervalOf(device_id);
          for (let ts = turnOf(device_id, from) + step_ms; ts <= until; ts += step_ms)
            rows.push(rowOf(device_id, ts));
        }
        if (rows.length > 0) await this.#writer.write(this.scope, rows);
        written += rows.length;
      }
    };
    await Promise.all([work(), work()]);
    return written;
  }

  /** Speaks until `until` (epoch ms); answers how long after its second each commit was done, in ms. */
  async speakUntil(until: number): Promise<number[]> {
    const took: number[] = [];
    for (let second = Math.ceil(Date.now() / 1000); second * 1000 < until; second++) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, second * 1000 - Date.now())));
      const rows = this.devices
        .filter((device_id) => !isSilent(device_id) && (second - device_id) % intervalOf(device_id) === 0)
        .map((device_id) => rowOf(device_id, second * 1000));
      await this.#writer.write(this.scope, rows);
      took.push(Date.now() - second * 1000);
    }
    return took;
  }
}

async function insertPlants(tx: Tx, plants: number): Promise<number[]> {
  const { company_id } = tx.scope;
  // A plant's code says its device's number: both are counted from the same place. Of wind, because the sun's plants are not
  // missed at night, and what is measured would depend on the hour.
  await tx.query(
    `insert into plant (company_id, proj_code, name, production_type, potenza_nominale, created_at)
     select $1, 'P' || i, 'Plant ' || i, 'wind', 100, now() - interval '1 year' from generate_series(1, $2) i`,
    [company_id, plants],
  );
  await tx.query('insert into plant_live (company_id, plant_id) select company_id, id from plant', []);
  const { rows } = await tx.query<{ id: number }>(
    `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot, created_at)
     select company_id, id, 'INV', 'inverter', $1, 100, $2, now() - interval '1 year' from plant order by id returning id`,
    [INTERVAL_S, VARIABLES.length],
  );
  const slow = rows.map(({ id }) => id).filter(isSlow);
  await tx.query('update device set interval_s = $1 where company_id = $2 and id = any($3)', [
    SLOW_INTERVAL_S,
    company_id,
    slow,
  ]);
  await tx.query(
    `insert into variable (company_id, device_id, variable_name_id, slot)
     select n.company_id, d.id, n.id, u.i - 1
     from unnest($1::text[]) with ordinality u (name, i)
     join variable_name n on n.name = u.name cross join unnest($2::bigint[]) d (id)`,
    [VARIABLES, rows.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

function rowOf(device_id: number, ts: number): ReadingRow {
  const turn = Math.floor(ts / STEP_MS);
  const wave = 0.6 + 0.2 * Math.sin(turn / 200 + device_id);
  const values = Float64Array.from(VARIABLES, (_, slot) => Math.round(1000 * wave * (slot + 1)) / 10);
  values[1] = Math.floor((turn % 1e6) * 2.2) / 10;
  return { device_id, ts, values, quality: null };
}
