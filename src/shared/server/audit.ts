import type sharedWords from '../i18n/audit.en.json';
import type { Tx } from './tenancy.ts';

/**
 * What each area writes into the audit, by the words that it has for it: an area adds itself in its feature file. What has no
 * words cannot be recorded.
 */
export interface AuditAreas {
  shared: typeof sharedWords;
}

type KeysOf<Part extends 'actions' | 'fields', Words = AuditAreas[keyof AuditAreas]> = Words extends {
  [P in Part]: infer Named;
}
  ? keyof Named & string
  : never;

/** The kind of thing, a dot, what was done to it. */
export type AuditAction = KeysOf<'actions'>;
export type AuditField = KeysOf<'fields'>;

/** A field as it is now, or as it was before the action. */
export type AuditKey = AuditField | `${AuditField}_before`;

/** A detail on its way to an entry. */
export type Noted = Readonly<Partial<Record<AuditKey, unknown>>>;

/** The detail of an entry; a key that has no words makes it a type that nothing fits. */
export type AuditDetail<D extends object> = D & {
  readonly [K in keyof D]: K extends AuditKey ? D[K] : never;
};

/**
 * Writes who did what and from where in the transaction of the action itself: no action without its row. The program may only
 * append, so target and detail hold ids, codes, roles and numbers, never a person's name or address.
 */
export async function recordAudit<D extends object>(
  tx: Tx,
  action: AuditAction,
  target: string,
  detail: AuditDetail<D>,
): Promise<void> {
  const { company_id, user_id, address, party } = tx.scope;
  // Whoever has no account is known by their link.
  const said = party ? { ...detail, link: party.link_id } : detail;
  await tx.query(
    'insert into audit (company_id, actor_id, address, action, target, detail) values ($1, $2, $3, $4, $5, $6)',
    [company_id, user_id, address, action, target, JSON.stringify(said)],
  );
}
