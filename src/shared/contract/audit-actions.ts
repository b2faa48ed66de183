/**
 * Whatever is written into a company's audit: the kind of thing, a dot, what was done to it. Each has its words in both
 * languages beside the audit's page; what is not listed here cannot be recorded.
 */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in.failed',
  'sign_in.limited',
  'sign_out.everywhere',
  'password.changed',
  'password.recovered',
  'password.reset',
  'email.changed',
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.codes_renewed',
  'second_factor.reset',
  'user.joined',
  'user.changed',
  'user.dismissed',
  'user.left',
  'invitation.created',
  'invitation.renewed',
  'invitation.withdrawn',
  'company.created',
  'company.changed',
  'company.disabled',
  'company.enabled',
  'key.created',
  'key.revoked',
  'plant.created',
  'plant.changed',
  'device.created',
  'device.variables_added',
  'variable_name.created',
  'import.started',
  'upload.received',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
