import type pg from 'pg';
import type { mailCalls } from '../../contract/mail.contract.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/mount.ts';
import { listOutbox } from './outbox.repository.ts';

const SHOWN = 100;

/** `shown`: this is the demonstration, and only this machine can ask; anywhere else there is no such call. */
export function mailHandlers({ pool, shown }: { pool: pg.Pool; shown: boolean }): Handlers<typeof mailCalls> {
  return {
    async outbox() {
      if (!shown) notFound();
      const mail = await listOutbox(pool, { unsent: false, limit: SHOWN });
      return mail.map(({ fault: _fault, created_at, ...rest }) => ({
        ...rest,
        created_at: created_at.toISOString(),
      }));
    },
  };
}
