import { type AuditTargets, nameById } from '../../../shared/server/audit-register.ts';

const municipality = nameById('municipality', 'x.name');
const box = nameById('lighting_box', 'x.serial');

/** What the audit calls the targets of this area. */
export const lightingTargets: AuditTargets = {
  municipality,
  municipality_settings: municipality,
  // Until it is claimed there is only the device.
  lighting_box: `case when a.action = 'lighting_box.assigned' then ${municipality}
    when a.action in ('lighting_box.asked_for', 'lighting_box.not_claimed') then ${nameById('plants.device', 'x.short_name')}
    else ${box} end`,
  power_line: box,
  io_controller: box,
  light_point: nameById('light_point', 'x.code'),
  pod_price: nameById('pod_price', 'x.pod'),
};
