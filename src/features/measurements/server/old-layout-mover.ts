import type pg from 'pg';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { lockDays } from './day-rows.repository.ts';
import type { DeviceMonth } from './figures.repository.ts';
import { emptyOldLayout, listOldMonths } from './old-layout.repository.ts';
import { moveOldMonths } from './old-layout.ts';

export interface MoverOptions {
  pool: pg.Pool;
  log: { warn(fields: object, message: string): void };
  clock?: () => number;
  /** Tells whether there is room for what is moved beside its old place; yes without it. */
  disk?: { hasRoomFor(bytes: number): boolean };
}

/** What stands twice until all is moved is a tenth of the old tables as a rule; the log of the database takes some too. */
const ROOM_BYTES = 2 ** 30;
/** Months of devices of one company in one turn. */
const PORTION = 50;
const START: DeviceMonth = { device_id: 0, month: '0001-01-01' };

/**
 * Moves what an older version stored by days, portion by portion, while everything goes on: each month of a device in a
 * transaction of its own, so that it is in one layout or the other whenever the program is killed. A month that cannot be read
 * stays where it is, said once a round.
 */
export class OldLayoutMover {
  readonly #options: MoverOptions;
  readonly #after = new Map<number, DeviceMonth>();

  constructor(options: MoverOptions) {
    this.#options = options;
  }

  /** Answers how many months were moved. */
  async turn(): Promise<number> {
    const { pool, log, disk } = this.#options;
    if (disk && !disk.hasRoomFor(ROOM_BYTES)) {
      log.warn({}, 'readings of an older version are not moved: the disk has too little room');
      return 0;
    }
    let moved = 0;
    for (const company_id of await listEnabledCompanies(pool)) moved += await this.#moveSome(company_id);
    if (moved === 0) this.#after.clear();
    return moved;
  }

  /**
   * Gives the room of the old tables back when nothing is left in them. Not right after a move: whoever looks at what stood
   * before it would find the readings in neither layout.
   */
  async freeRoom(): Promise<boolean> {
    return emptyOldLayout(this.#options.pool);
  }

  async #moveSome(company_id: number): Promise<number> {
    const { pool, log } = this.#options;
    const scope = scopeOfWork(company_id);
    const after = this.#after.get(company_id) ?? START;
    const months = await inScope(
      pool,
      scope,
      async (tx) => {
        await showBin(tx);
        return listOldMonths(tx, { after, atMost: PORTION });
      },
      'read only',
    );
    for (const month of months) {
      await this.#move(scope, month).catch((err: unknown) =>
        log.warn(
          { err, company_id, ...month },
          'a month could not be moved to the new layout and stays readable where it is',
        ),
      );
      this.#after.set(company_id, month);
    }
    return months.length;
  }

  async #move(scope: Scope, month: DeviceMonth): Promise<void> {
    const { pool, clock = Date.now } = this.#options;
    await inScope(pool, scope, async (tx) => {
      await lockDays(tx);
      await showBin(tx);
      await moveOldMonths(tx, [month], clock());
    });
  }
}
