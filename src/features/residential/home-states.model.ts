/** How a home or device of it sends: now, late, not any more, or never yet. // spec §7 devices-data-sending-statuses */
export const SENDING_STATES = ['sends', 'late', 'silent', 'never'] as const;

/** The ways in which a home's readings come. */
export const PROVIDERS = ['gateway', 'mqtt', 'http', 'csv', 'modbus', 'solaredge'] as const;
