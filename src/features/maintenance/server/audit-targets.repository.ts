import { nameById, TARGET_ID } from '../../../shared/server/audit-register.ts';

/** What the audit calls requests, firms and checklists now. */
export const maintenanceTargets = {
  maintenance_type: nameById('maintenance_type', 'x.name'),
  maintenance_request: `(select 'R-' || lpad(x.number::text, greatest(4, length(x.number::text)), '0') || ' ' || x.title from maintenance_request x
    where x.company_id = $1 and x.id = ${TARGET_ID})`,
  maintenance_plan: nameById('maintenance_plan', 'x.name'),
  maintenance_report: nameById(
    'maintenance_report',
    `'M-' || lpad(x.number::text, greatest(4, length(x.number::text)), '0')`,
  ),
  outside_firm: nameById('outside_firm', 'x.name'),
  checklist_template: nameById('checklist_template', 'x.name'),
};
