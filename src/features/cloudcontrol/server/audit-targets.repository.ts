import { type AuditTargets, nameById } from '../../../shared/server/audit-register.ts';

/** What the audit calls the targets of this area. */
export const cloudcontrolTargets: AuditTargets = {
  calc_group: nameById('calc_group', 'x.name'),
};
