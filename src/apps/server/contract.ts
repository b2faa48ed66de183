import type { CallsOf } from '../../shared/server/feature.ts';
import { features } from './features.ts';

/** Every call that this program serves, by group: what the document, the tests and the server walk over. */
export const contract = Object.assign({}, ...features.map(({ calls }) => calls)) as CallsOf<typeof features>;
