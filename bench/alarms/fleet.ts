import type pg from 'pg';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import type { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope, type Tx } from '../../src/shared/server/tenancy.ts';
import { makeCompany } from '../../tests/support/field.ts';
import { INVERTER_VARIABLES } from '../store/field.ts';

export const INTERVAL_S = 60;
const STRINGS = Array.from({ length: 12 }, (_, i) => `string_current_${String(i + 1).padStart(2, '0')}_a`);
const KINDS = {
  inverter: INVERTER_VARIABLES,
  production_meter: ['ac_power_kw', 'energy_total_kwh'],
  weather_station: ['irradiance_poa_wm2', 'ambient_temperature_c', 'module_temperature_c'],
  string_box: STRINGS,
} as const;
type Kind = keyof typeof KINDS;
/** What stands at each plant. */
const PLANT: readonly Kind[] = [
  ...Array.from({ length: 7 }, () => 'inverter' as const),
  'production_meter',
  'weather_station',
  'string_box',
];
export const DEVICES_OF_PLANT = PLANT.length;

export interface FleetDevice {
  readonly device_id: number;
  readonly plant: number;
  readonly place: number;
  readonly kind: Kind;
}

/** Plants of ten devices in one company, and what they say: a summer's day that does not end. */
export class AlarmFleet {
  readonly scope: Scope;
  readonly devices: readonly FleetDevice[];
  readonly #writer: ReadingWriter;
  readonly #plants: number;
  readonly #faulty = new Set<number>();
  readonly #silent = new Set<number>();

  private constructor(writer: ReadingWriter, scope: Scope, devices: readonly FleetDevice[], plants: number) {
    this.#writer = writer;
    this.scope = scope;
    this.devices = devices;
    this.#plants = plants;
  }

  static async make(pool: pg.Pool, writer: ReadingWriter, plants: number): Promise<AlarmFleet> {
    const scope = await makeCompany(pool, 'Alarm bench');
    const devices = await inScope(pool, scope, (tx) => insertFleet(tx, plants));
    return new AlarmFleet(writer, scope, devices, plants);
  }

  /** Readings of every `step_s` seconds from `from` to `until` (epoch ms), in commits of many. */
  async writePast(from: number, until: number, step_s: number): Promise<void> {
    for (let i = 0; i < this.devices.length; i += 100) {
      const rows: ReadingRow[] = [];
      for (const device of this.devices.slice(i, i + 100)) {
        for (let ts = from; ts < until; ts += step_s * 1000) rows.push(this.#rowOf(device, ts));
      }
      await this.#writer.write(this.scope, rows);
    }
  }

  /** What the plants say whose turn it is in this second of the minute; one in a thousand devices keeps silent. */
  async say(second: number, ts: number): Promise<void> {
    const turn = this.devices.filter(
      ({ plant, device_id }) =>
        plant % INTERVAL_S === second % INTERVAL_S && device_id % 1000 !== 7 && !this.#silent.has(device_id),
    );
    if (turn.length > 0)
      await this.#writer.write(
        this.scope,
        turn.map((device) => this.#rowOf(device, ts)),
      );
  }

  /** Has an inverter say from now on that it is at fault, or well; answers when that was stored (epoch ms). */
  async sayFault(device: FleetDevice, faulty: boolean): Promise<number> {
    if (faulty) this.#faulty.add(device.device_id);
    else this.#faulty.delete(device.device_id);
    await this.#writer.write(this.scope, [this.#rowOf(device, Date.now())]);
    return Date.now();
  }

  /** Has a device say one last thing; answers of when that was (epoch ms). */
  async fallSilent(device: FleetDevice): Promise<number> {
    const ts = Date.now();
    this.#silent.add(device.device_id);
    await this.#writer.write(this.scope, [this.#rowOf(device, ts)]);
    return ts;
  }

  /** Has a silent device speak again; answers when that was stored (epoch ms). */
  async speakAgain(device: FleetDevice): Promise<number> {
    this.#silent.delete(device.device_id);
    await this.#writer.write(this.scope, [this.#rowOf(device, Date.now())]);
    return Date.now();
  }

  #rowOf(device: FleetDevice, ts: number): ReadingRow {
    const { device_id } = device;
    const values = valuesOf(device, ts, this.#plants);
    // Its state and its event, as a trip says them; the power falls with it.
    if (this.#faulty.has(device_id)) for (const [slot, value] of FAULT) values[slot] = value;
    return { device_id, ts, values, quality: null };
  }
}

/** Plants of ten devices, each plant behind a gateway of its own. */
export async function insertFleet(tx: Tx, plants: number): Promise<FleetDevice[]> {
  const { company_id } = tx.scope;
  await tx.query(
    `insert into plant (company_id, proj_code, name, potenza_nominale, created_at)
     select $1, 'P' || i, 'Plant ' || i, 700, now() - interval '1 year' from generate_series(1, $2) i`,
    [company_id, plants],
  );
  await tx.query('insert into plant_live (company_id, plant_id) select company_id, id from plant', []);
  await tx.query(
    `insert into port (company_id, plant_id, name, host, port) select company_id, id, 'gateway', '127.0.0.1', 502 from plant`,
    [],
  );
  await tx.query(
    `insert into port_health (company_id, port_id, connected, holder, since, seen_at)
     select company_id, id, true, 'bench', now(), now() from port`,
    [],
  );
  const { rows } = await tx.query<{ device_id: number; plant: number; place: number }>(
    `insert into device (company_id, plant_id, port_id, unit_id, short_name, category, interval_s, nominal_power, next_slot, created_at)
     select p.company_id, p.id, o.id, u.place, 'D' || u.place, u.kind, $2, 100, 20, now() - interval '1 year'
     from plant p join port o on o.plant_id = p.id cross join unnest($1::text[]) with ordinality u (kind, place)
     returning id as device_id, plant_id as plant, unit_id as place`,
    [PLANT, INTERVAL_S],
  );
  for (const [kind, variables] of Object.entries(KINDS)) {
    await tx.query(
      `insert into variable (company_id, device_id, variable_name_id, slot, function_code, address, data_type)
       select d.company_id, d.id, n.id, u.i - 1, 3, u.i, 'float32'
       from device d cross join unnest($1::text[]) with ordinality u (name, i)
       join variable_name n on n.company_id = d.company_id and n.name = u.name where d.category = $2`,
      [variables, kind],
    );
  }
  return rows.map((row) => ({ ...row, kind: PLANT[row.place - 1] ?? 'inverter' }));
}

const FAULT = new Map([
  [0, 0],
  [INVERTER_VARIABLES.indexOf('inverter_state'), 7],
  [INVERTER_VARIABLES.indexOf('event_code'), 16],
]);

const noise = (seed: number): number => {
  const x = Math.sin(seed * 12.9898) * 43758.5453;
  return x - Math.floor(x);
};

/** Noisy powers around what the sun gives; one inverter in two hundred trips for some minutes, one box in fifty has a weak string. */
function valuesOf({ device_id, plant, kind }: FleetDevice, ts: number, plants: number): Float64Array {
  const minute = Math.floor(ts / 60_000);
  const sun = 0.75 + 0.1 * noise(minute * plants + plant);
  const power = 100 * sun * (0.98 + 0.04 * noise(device_id + minute));
  const values = new Float64Array(KINDS[kind].length);
  if (kind === 'weather_station') values.set([1000 * sun, 24, 45]);
  if (kind === 'production_meter') values.set([7 * power, minute * 10 + plant]);
  if (kind === 'string_box')
    values.forEach((_, i) => {
      values[i] = 8 * sun * (device_id % 50 === 0 && i === 3 ? 0.5 : 1);
    });
  if (kind !== 'inverter') return values;
  const tripped = device_id % 200 === 0 && Math.floor(minute / 4) % 2 === 0;
  INVERTER_VARIABLES.forEach((name, slot) => {
    if (name === 'energy_total_kwh') values[slot] = minute * 1.2;
    else if (name === 'inverter_state') values[slot] = tripped ? 7 : 4;
    else if (name === 'event_code') values[slot] = tripped ? 16 : 0;
    else values[slot] = tripped ? 0 : power * (0.5 + noise(slot));
  });
  values[0] = tripped ? 0 : power;
  return values;
}
