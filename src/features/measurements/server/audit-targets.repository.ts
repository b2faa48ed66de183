import { type AuditTargets, nameById } from '../../../shared/server/audit-register.ts';

/** What the audit calls the targets of this area. */
export const measurementsTargets: AuditTargets = {
  readings: nameById('plants.device', 'x.short_name'),
  import: nameById('plants.device', 'x.short_name'),
  chart: nameById('saved_chart', 'case when x.shared then x.name end'),
};
