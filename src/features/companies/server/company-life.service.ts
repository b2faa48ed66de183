import type pg from 'pg';
import type { z } from 'zod';
import { allows, type Role } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, unconfirmed } from '../../../shared/server/errors.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import { type Caller, inScope, scopeOfPerson, type Tx } from '../../../shared/server/tenancy.ts';
import { findPerson } from '../../identity/server/people.public.ts';
import type { companiesCalls } from '../companies.contract.ts';
import { type CompanyDetails, namesOf, slugOf } from '../companies.model.ts';
import { FOUNDED_IN_A_DAY, MAX_OWNED } from '../company-faults.model.ts';
import {
  type CompanyFields,
  countDeedsOfADay,
  countOwned,
  drawCompanyId,
  findCompany,
  hasActed,
  insertCompany,
  lockTurnOf,
  saveMember,
  setEnabled,
  updateCompany,
} from './companies.repository.ts';
import { beginChange } from './member-rules.ts';
import { companyClosed, refusalOf } from './refusals.ts';

/** What a new company starts with besides its founder. */
export type Seed = (tx: Tx) => Promise<void>;

type NewCompany = z.output<typeof companiesCalls.create.body>;
type Change = z.output<typeof companiesCalls.update.body>;

/** An address that nobody has proved yet founds one company and no more. */
async function refuseUnconfirmed(tx: Tx, { user_id, confirmed, memberships }: Caller): Promise<void> {
  if (confirmed) return;
  if (memberships.length > 0 || (await hasActed(tx, user_id))) throw unconfirmed();
}

async function refuseTooMany(tx: Tx, user_id: number): Promise<void> {
  if ((await countOwned(tx, user_id)) >= MAX_OWNED) throw refusalOf('too_many_companies');
  if ((await countDeedsOfADay(tx, user_id)).founded >= FOUNDED_IN_A_DAY)
    throw refusalOf('too_many_founded', { retryAfter_s: 3600 });
}

/** Founds a company, whose founder owns it. // spec §3 @throws AppError conflict for who owns many already, limit for who founded many today; forbidden for a second one of an unconfirmed address */
export async function foundCompany(
  deps: { pool: pg.Pool; seed: Seed },
  caller: Caller,
  given: NewCompany,
): Promise<CompanyDetails> {
  const scope = scopeOfPerson(await drawCompanyId(deps.pool), caller);
  return inScope(deps.pool, scope, async (tx) => {
    const { user_id } = caller;
    await lockTurnOf(tx, user_id);
    await refuseUnconfirmed(tx, caller);
    await refuseTooMany(tx, user_id);
    await insertCompany(tx, { ...given, company_slug: given.company_slug ?? slugOf(given.name) });
    const names = namesOf((await findPerson(tx, user_id))?.name ?? '');
    await saveMember(tx, { user_id, ...names, roles: ['COMPANY_OWNER', 'APP_0'] });
    await deps.seed(tx);
    await recordAudit(tx, 'company.created', String(scope.company_id), {});
    return (await findCompany(tx)) ?? notFound();
  });
}

// Who demands it of others must not lock themselves out.
function assertSecondFactor(own: readonly Role[], caller: Caller, wanted: boolean): void {
  if (!allows('company.administer', own)) throw refusalOf('administrators_only');
  if (wanted && !caller.second_factor) throw refusalOf('own_second_factor_missing');
}

/** What is given and differs from what is stored. */
function changedFields({ version: _, ...given }: Change, before: CompanyDetails): Partial<CompanyFields> {
  const entries = Object.entries(given) as [keyof CompanyFields, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && value !== before[name]));
}

/**
 * Changes the company of the scope; what is left out stays.
 * @throws AppError conflict with the stored company when somebody saved in between; forbidden and conflict for the demand of a second factor
 */
export async function changeCompany(tx: Tx, caller: Caller, change: Change): Promise<CompanyDetails> {
  const own = await beginChange(tx);
  const before = (await findCompany(tx)) ?? notFound();
  const fields = changedFields(change, before);
  const { second_factor_required, readings_kept_months } = fields;
  // Whoever sends back what they were answered changes neither.
  if (readings_kept_months !== undefined && !allows('company.administer', own))
    throw refusalOf('readings_administrators_only');
  if (second_factor_required !== undefined) assertSecondFactor(own, caller, second_factor_required);
  await assertVersion(before, change.version, () => before);
  if (Object.keys(fields).length === 0) return before;
  await updateCompany(tx, fields);
  await recordAudit(tx, 'company.changed', String(before.id_client), {
    fields: Object.keys(fields),
    ...(second_factor_required === undefined ? {} : { second_factor_required }),
    ...(readings_kept_months === undefined ? {} : { readings_kept_months }),
  });
  return (await findCompany(tx)) ?? notFound();
}

/** Disables the company of the scope: nobody and nothing enters it any more; its data stays. // spec §4 */
export async function disableCompany(tx: Tx): Promise<void> {
  if (!allows('company.disable', await beginChange(tx))) throw companyClosed();
  await setEnabled(tx, false);
  await recordAudit(tx, 'company.disabled', String(tx.scope.company_id), {});
}

/** Opens a disabled company again, from the command line; false when there is none. */
export async function enableCompany(tx: Tx): Promise<boolean> {
  if (await setEnabled(tx, true)) await recordAudit(tx, 'company.enabled', String(tx.scope.company_id), {});
  return (await findCompany(tx)) !== undefined;
}
