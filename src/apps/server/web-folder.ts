import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartFault } from '../../shared/server/start-fault.ts';

/** The built portal, which `npm ci` makes unless its scripts are switched off. */
export const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** @throws StartFault where there is no portal to serve, before anything has been started for it */
export function assertPortal(folder = WEB_FOLDER): void {
  if (existsSync(`${folder}/index.html`)) return;
  throw new StartFault(
    'The portal has not been built: run npm run prepare, which npm ci --ignore-scripts leaves out.',
  );
}
