import { alarmsMade } from '../../features/alarms/server/made.public.ts';
import { companyMade } from '../../features/companies/server/made.public.ts';
import { measurementsMade } from '../../features/measurements/server/made.public.ts';
import type { KindsOfMade } from '../../shared/server/made-things.ts';

/** Every kind of things that act by themselves, with whoever made them gone or demoted. */
export const kindsOfMade: KindsOfMade = [...companyMade, ...measurementsMade, ...alarmsMade];
