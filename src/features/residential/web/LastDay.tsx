import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import type { HomeDay } from '../home-energies.contract.ts';
import { DayFault } from './DaysTable.tsx';

/** What the last day that is over came to. */
export function LastDay({ day }: { day: HomeDay }) {
  const { t } = useTranslation('residential');
  const { number, date, euro } = useFormat();
  const kwh = (value: number | null) => (value === null ? null : number(value, 1));
  return (
    <Stack gap={8}>
      <DayFault day={day} />
      <Figures columns={5}>
        <Figure
          label={t('energy.produced_kwh')}
          value={kwh(day.produced_kwh)}
          unit="kWh"
          note={date(day.day)}
        />
        <Figure label={t('energy.used_kwh')} value={kwh(day.used_kwh)} unit="kWh" />
        <Figure label={t('energy.imported_kwh')} value={kwh(day.imported_kwh)} unit="kWh" />
        <Figure label={t('energy.exported_kwh')} value={kwh(day.exported_kwh)} unit="kWh" />
        <Figure
          label={t('days.saved')}
          value={day.saved_eur === null ? null : euro(day.saved_eur)}
          hint={t('hint.saved')}
        />
      </Figures>
    </Stack>
  );
}
