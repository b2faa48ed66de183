import { type AuditTargets, nameById } from '../../../shared/server/audit-register.ts';

/** What the audit calls the targets of this area. */
export const camerasTargets: AuditTargets = {
  camera: nameById('camera', 'x.cam_name'),
  camera_server: '(select x.name from plants.plant x where x.company_id = $1 and x.proj_code = a.target)',
};
