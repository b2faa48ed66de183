/** What an installation may serve from hosts of its own; everything else comes from where the portal does. // spec §7 */
export const HOSTS = ['residential', 'community', 'cloud_function', 'cloud_control'] as const;
export type Host = (typeof HOSTS)[number];
