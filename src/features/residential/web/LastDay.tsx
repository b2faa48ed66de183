import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import type { HomeDay } from '../home-energies.contract.ts';
import { DayFault } from './DaysTable.tsx';

const ENERGIES = ['used_kwh', 'imported_kwh', 'exported_kwh', 'charged_kwh', 'discharged_kwh'] as const;
const OF_BATTERY: readonly string[] = ['charged_kwh', 'discharged_kwh'];

/** What the last day that is over came to. */
export function LastDay({ day }: { day: HomeDay }) {
  const { t } = useTranslation('residential');
  const { number, date, euro } = useFormat();
  // A home without a battery has no figures of one; with it the day adds up only with them.
  const isTold = (name: (typeof ENERGIES)[number]) => day[name] !== null || !OF_BATTERY.includes(name);
  const kwh = (value: number | null) => (value === null ? null : number(value, 1));
  return (
    <Stack gap={8}>
      <DayFault day={day} />
      <Figures columns={4}>
        <Figure
          label={t('energy.produced_kwh')}
          value={kwh(day.produced_kwh)}
          unit="kWh"
          note={date(day.day)}
        />
        {ENERGIES.filter(isTold).map((name) => (
          <Figure key={name} label={t(`energy.${name}`)} value={kwh(day[name])} unit="kWh" />
        ))}
        <Figure
          label={t('days.saved')}
          value={day.saved_eur === null ? null : euro(day.saved_eur)}
          hint={t('hint.saved')}
        />
      </Figures>
    </Stack>
  );
}
