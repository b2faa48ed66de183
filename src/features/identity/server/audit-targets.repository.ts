import { type AuditTargets, TARGET_ID } from '../../../shared/server/audit-register.ts';
import { personNameSql } from './people.repository.ts';

const person = personNameSql(TARGET_ID);

/** What the audit calls the targets of this area. */
export const identityTargets: AuditTargets = {
  sign_in: person,
  sign_out: person,
  proof: person,
  password: person,
  email: person,
  second_factor: person,
};
