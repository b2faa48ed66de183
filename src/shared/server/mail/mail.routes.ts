import type pg from 'pg';
import type { mailCalls } from '../../contract/mail.contract.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/mount.ts';
import { listOutbox } from './outbox.repository.ts';
import { readLinks } from './sealed-links.ts';

const SHOWN = 100;

/** `shown`: this is the demonstration, and only this machine can ask; anywhere else there is no such call. */
export function mailHandlers({
  pool,
  shown,
  key,
}: {
  pool: pg.Pool;
  shown: boolean;
  key: Uint8Array;
}): Handlers<typeof mailCalls> {
  return {
    async outbox() {
      if (!shown) notFound();
      const mail = await listOutbox(pool, { unsent: false, limit: SHOWN });
      return mail
        .map((row) => readLinks(key, row))
        .map(({ id, to_address, language, subject, body_text, state, created_at }) => ({
          id,
          to_address,
          language,
          subject,
          body_text,
          state,
          created_at: created_at.toISOString(),
        }));
    },
  };
}
