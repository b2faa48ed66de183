/** How a home or device of it sends: now, late, not any more, or never yet. // spec §7 devices-data-sending-statuses */
export const SENDING_STATES = ['sends', 'late', 'silent', 'never'] as const;

/** The ways in which a home's readings come. */
export const PROVIDERS = ['gateway', 'mqtt', 'http', 'csv', 'modbus', 'solaredge'] as const;

/** Why a home was not read from a cloud; what the network and the vendor's status say besides is `not_reached`. */
export const CLOUD_FAULTS = [
  'key_refused',
  'site_refused',
  'too_many',
  'quota',
  'no_devices',
  'unreadable',
  'broken',
  'not_reached',
] as const;
export type CloudFault = (typeof CLOUD_FAULTS)[number];
export const cloudFaultOf = (code: string): CloudFault =>
  CLOUD_FAULTS.find((fault) => fault === code) ?? 'not_reached';
