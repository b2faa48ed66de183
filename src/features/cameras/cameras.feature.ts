import { defineFeature, type Services } from '../../shared/server/feature.ts';
import * as cameras from './cameras.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import { camerasTargets } from './server/audit-targets.repository.ts';
import { CameraPictures } from './server/camera-pictures.ts';
import { CAMERA_KEY } from './server/camera-servers.service.ts';
import { camerasHandlers } from './server/cameras.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    cameras: typeof auditEn;
  }
}

/** Cameras of plants: how they are reached, and their pictures for whoever looks. */
export const camerasFeature = defineFeature({
  name: 'cameras',
  tables: ['camera', 'camera_order', 'camera_server', 'camera_server_resolved'],
  calls: { cameras: cameras.camerasCalls },
  handlers: ({ pool, log, keyFor, field }: Services) => ({
    cameras: camerasHandlers({
      pool,
      log,
      key: keyFor(CAMERA_KEY),
      reach: field,
      pictures: new CameraPictures(),
    }),
  }),
  schemas: { cameras },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: camerasTargets },
});
