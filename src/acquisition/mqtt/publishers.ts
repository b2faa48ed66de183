import type pg from 'pg';
import type { KnownDevice } from '../../features/measurements/ingest.model.ts';
import { userNameOf } from '../../features/measurements/mqtt.model.ts';
import { closedTo } from '../../features/measurements/refusals.model.ts';
import { mqttCredentials } from '../../features/measurements/server/mqtt-credentials.public.ts';
import type { Logger } from '../../shared/server/log.ts';
import { companyIsOpen } from '../../shared/server/open-company.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { listPublishers } from './mqtt.repository.ts';

/** A device that may publish, by the name that people know it by: `proj_code/short_name`. */
export type Publisher = KnownDevice & { readonly name: string };

const KEPT_MS = 5_000;
const MAX_KEPT = 50_000;
const SEEN_EVERY_MS = 60_000;

type Kept = { readonly publisher: Publisher | undefined; readonly until: number };

/** Devices that may publish, looked up for a whole batch at once and kept for a few seconds. */
export class Publishers {
  readonly #pool: pg.Pool;
  readonly #log: Pick<Logger, 'debug'>;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  /** Counts what was forgotten: what was read before that is not kept. */
  #generation = 0;
  readonly #seen = new Map<string, number>();

  constructor({
    pool,
    log,
    now = Date.now,
  }: { pool: pg.Pool; log: Pick<Logger, 'debug'>; now?: () => number }) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
  }

  /** Those of a company's devices that may publish, and whether the company is open. */
  async find(
    company_id: number,
    device_ids: readonly number[],
  ): Promise<{ open: boolean; found: ReadonlyMap<number, Publisher> }> {
    const found = new Map<number, Publisher>();
    const wanted: number[] = [];
    for (const device_id of new Set(device_ids)) {
      const kept = this.#kept.get(userNameOf({ company_id, device_id }));
      if (!kept || kept.until <= this.#now()) wanted.push(device_id);
      else if (kept.publisher) found.set(device_id, kept.publisher);
    }
    if (wanted.length === 0) return { open: true, found };
    const generation = this.#generation;
    const { open, publishers } = await inScope(
      this.#pool,
      scopeOfWork(company_id),
      async (tx) => ({ open: await companyIsOpen(tx), publishers: await listPublishers(tx, wanted) }),
      'read only',
    );
    for (const { device_id, name, variables, ...device } of publishers) {
      found.set(device_id, {
        device_id,
        name,
        slots: new Map(variables.map((variable) => [variable.name, variable.slot])),
        length: variables.reduce((max, { slot }) => Math.max(max, slot + 1), 0),
        closed: closedTo(device),
      });
    }
    if (generation === this.#generation) this.#keep(company_id, wanted, found);
    return { open, found };
  }

  forget(company_id: number | 'all'): void {
    this.#generation++;
    if (company_id === 'all') this.#kept.clear();
    const prefix = `c${company_id}-`;
    for (const user of this.#kept.keys()) if (user.startsWith(prefix)) this.#kept.delete(user);
  }

  /** Notes, once a minute for each device, that it was heard of. Never throws, never waits. */
  seen(company_id: number, device_ids: Iterable<number>): void {
    const now = this.#now();
    const due = [...device_ids].filter((device_id) => {
      const user = userNameOf({ company_id, device_id });
      if ((this.#seen.get(user) ?? Number.NEGATIVE_INFINITY) > now - SEEN_EVERY_MS) return false;
      this.#seen.set(user, now);
      return true;
    });
    if (this.#seen.size > MAX_KEPT) this.#seen.clear();
    if (due.length === 0) return;
    inScope(this.#pool, scopeOfWork(company_id), (tx) => mqttCredentials.markSeen(tx, due)).catch(
      (error: unknown) =>
        this.#log.debug({ company_id, why: errorText(error) }, 'it was not noted which devices were seen'),
    );
  }

  #keep(company_id: number, device_ids: readonly number[], found: ReadonlyMap<number, Publisher>): void {
    if (this.#kept.size > MAX_KEPT) this.#kept.clear();
    const until = this.#now() + KEPT_MS;
    for (const device_id of device_ids) {
      this.#kept.set(userNameOf({ company_id, device_id }), { publisher: found.get(device_id), until });
    }
  }
}
