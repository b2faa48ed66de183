import type pg from 'pg';
import { Refusal } from '../../../shared/server/errors.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import {
  checkReadings,
  type IngestField,
  type KnownDevice,
  namedDevices,
  type RefusedRow,
} from '../ingest.model.ts';
import { listNamedDevices, type NamedDevice } from './ingest.repository.ts';
import type { ReadingWriter } from './reading-writer.ts';

const KEPT_MS = 5000;
const MOST_KEPT = 50_000;

/**
 * Devices by the names that deliveries use, kept for a few seconds for each set of plants that a key may write to.
 * A name that means no device is asked for again each time: the device may be made in the next moment.
 */
class Names {
  readonly #kept = new Map<string, { device: KnownDevice; until: number }>();

  async lookUp(pool: pg.Pool, scope: Scope, names: readonly string[], now: number): Promise<IngestField> {
    const whose = `${scope.company_id}/${scope.plants === 'all' ? 'all' : scope.plants.join(',')}`;
    const found = new Map<string, KnownDevice>();
    const wanted: string[] = [];
    for (const name of names) {
      const kept = this.#kept.get(`${whose}/${name}`);
      if (kept && kept.until > now) found.set(name, kept.device);
      else wanted.push(name);
    }
    if (wanted.length > 0) {
      const short = [...new Set(wanted.map((name) => name.slice(name.indexOf('/') + 1)))];
      const devices = await inScope(pool, scope, (tx) => listNamedDevices(tx, short), 'read only');
      if (this.#kept.size > MOST_KEPT) this.#kept.clear();
      for (const name of wanted) {
        const device = deviceCalled(name, devices);
        if (!device) continue;
        found.set(name, device);
        this.#kept.set(`${whose}/${name}`, { device, until: now + KEPT_MS });
      }
    }
    return { find: (name) => found.get(name) };
  }
}

/** `proj_code/short_name`, or a bare short name that only one device has. */
function deviceCalled(name: string, devices: readonly NamedDevice[]): KnownDevice | undefined {
  const slash = name.indexOf('/');
  const code = slash < 0 ? undefined : name.slice(0, slash);
  const short = name.slice(slash + 1);
  const found = devices.filter(
    (device) => device.short_name === short && (code === undefined || device.proj_code === code),
  );
  const [device] = found;
  if (!device || found.length > 1) return undefined;
  return {
    device_id: device.device_id,
    slots: new Map(device.variables.map((variable) => [variable.name, variable.slot])),
    length: device.variables.reduce((most, { slot }) => Math.max(most, slot + 1), 0),
  };
}

export interface Ingested {
  stored: number;
  refused: number;
  errors?: RefusedRow[];
}

/** Takes deliveries of devices, gateways and programs by HTTP. What is answered as stored is on disk. */
export class IngestService {
  readonly #pool: pg.Pool;
  readonly #writer: ReadingWriter;
  readonly #now: () => Date;
  readonly #names = new Names();

  constructor(deps: { pool: pg.Pool; writer: ReadingWriter; now: () => Date }) {
    this.#pool = deps.pool;
    this.#writer = deps.writer;
    this.#now = deps.now;
  }

  /**
   * Stores a delivery, all or nothing; with `partial` the good readings of it.
   * @throws Refusal invalid (422) with the first hundred bad readings and their reasons.
   */
  async take(scope: Scope, readings: readonly unknown[], partial: boolean): Promise<Ingested> {
    const now = this.#now().getTime();
    const field = await this.#names.lookUp(this.#pool, scope, namedDevices(readings), now);
    const { rows, stored, refused, errors } = checkReadings(readings, field, now);
    if (refused > 0 && !partial) {
      throw new Refusal(
        'invalid',
        `${refused === 1 ? 'A reading' : `${refused} readings`} cannot be stored, so none of the delivery was. A gateway that sends a delivery again until it is taken should use ?partial=true: the good ones are stored then`,
        {
          status: 422,
          errors: errors.map(({ row, variable, reason }) => ({
            path: variable === null ? `readings.${row}` : `readings.${row}.values.${variable}`,
            message: reason,
          })),
          extra: { stored: 0, refused, rows: errors },
        },
      );
    }
    await this.#writer.write(scope, rows);
    return { stored, refused, ...(refused > 0 ? { errors } : {}) };
  }
}
