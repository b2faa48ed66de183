import type pg from 'pg';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Scope, Tx } from '../../../shared/server/tenancy.ts';
import { namesOf } from '../companies.model.ts';
import { inOrder } from '../ranks.model.ts';
import { createCompany, findCompany, type NewCompany, saveMember } from './companies.repository.ts';
import type { Seed } from './company-life.service.ts';
import { assertOwner } from './member-rules.ts';
import { findMember, lockCompany, type Member, updateMember } from './members.repository.ts';
import { withdrawBeyond } from './members.service.ts';

/** An account that the installation's own people make a member, from the command line. */
export interface Appointed {
  user_id: number;
  /** The account's name. */
  name: string;
  roles: readonly Role[];
}

async function join(tx: Tx, { user_id, name, roles }: Appointed): Promise<void> {
  await saveMember(tx, { user_id, ...namesOf(name), roles });
  await recordAudit(tx, 'user.joined', String(user_id), { roles, related_plants: [] });
}

async function change(tx: Tx, member: Member, roles: Role[]): Promise<void> {
  const { user_id, related_plants } = member;
  const roles_before = inOrder(member.roles);
  if (roles_before.join() === roles.join()) return;
  if (!roles.includes('COMPANY_OWNER')) await assertOwner(tx, member);
  await updateMember(tx, { ...member, roles });
  await recordAudit(tx, 'user.changed', String(user_id), {
    roles_before,
    roles,
    related_plants_before: related_plants,
    related_plants,
  });
  await withdrawBeyond(tx, user_id, roles);
}

/**
 * Makes an account a member of the company of the scope, disabled or not, or gives a member other roles; nobody's rank
 * limits it. @throws AppError not_found for no such company, conflict for its last owner
 */
export async function appointMember(tx: Tx, appointed: Appointed): Promise<void> {
  await lockCompany(tx);
  if (!(await findCompany(tx))) notFound();
  const roles = inOrder(appointed.roles);
  const member = await findMember(tx, appointed.user_id);
  await (member ? change(tx, member, roles) : join(tx, { ...appointed, roles }));
}

/** Makes a company as the program's own action, with its first member where one is named. */
export async function establishCompany(
  { pool, seed }: { pool: pg.Pool; seed: Seed },
  company: NewCompany,
  first?: Appointed,
): Promise<Scope> {
  return createCompany(pool, company, async (tx) => {
    await seed(tx);
    await recordAudit(tx, 'company.created', String(tx.scope.company_id), {});
    if (first) await join(tx, first);
  });
}
