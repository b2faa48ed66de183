import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import type { LightingPlant } from '../ill-pub.contract.ts';

/** Each municipality: when it is lit tonight, what it used this month, and what is wrong. */
export function TownsTable({ plants }: { plants: readonly LightingPlant[] }) {
  const { t } = useTranslation('lighting');
  const { number, euro, time } = useFormat();
  const tonight = ({ tonight: night }: LightingPlant): string => {
    const times = (night?.lines ?? []).map(({ stretches }) =>
      stretches.map(({ from, to }) => `${time(from)}–${time(to)}`).join(', '),
    );
    return [...new Set(times.filter((one) => one !== ''))].join(' · ') || '–';
  };
  const kwh = (value: number | null) => (value === null ? '–' : `${number(value, 0)} kWh`);
  const eur = (value: number | null) => (value === null ? '–' : euro(value));
  const head = [
    t('comune'),
    t('tonight.title'),
    { text: t('home.month_kwh'), number: true },
    { text: t('home.before'), number: true },
    { text: t('home.month_eur'), number: true },
    { text: t('home.eur_before'), number: true },
    { text: t('home.faults'), number: true },
  ];
  return (
    <Section title={t('settings.comuni')} look="table">
      <PlainTable label={t('settings.comuni')} inset stacked head={head}>
        {plants.map((one) => (
          <tr key={one.id}>
            <th scope="row" data-label={t('comune')}>
              <Link to="/apps/illuminazione/settings/comune" search={{ comune: String(one.id) }}>
                {one.name}
              </Link>
            </th>
            <td data-label={t('tonight.title')}>{tonight(one)}</td>
            <td data-label={t('home.month_kwh')} data-number>
              {kwh(one.month_kwh)}
            </td>
            <td data-label={t('home.before')} data-number>
              {kwh(one.last_year_kwh)}
            </td>
            <td data-label={t('home.month_eur')} data-number>
              {eur(one.month_eur)}
            </td>
            <td data-label={t('home.eur_before')} data-number>
              {eur(one.last_year_eur)}
            </td>
            <td data-label={t('home.faults')} data-number>
              {number(one.open_alarms + one.open_reports, 0)}
              {one.at_work > 0 && ` · ${t('home.at_work', { count: one.at_work })}`}
            </td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}
