import { recordAudit } from '../../../shared/server/audit.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { settingsCalls } from '../settings.contract.ts';
import { findSettings, saveSettings } from './settings.repository.ts';

export const settingsHandlers: Handlers<typeof settingsCalls> = {
  settings: ({ tx }) => findSettings(tx),
  async changeSettings({ tx, body }) {
    if (!(await saveSettings(tx, body))) throw savedMeanwhile(await findSettings(tx));
    const { readings_kept_months } = body;
    await recordAudit(tx, 'residential_setting.changed', '', { home_kept_months: readings_kept_months });
    return findSettings(tx);
  },
};
