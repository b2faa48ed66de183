import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import type { Hold } from '../../../shared/server/http/body-budget.ts';
import { errorCode } from '../../../shared/server/start-fault.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import {
  type Checked,
  Checker,
  checkReadings,
  type Incoming,
  type IngestField,
  type KnownDevice,
  namedDevices,
  whereNamed,
} from '../ingest.model.ts';
import { closedTo, type RefusedRow } from '../refusals.model.ts';
import { listNamedDevices, type NamedDevice } from './ingest.repository.ts';
import type { ReadingWriter } from './reading-writer.ts';
import type { RefusedSource } from './refused.repository.ts';
import type { RefusedReadings } from './refused-readings.ts';

const KEPT_MS = 5000;
const MAX_KEPT = 50_000;
/** Each time another device may have been removed since its name was looked up. */
const TRIES = 5;

/**
 * Devices by the names that deliveries use, kept for a few seconds for each set of plants that a key may write to.
 * A name that means no device is asked for again each time: the device may be made in the next moment.
 */
class Names {
  readonly #kept = new Map<string, { device: KnownDevice; until: number }>();

  forget(): void {
    this.#kept.clear();
  }

  async lookUp(pool: pg.Pool, scope: Scope, names: readonly string[], now: number): Promise<IngestField> {
    const whose = `${scope.company_id}/${scope.plants === 'all' ? 'all' : scope.plants.join(',')}`;
    const found = new Map<string, KnownDevice>();
    const resolved: string[] = [];
    for (const name of names) {
      const kept = this.#kept.get(`${whose}/${name}`);
      if (kept && kept.until > now) found.set(name, kept.device);
      else resolved.push(name);
    }
    if (resolved.length > 0) {
      const short = [...new Set(resolved.map((name) => name.slice(name.indexOf('/') + 1)))];
      const devices = await inScope(pool, scope, (tx) => listNamedDevices(tx, short), 'read only');
      if (this.#kept.size > MAX_KEPT) this.#kept.clear();
      for (const name of resolved) {
        const device = deviceCalled(name, devices);
        if (!device) continue;
        found.set(name, device);
        this.#kept.set(`${whose}/${name}`, { device, until: now + KEPT_MS });
      }
    }
    return { find: (name) => found.get(name) };
  }
}

/** `proj_code/short_name`, or a bare short name that only one device has; a template never stands in a device's way. */
function deviceCalled(name: string, devices: readonly NamedDevice[]): KnownDevice | undefined {
  const slash = name.indexOf('/');
  const code = slash < 0 ? undefined : name.slice(0, slash);
  const short = name.slice(slash + 1);
  const named = devices.filter(
    (device) => device.short_name === short && (code === undefined || device.proj_code === code),
  );
  const working = named.filter(({ template }) => !template);
  const found = working.length > 0 ? working : named;
  const [device] = found;
  if (!device || found.length > 1) return undefined;
  return {
    device_id: device.device_id,
    name: `${device.proj_code}/${device.short_name}`,
    slots: new Map(device.variables.map((variable) => [variable.name, variable.slot])),
    length: device.variables.reduce((max, { slot }) => Math.max(max, slot + 1), 0),
    closed: closedTo(device),
  };
}

export interface Ingested {
  stored: number;
  refused: number;
  errors?: RefusedRow[];
}

type Weigh = (bytes: number) => void;

/** How a delivery is to be taken. */
export interface Taking {
  /** The good readings of it, though others be bad; all or nothing unless said. */
  partial?: boolean;
  /** Where it is counted what the readings take in memory. */
  hold?: Pick<Hold, 'add' | 'release'> | undefined;
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
   * @throws AppError invalid (422) with the first hundred bad readings and their reasons; what `hold` throws when they
   * would take too much memory, before anything is written.
   */
  async take(scope: Scope, readings: readonly unknown[], { partial, hold }: Taking = {}): Promise<Ingested> {
    return this.#judged(hold, async (now, weigh) => {
      const field = await this.#fieldOf(scope, readings, now);
      const checked = checkReadings(readings, new Checker(field, now, weigh));
      const refuses = checked.refused > 0 && !partial;
      const stored = refuses ? undefined : await this.#store(scope, checked);
      this.#count(scope, checked, field);
      return stored ?? allOrNothing(checked);
    });
  }

  /** Stores the good readings of a part of a body; of the rest it tells the first hundred with their reasons. */
  async takePart(scope: Scope, part: readonly Incoming[], hold?: Taking['hold']): Promise<Ingested> {
    return this.#judged(hold, async (now, weigh) => {
      const field = await this.#fieldOf(scope, part.map(whereNamed), now);
      const checker = new Checker(field, now, weigh);
      for (const one of part) checker.take(one);
      const checked = checker.done();
      const stored = await this.#store(scope, checked);
      this.#count(scope, checked, field);
      return stored;
    });
  }

  /**
   * Judges readings and stores them. Where a device was removed for ever while its name or place was still kept, everything
   * kept is asked for anew, and the readings are judged again: its own are an unknown device's then, the others are stored.
   */
  async #judged<T>(hold: Taking['hold'], judge: (now: number, weigh: Weigh) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let weight = 0;
      const weigh = (bytes: number) => {
        hold?.add(bytes);
        weight += bytes;
      };
      try {
        return await judge(this.#deps.now().getTime(), weigh);
      } catch (error) {
        if (attempt >= TRIES || !isOfGoneDevice(error)) throw error;
        this.#names.forget();
        this.#deps.writer.forgetPlaces();
      } finally {
        hold?.release(weight);
      }
    }
  }

  #fieldOf(scope: Scope, readings: readonly unknown[], now: number): Promise<IngestField> {
    return this.#names.lookUp(this.#deps.pool, scope, namedDevices(readings), now);
  }

  async #store(scope: Scope, { rows, stored, refused, errors }: Checked): Promise<Ingested> {
    await this.#deps.writer.write(scope, rows);
    return { stored, refused, ...(refused > 0 ? { errors } : {}) };
  }

  // Known devices by their full name, whatever they called themselves: another plant may have the same short name. Any
  // other name is an unknown device's whatever else was wrong, so that nobody is counted under a device they may not write.
  #count({ company_id }: Scope, { tally }: Checked, field: IngestField): void {
    const { refused, source = 'http' } = this.#deps;
    for (const one of tally) {
      const device = field.find(one.device)?.name ?? one.device;
      const reason = field.find(one.device) || device === '' ? one.reason : 'unknown_device';
      refused?.countRefused({ company_id, source, device, reason, count: one.count });
    }
  }
}

/**
 * The writer's refusal of a device that it does not find, or the table's of one that was deleted a moment ago: its key's, or
 * for a key of one plant its policy's, to which a device that is gone is in no plant.
 */
const isOfGoneDevice = (error: unknown): boolean =>
  ['not_found', '23503', '42501'].includes(errorCode(error) ?? '');

function allOrNothing({ refused, errors }: Checked): never {
  throw new AppError(
    'invalid',
    `${refused === 1 ? 'A reading' : `${refused} readings`} cannot be stored, so none of the delivery was. A gateway that sends a delivery again until it is taken should use ?partial=true: the good ones are stored then`,
    {
      status: 422,
      errors: errors.map(({ row, variable, code, reason }) => ({
        path: variable === null ? `readings.${row}` : `readings.${row}.values.${variable}`,
        message: reason,
        code,
      })),
      extra: { stored: 0, refused, rows: errors },
    },
  );
}
