import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Rate } from './cameras-search.ts';

interface Props {
  rates: readonly Rate[];
  value: Rate;
  onChange: (rate: Rate) => void;
}

/** How often pictures are asked for. */
export function RateSelect({ rates, value, onChange }: Props) {
  const { t } = useTranslation('cameras');
  const label = (rate: Rate) => (rate === 'off' ? t('rate.off') : t('rate.every', { seconds: rate }));
  return (
    <NativeSelect
      aria-label={t('rate.label')}
      data={rates.map((rate) => ({ value: rate, label: label(rate) }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Rate)}
    />
  );
}
