import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isEvaluated } from '../../../notifications/alarm-codes.model.ts';
import type { Alarm } from '../../alarms.contract.ts';
import { codesAt } from '../../rule-fields.model.ts';

/** The way to when alarms open; of an alarm to the rule of what it is about. */
export function RulesLink({ alarm }: { alarm?: Pick<Alarm, 'proj_code' | 'device_id' | 'code'> }) {
  const { t } = useTranslation('rules');
  const ofDevice = alarm?.device_id != null && codesAt('device').some((code) => code === alarm.code);
  const search = alarm
    ? {
        plant: alarm.proj_code,
        ...(ofDevice && alarm.device_id ? { device: String(alarm.device_id) } : {}),
        ...(isEvaluated(alarm.code) ? { code: alarm.code } : {}),
      }
    : {};
  return (
    <Button
      variant={alarm ? 'subtle' : 'default'}
      leftSection={<IconAdjustments size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to="/apps/asset/alarms/rules" search={search} />}
    >
      {t(alarm ? 'link.alarm' : 'link.page')}
    </Button>
  );
}
