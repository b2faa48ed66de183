import { type AuditTargets, nameById, TARGET_ID } from '../../../shared/server/audit-register.ts';
import { nameOfPerson } from '../../identity/server/people.public.ts';

/** What the audit calls the targets of this area. */
export const companiesTargets: AuditTargets = {
  user: nameOfPerson(TARGET_ID),
  key: nameById('api_key', 'x.name'),
  invitation: nameById(
    'invitation',
    `coalesce(nullif(trim(x.first_name || ' ' || x.last_name), ''), nullif(x.email, 'removed-' || x.id || '@invalid'))`,
  ),
  company: '(select x.name from company x where x.id_client = $1 and x.id_client = a.company_id)',
};
