import type pg from 'pg';
import { Refusal } from '../../../shared/server/errors.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import {
  type Checked,
  Checker,
  checkReadings,
  type Incoming,
  type IngestField,
  type KnownDevice,
  namedDevices,
} from '../ingest.model.ts';
import type { RefusedRow } from '../refusals.model.ts';
import { listNamedDevices, type NamedDevice } from './ingest.repository.ts';
import type { ReadingWriter } from './reading-writer.ts';
import type { RefusedSource } from './refused.repository.ts';
import type { RefusedReadings } from './refused-readings.ts';

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

export interface IngestDeps {
  pool: pg.Pool;
  writer: ReadingWriter;
  now: () => Date;
  /** How deliveries come, and where those that cannot be stored are counted. */
  source?: RefusedSource;
  refused?: Pick<RefusedReadings, 'countRefused'>;
}

/** Takes deliveries of devices, gateways and programs. What is answered as stored is on disk. */
export class IngestService {
  readonly #deps: IngestDeps;
  readonly #names = new Names();

  constructor(deps: IngestDeps) {
    this.#deps = deps;
  }

  /**
   * Stores a delivery, all or nothing; with `partial` the good readings of it.
   * @throws Refusal invalid (422) with the first hundred bad readings and their reasons.
   */
  async take(scope: Scope, readings: readonly unknown[], partial: boolean): Promise<Ingested> {
    const now = this.#deps.now().getTime();
    const field = await this.#fieldOf(scope, readings, now);
    const checked = checkReadings(readings, field, now);
    this.#count(scope, checked);
    if (checked.refused > 0 && !partial) throw allOrNothing(checked);
    return this.#store(scope, checked);
  }

  /** Stores the good readings of a part of a body; of the rest it tells the first hundred with their reasons. */
  async takePart(scope: Scope, part: readonly Incoming[]): Promise<Ingested> {
    const now = this.#deps.now().getTime();
    const readings = part.flatMap((one) => ('reading' in one ? [one.reading] : []));
    const checker = new Checker(await this.#fieldOf(scope, readings, now), now);
    for (const one of part) checker.take(one);
    const checked = checker.done();
    const stored = await this.#store(scope, checked);
    this.#count(scope, checked);
    return stored;
  }

  #fieldOf(scope: Scope, readings: readonly unknown[], now: number): Promise<IngestField> {
    return this.#names.lookUp(this.#deps.pool, scope, namedDevices(readings), now);
  }

  async #store(scope: Scope, { rows, stored, refused, errors }: Checked): Promise<Ingested> {
    await this.#deps.writer.write(scope, rows);
    return { stored, refused, ...(refused > 0 ? { errors } : {}) };
  }

  #count({ company_id }: Scope, { tally }: Checked): void {
    const { refused, source = 'http' } = this.#deps;
    for (const one of tally) refused?.countRefused({ company_id, source, ...one });
  }
}

function allOrNothing({ refused, errors }: Checked): Refusal {
  return new Refusal(
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
