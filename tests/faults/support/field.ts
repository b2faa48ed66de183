/** The one variable of every device that the faults are tried on. */
export const VARIABLE = 'ac_power_kw';

/** A device's credential for MQTT, as it is shown once. */
export interface Credential {
  readonly user_name: string;
  readonly secret: string;
}
