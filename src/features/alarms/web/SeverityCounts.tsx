import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';

interface Props {
  errors: number;
  warnings: number;
  strings: number;
  snoozed?: boolean;
}

/** How many alarms, warnings and warnings of strings, each as colour, icon and word; snoozed ones in their own colour. */
export function SeverityCounts({ errors, warnings, strings, snoozed = false }: Props) {
  const { t } = useTranslation('logs');
  if (errors + warnings + strings === 0) return <span className="muted">{t('none_raised')}</span>;
  return (
    <Group gap={4}>
      {errors > 0 && (
        <StatePill state={snoozed ? 'snoozed' : 'alarm'} label={t('errors', { count: errors })} />
      )}
      {warnings > 0 && (
        <StatePill state={snoozed ? 'snoozed' : 'warning'} label={t('warnings', { count: warnings })} />
      )}
      {strings > 0 && (
        <StatePill state={snoozed ? 'snoozed' : 'string'} label={t('strings', { count: strings })} />
      )}
    </Group>
  );
}
