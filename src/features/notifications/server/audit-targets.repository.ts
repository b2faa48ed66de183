import { type AuditTargets, nameById } from '../../../shared/server/audit-register.ts';

/** What the audit calls the targets of this area. */
export const notificationsTargets: AuditTargets = { webhook: nameById('webhook', 'x.name') };
