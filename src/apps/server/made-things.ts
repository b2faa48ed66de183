import type { KindsOfMade } from '../../shared/server/made-things.ts';
import { features } from './features.ts';

/** Every kind of things that act by themselves, with whoever made them gone or demoted. */
export const kindsOfMade: KindsOfMade = features.flatMap(({ made = [] }) => made);
