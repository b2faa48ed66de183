import { AppError } from '../errors.ts';
import { FairTurns } from '../fair-turns.ts';
import type { Scope } from '../tenancy.ts';

/** Pages of files that are read and written at one time, of all companies and of one. */
const PAGES = 3;
const PAGES_OF_ONE = 1;
/** Files of a company that may wait for a page. */
const MAX_OF_ONE = 10;

/**
 * Turns of files that are sent page by page: each page is a turn of its company, so that whoever exports much takes
 * neither the connections nor the event loop from others. Between two pages, while its reader takes one, a file holds
 * nothing.
 */
export class ExportTurns {
  readonly #turns = new FairTurns({ at_once: PAGES, of_one: PAGES_OF_ONE });

  /** Reads the page that a file begins with. @throws AppError limit when too many of the company wait already */
  first<T>(scope: Scope, read: () => Promise<T>): Promise<T> {
    if (this.#turns.held(scope.company_id) >= MAX_OF_ONE) {
      const detail = 'Many files of this company are being written already; ask again shortly';
      throw new AppError('limit', detail, { retryAfter_s: 5 });
    }
    return this.next(scope, read);
  }

  /** Reads a further page: a file that has begun is not refused. */
  next<T>(scope: Scope, read: () => Promise<T>): Promise<T> {
    return this.#turns.run(scope, read);
  }
}
