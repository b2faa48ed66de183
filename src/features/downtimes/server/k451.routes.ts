import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { k451SettingsCalls } from '../k451-settings.contract.ts';
import { listSettings } from './k451.repository.ts';
import { createSetting, removeSetting } from './k451.service.ts';

/** Which causes count against availability in the K451 report. // spec §7: downtime-k451-settings */
export const k451SettingsHandlers: Handlers<typeof k451SettingsCalls> = {
  list: ({ tx }) => listSettings(tx),
  create: ({ tx, body }) => createSetting(tx, body),
  remove: ({ tx, params }) => removeSetting(tx, params.id),
};
