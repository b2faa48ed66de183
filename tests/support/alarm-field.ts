import type pg from 'pg';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant } from './field.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const INVERTER = ['ac_power_kw', 'inverter_state', 'event_code'];
export const RUNNING = 4;
export const FAULT = 7;

export interface AlarmEventRow {
  readonly kind: string;
  readonly notified: boolean;
  readonly detail: Record<string, unknown>;
}

/** A company whose devices are polled every minute, with a clock that the test turns. */
export class AlarmField {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly start: number;
  now: number;
  readonly #writer: ReadingWriter;

  private constructor(pool: pg.Pool, scope: Scope, start: number) {
    this.pool = pool;
    this.scope = scope;
    this.start = start;
    this.now = start;
    this.#writer = new ReadingWriter(pool, { announce: async () => undefined });
  }

  static async make(pool: pg.Pool, name: string, start: number): Promise<AlarmField> {
    return new AlarmField(pool, await makeCompany(pool, name), start);
  }

  close = (): Promise<void> => this.#writer.close();

  query = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await inScope(this.pool, this.scope, (tx) => tx.query<T>(text, [this.scope.company_id, ...values])))
      .rows;

  /** A plant with a gateway behind which its devices are polled; answers its id and theirs. */
  async addPlant(
    name: string,
    devices: Readonly<Record<string, readonly string[]>>,
  ): Promise<{ plant_id: number; port_id: number; ids: number[] }> {
    const plant_id = await makePlant(this.pool, this.scope, name);
    const ids: number[] = [];
    for (const [short_name, variables] of Object.entries(devices)) {
      ids.push(await makeDevice(this.pool, this.scope, plant_id, short_name, variables, { interval_s: 60 }));
    }
    await this.query('insert into plant_live (company_id, plant_id) values ($1, $2)', plant_id);
    const [made] = await this.query<{ id: number }>(
      `with made as (insert into port (company_id, plant_id, name, host, port)
         values ($1, $2, 'gateway', '127.0.0.1', 1502) returning id),
       held as (update device set port_id = made.id, unit_id = 1 from made where company_id = $1 and plant_id = $2)
       select id from made`,
      plant_id,
    );
    await this.query(
      `update variable set function_code = 3, address = slot, data_type = 'uint16' where company_id = $1 and address is null`,
    );
    await this.query('update plant set created_at = $2 where company_id = $1', new Date(this.start - HOUR));
    return { plant_id, port_id: made?.id ?? 0, ids };
  }

  say = (device_id: number | undefined, ...values: number[]): Promise<unknown> =>
    this.#writer.write(this.scope, [
      { device_id: device_id ?? 0, ts: this.now, values: Float64Array.from(values), quality: null },
    ]);

  /** What devices say each minute from an instant until before another one, in one delivery. */
  async tell(
    from: number,
    until: number,
    said: (at: number) => readonly { readonly id: number; readonly values: readonly number[] }[],
  ): Promise<void> {
    const rows = [];
    for (let ts = from; ts < until; ts += MINUTE)
      for (const { id, values } of said(ts))
        rows.push({ device_id: id, ts, values: Float64Array.from(values), quality: null });
    await this.#writer.write(this.scope, rows);
  }

  /** Alarms as they stand, in the order of their making: code, count, whether open. */
  alarms = async (): Promise<string[]> =>
    (
      await this.query<{ code: string; count: number; open: boolean }>(
        'select code, count, end_date is null as open from alarm where company_id = $1 order by id',
      )
    ).map(({ code, count, open }) => `${code} ${count} ${open ? 'open' : 'closed'}`);

  events = (): Promise<AlarmEventRow[]> =>
    this.query<AlarmEventRow>(
      'select kind, notified_at is not null as notified, detail from alarm_event where company_id = $1 order by id',
    );
}
