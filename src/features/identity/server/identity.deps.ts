import type pg from 'pg';
import type { Logger } from '../../../shared/server/log.ts';
import type { Mailer } from '../../../shared/server/mail/outbox.ts';
import type { TokenKeys } from '../../../shared/server/tokens.ts';
import type { Members } from './members.ts';

/** The keys that accounts need, each derived from the installation's secret for one purpose. */
export interface IdentityKeys extends TokenKeys {
  /** Marks the browsers that somebody has signed in with. */
  readonly browser: Uint8Array;
  /** Seals the secrets of authenticators, and digests recovery codes. */
  readonly factor: Uint8Array;
  /** Seals the address of a wish for a new password on its way to the worker. */
  readonly recovery: Uint8Array;
}

/** What the server side of accounts works with. */
export interface IdentityDeps {
  readonly pool: pg.Pool;
  readonly keys: IdentityKeys;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
  /** Where mail and work for a worker are handed in; named as the portal calls itself. */
  readonly mailer: Mailer;
  readonly members: Members;
  /** Where mailed links lead, without a slash at its end. */
  readonly publicUrl: string;
  readonly registration: 'open' | 'invite';
}
