import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';

/** How many alarms and warnings, each as colour, icon and word; snoozed ones in their own colour. */
export function SeverityCounts(props: { errors: number; warnings: number; snoozed?: boolean }) {
  const { errors, warnings, snoozed = false } = props;
  const { t } = useTranslation('logs');
  if (errors + warnings === 0) return <span className="muted">{t('none_raised')}</span>;
  return (
    <Group gap={4}>
      {errors > 0 && (
        <StatePill state={snoozed ? 'snoozed' : 'alarm'} label={t('errors', { count: errors })} />
      )}
      {warnings > 0 && (
        <StatePill state={snoozed ? 'snoozed' : 'warning'} label={t('warnings', { count: warnings })} />
      )}
    </Group>
  );
}
