import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import type { HomeDay } from '../home-energies.contract.ts';

const ENERGIES = [
  'produced_kwh',
  'used_kwh',
  'imported_kwh',
  'exported_kwh',
  'charged_kwh',
  'discharged_kwh',
] as const;

/** What cannot be of a day, and which meter is likely wrong. */
export function DayFault({ day }: { day: Pick<HomeDay, 'fault' | 'wrong_meter'> }) {
  const { t } = useTranslation('residential');
  if (day.fault === null) return null;
  return (
    <Note tone="warning" icon={IconAlertTriangle} small>
      {t(`fault.${day.fault}`)}{' '}
      {day.wrong_meter && t('wrong_meter', { meter: t(`meter.${day.wrong_meter}`) })}
    </Note>
  );
}

/** Days of a home, the newest first; where the balance cannot be, that stands in place of what was made of it. */
export function DaysTable({ days }: { days: readonly HomeDay[] }) {
  const { t } = useTranslation('residential');
  const { number, date, euro } = useFormat();
  if (days.length === 0) return <Muted style={{ padding: '0 16px 16px' }}>{t('no_days')}</Muted>;
  return (
    <PlainTable
      label={t('days.title')}
      inset
      stacked
      head={[
        t('days.day'),
        ...ENERGIES.map((name) => ({ text: t(`energy.${name}`), number: true })),
        { text: t('days.self_sufficiency'), number: true },
        { text: t('days.saved'), number: true },
      ]}
    >
      {days.toReversed().map((day) => (
        <tr key={day.day}>
          <th scope="row">
            <span style={{ whiteSpace: 'nowrap' }}>{date(day.day)}</span>
            <DayFault day={day} />
          </th>
          {ENERGIES.map((name) => (
            <td key={name} data-number data-label={t(`energy.${name}`)}>
              {number(day[name], 1)}
            </td>
          ))}
          <td data-number data-label={t('days.self_sufficiency')}>
            {number(day.self_sufficiency === null ? null : day.self_sufficiency * 100, 0)}
          </td>
          <td data-number data-label={t('days.saved')}>
            {euro(day.saved_eur)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
