import { type AuditTargets, TARGET_ID } from '../../../shared/server/audit-register.ts';

const PLANT = '(select x.name from plants.plant x where x.company_id = $1 and x.proj_code = a.target)';

/** What the audit calls the targets of this area. */
export const alarmsTargets: AuditTargets = {
  alarm: `(select coalesce(e.short_name, p.name) from alarm x
    join plants.plant p on p.company_id = x.company_id and p.id = x.plant_id
    left join plants.device e on e.company_id = x.company_id and e.id = x.device_id
    where x.company_id = $1 and x.id = ${TARGET_ID})`,
  snooze: PLANT,
  // Of one plant, or of the whole company.
  alarm_rule: `coalesce(${PLANT}, (select x.name from companies.company x where x.id_client = $1 and a.target = ''))`,
};
