import { recordNotes } from '../../../shared/server/records/record-notes.ts';
import { findNotedDowntime } from './noted.repository.ts';

/** Comments and files of downtimes, and who looks after one. */
export const downtimeNotes = recordNotes({
  kind: 'downtime',
  topic: 'downtime_notes',
  write: 'maintenance.write',
  find: findNotedDowntime,
  words: { en: 'Downtimes', it: 'Fermi' },
  link: (id) => `/apps/asset/downtimes?open=${id}`,
});
