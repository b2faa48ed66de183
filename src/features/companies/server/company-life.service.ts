import type pg from 'pg';
import type { z } from 'zod';
import { allows } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import { type Caller, inScope, scopeOfPerson, type Tx } from '../../../shared/server/tenancy.ts';
import { describePeople } from '../../identity/server/people.public.ts';
import type { companiesCalls } from '../companies.contract.ts';
import { type Company, slugOf } from '../companies.model.ts';
import {
  type CompanyFields,
  countOwned,
  drawCompanyId,
  findCompany,
  insertCompany,
  saveMember,
  setEnabled,
  updateCompany,
} from './companies.repository.ts';
import { lockCompany } from './members.repository.ts';

/** What a new company starts with besides its founder. */
export type Furnish = (tx: Tx) => Promise<void>;

type NewCompany = z.output<typeof companiesCalls.create.body>;
type Change = z.output<typeof companiesCalls.update.body>;

const OWNED_AT_MOST = 20;

async function refuseTooMany(tx: Tx, user_id: number): Promise<void> {
  if ((await countOwned(tx, user_id)) < OWNED_AT_MOST) return;
  const message = `You own ${OWNED_AT_MOST} companies already, which is as many as one person may have`;
  throw new Refusal('conflict', message, {
    errors: [{ path: '', message, code: 'too_many_companies', params: { most: OWNED_AT_MOST } }],
  });
}

/** Founds a company, whose founder owns it. // spec §3 @throws Refusal conflict for who owns many already */
export async function foundCompany(
  deps: { pool: pg.Pool; furnish: Furnish },
  caller: Caller,
  given: NewCompany,
): Promise<Company> {
  const scope = scopeOfPerson(await drawCompanyId(deps.pool), caller);
  return inScope(deps.pool, scope, async (tx) => {
    const { user_id } = caller;
    await refuseTooMany(tx, user_id);
    await insertCompany(tx, { ...given, company_slug: given.company_slug ?? slugOf(given.name) });
    const name = (await describePeople(tx, [user_id])).get(user_id)?.name ?? '';
    const [first_name = '', ...last] = name.split(' ');
    await saveMember(tx, {
      user_id,
      first_name,
      last_name: last.join(' '),
      roles: ['COMPANY_OWNER', 'APP_0'],
    });
    await deps.furnish(tx);
    await recordAudit(tx, 'company.created', String(scope.company_id), {});
    return (await findCompany(tx)) ?? notFound();
  });
}

async function lockOpen(tx: Tx): Promise<Company> {
  if (!(await lockCompany(tx))) throw new Refusal('forbidden', 'This company is not open to you');
  return (await findCompany(tx)) ?? notFound();
}

// Who demands it of others must not lock themselves out.
function demandSecondFactor(tx: Tx, caller: Caller, wanted: boolean, before: Company): void {
  if (!allows('company.administer', tx.scope.roles)) {
    const message = 'Only owners and management decide whether a second factor is demanded';
    throw new Refusal('forbidden', message, {
      errors: [{ path: 'second_factor_required', message, code: 'administrators_only' }],
    });
  }
  if (!wanted || before.second_factor_required || caller.second_factor) return;
  const message = 'Switch on your own second factor first: you would lock yourself out';
  throw new Refusal('conflict', message, {
    errors: [{ path: 'second_factor_required', message, code: 'own_second_factor_missing' }],
  });
}

/** What is given and differs from what is stored. */
function changedFields({ version: _, ...given }: Change, before: Company): Partial<CompanyFields> {
  const entries = Object.entries(given) as [keyof CompanyFields, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && value !== before[name]));
}

/**
 * Changes the company of the scope; what is left out stays.
 * @throws Refusal conflict with the stored company when somebody saved in between; forbidden and conflict for the demand of a second factor
 */
export async function changeCompany(tx: Tx, caller: Caller, change: Change): Promise<Company> {
  const before = await lockOpen(tx);
  const { version, second_factor_required } = change;
  if (second_factor_required !== undefined) demandSecondFactor(tx, caller, second_factor_required, before);
  if (version !== undefined && version !== before.version) {
    throw new Refusal('conflict', 'Somebody else saved this company in the meantime', {
      extra: { stored: before },
    });
  }
  const fields = changedFields(change, before);
  if (Object.keys(fields).length === 0) return before;
  await updateCompany(tx, fields);
  await recordAudit(tx, 'company.changed', String(before.id_client), {
    fields: Object.keys(fields),
    ...(fields.second_factor_required === undefined
      ? {}
      : { second_factor_required: fields.second_factor_required }),
  });
  return (await findCompany(tx)) ?? notFound();
}

/** Disables the company of the scope: nobody and nothing enters it any more; its data stays. // spec §4 */
export async function disableCompany(tx: Tx): Promise<void> {
  await lockOpen(tx);
  await setEnabled(tx, false);
  await recordAudit(tx, 'company.disabled', String(tx.scope.company_id), {});
}

/** Opens a disabled company again, from the command line; false when there is none. */
export async function enableCompany(tx: Tx): Promise<boolean> {
  if (await setEnabled(tx, true)) await recordAudit(tx, 'company.enabled', String(tx.scope.company_id), {});
  return (await findCompany(tx)) !== undefined;
}
