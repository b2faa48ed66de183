import { recordNotes } from '../../../shared/server/records/record-notes.ts';
import { findNoted } from './bin.repository.ts';

export const DEVICE = 'device';

/** Notes, files and an assignment for devices. */
export const deviceNotes = recordNotes({
  kind: DEVICE,
  topic: 'device_notes',
  write: 'maintenance.write',
  find: findNoted,
  words: { en: 'Devices', it: 'Dispositivi' },
  link: (id) => `/apps/cloudcontrol/devices/${id}?tab=notes`,
});
