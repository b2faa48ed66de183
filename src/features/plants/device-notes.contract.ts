import { recordNotesCalls } from '../../shared/contract/record-notes.ts';

/** Notes of technicians, photos and manuals of a device, and who looks after it: not for visitors, nor for keys. */
export const deviceNotesCalls = recordNotesCalls({
  path: '/api/v1/devices',
  topic: 'device_notes',
  read: 'maintenance.write',
  write: 'maintenance.write',
  one: 'device',
});
