import { type AuditTargets, nameById } from '../../../shared/server/audit-register.ts';

/** What the audit calls the targets of this area. */
export const plantsTargets: AuditTargets = {
  device: nameById('device', 'x.short_name'),
  port: nameById('port', 'x.name'),
  plant: '(select x.name from plant x where x.company_id = $1 and x.proj_code = a.target)',
  // Of an order of sections the target is the plant, by its code.
  section: `case when a.action = 'section.ordered'
    then (select x.name from plant x where x.company_id = $1 and x.proj_code = a.target)
    else ${nameById('plant_section', 'x.name')} end`,
  document: nameById('plant_document', 'x.title'),
  master_data: nameById('plant', 'x.name'),
  variable_name: nameById('variable_name', 'x.name'),
  category: nameById('device_category', 'x.name'),
  variable_group: nameById('variable_group', 'x.name'),
  tag: nameById('tag', 'x.name'),
};
