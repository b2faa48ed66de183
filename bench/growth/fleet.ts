import type pg from 'pg';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import type { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope, type Tx } from '../../src/shared/server/tenancy.ts';
import { makeCompany } from '../../tests/support/field.ts';
import { INVERTER_VARIABLES } from '../store/field.ts';

export const INTERVAL_S = 10;
const POWER = 'ac_power_kw';
const ENERGY = 'energy_export_kwh';
/** Twelve variables: power and energy, which cards show, and ten more. */
export const VARIABLES = [
  POWER,
  ENERGY,
  ...INVERTER_VARIABLES.filter((name) => name !== POWER && !name.startsWith('energy')).slice(0, 10),
];

/** Plants of one device of twelve variables in one company; each speaks every ten seconds, a tenth of them in each second. */
export class GrowingFleet {
  readonly scope: Scope;
  readonly #devices: readonly number[];
  readonly #writer: ReadingWriter;

  private constructor(writer: ReadingWriter, scope: Scope, devices: readonly number[]) {
    this.#writer = writer;
    this.scope = scope;
    this.#devices = devices;
  }

  static async make(pool: pg.Pool, writer: ReadingWriter, plants: number): Promise<GrowingFleet> {
    const scope = await makeCompany(pool, `Growth ${plants}`);
    return new GrowingFleet(writer, scope, await inScope(pool, scope, (tx) => insertPlants(tx, plants)));
  }

  /** What all of them said from `from` to `until` (epoch ms), in commits of many. */
  async writePast(from: number, until: number): Promise<void> {
    const instants = (until - from) / (INTERVAL_S * 1000);
    const atOnce = Math.max(1, Math.floor(4000 / instants));
    for (let i = 0; i < this.#devices.length; i += atOnce) {
      const rows = this.#devices
        .slice(i, i + atOnce)
        .flatMap((device_id) =>
          Array.from({ length: instants }, (_, k) => rowOf(device_id, from + k * INTERVAL_S * 1000)),
        );
      await this.#writer.write(this.scope, rows);
    }
  }

  /** Speaks until `until` (epoch ms); answers how long each commit took, in ms. */
  async speakUntil(until: number): Promise<number[]> {
    const took: number[] = [];
    for (let second = Math.ceil(Date.now() / 1000); second * 1000 < until; second++) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, second * 1000 - Date.now())));
      const turn = this.#devices.filter((_, i) => i % INTERVAL_S === second % INTERVAL_S);
      const rows = turn.map((device_id) => rowOf(device_id, second * 1000));
      const begin = performance.now();
      await this.#writer.write(this.scope, rows);
      took.push(performance.now() - begin);
    }
    return took;
  }
}

async function insertPlants(tx: Tx, plants: number): Promise<number[]> {
  const { company_id } = tx.scope;
  await tx.query(
    `insert into plant (company_id, proj_code, name, potenza_nominale, created_at)
     select $1, 'P' || i, 'Plant ' || i, 100, now() - interval '1 year' from generate_series(1, $2) i`,
    [company_id, plants],
  );
  await tx.query('insert into plant_live (company_id, plant_id) select company_id, id from plant', []);
  const { rows } = await tx.query<{ id: number }>(
    `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot, created_at)
     select company_id, id, 'INV', 'inverter', $1, 100, $2, now() - interval '1 year' from plant returning id`,
    [INTERVAL_S, VARIABLES.length],
  );
  await tx.query(
    `insert into variable (company_id, device_id, variable_name_id, slot)
     select d.company_id, d.id, n.id, u.i - 1 from device d
     cross join unnest($1::text[]) with ordinality u (name, i)
     join variable_name n on n.company_id = d.company_id and n.name = u.name`,
    [VARIABLES],
  );
  return rows.map(({ id }) => id);
}

function rowOf(device_id: number, ts: number): ReadingRow {
  const turn = Math.floor(ts / (INTERVAL_S * 1000));
  const wave = 0.6 + 0.2 * Math.sin(turn / 200 + device_id);
  const values = Float64Array.from(VARIABLES, (_, slot) => Math.round(1000 * wave * (slot + 1)) / 10);
  values[1] = Math.floor((turn % 1e6) * 2.2) / 10;
  return { device_id, ts, values, quality: null };
}
