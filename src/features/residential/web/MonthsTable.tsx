import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type HomeMonth, monthsOf, YEAR_DAYS } from '../months.model.ts';
import { residentialCalls } from '../residential.contract.ts';

const ENERGIES = ['produced_kwh', 'used_kwh', 'imported_kwh', 'exported_kwh'] as const;

function Row({ month, withCapacity }: { month: HomeMonth; withCapacity: boolean }) {
  const { t } = useTranslation('residential');
  const { number, euro } = useFormat();
  const [year, name] = month.month.split('-');
  return (
    <tr>
      <th scope="row">
        {`${name}/${year}`}
        {month.fault_days > 0 && (
          <Muted as="div">{t('months.faults', { n: number(month.fault_days, 0) })}</Muted>
        )}
      </th>
      {ENERGIES.map((energy) => (
        <td key={energy} data-number data-label={t(`energy.${energy}`)}>
          {number(month[energy], 0)}
        </td>
      ))}
      <td data-number data-label={t('days.self_sufficiency')}>
        {number(month.self_sufficiency === null ? null : month.self_sufficiency * 100, 0)}
      </td>
      <td data-number data-label={t('days.saved')}>
        {euro(month.saved_eur)}
      </td>
      {withCapacity && (
        <td data-number data-label={t('months.capacity')}>
          {number(month.capacity_kwh, 1)}
        </td>
      )}
      <td data-number data-label={t('months.known')}>
        {number(month.known_days, 0)}
      </td>
    </tr>
  );
}

/** The months of a home in the last year, the newest first. */
export function MonthsTable({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('residential');
  const [from] = useState(() => new Date(Date.now() - YEAR_DAYS * DAY_MS).toISOString().slice(0, 10));
  const query = useCall(residentialCalls.pdayData, { query: { proj_code, from } });
  return (
    <Known query={query} height={320}>
      {({ days }) => {
        if (days.length === 0) return <Muted style={{ padding: '0 16px 16px' }}>{t('no_days')}</Muted>;
        const months = monthsOf(days).toReversed();
        const withCapacity = months.some(({ capacity_kwh }) => capacity_kwh !== null);
        return (
          <PlainTable
            label={t('months.title')}
            inset
            stacked
            head={[
              t('months.month'),
              ...ENERGIES.map((energy) => ({ text: t(`energy.${energy}`), number: true })),
              { text: t('days.self_sufficiency'), number: true },
              { text: t('days.saved'), number: true },
              ...(withCapacity ? [{ text: t('months.capacity'), number: true }] : []),
              { text: t('months.known'), number: true },
            ]}
          >
            {months.map((month) => (
              <Row key={month.month} month={month} withCapacity={withCapacity} />
            ))}
          </PlainTable>
        );
      }}
    </Known>
  );
}
