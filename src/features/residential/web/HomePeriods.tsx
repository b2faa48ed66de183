import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import type { HomePeriod } from '../months.model.ts';
import { residentialCalls } from '../residential.contract.ts';

const ENERGIES = ['produced_kwh', 'used_kwh', 'imported_kwh', 'exported_kwh'] as const;
/** A year and what is begun of a month; the others are shown when they are asked for. */
const SHOWN_MONTHS = 13;
/** On a phone each month is a block of lines: fewer of them. */
const SHOWN_ON_PHONE = 3;

function Row({ one, withCapacity }: { one: HomePeriod; withCapacity: boolean }) {
  const { t } = useTranslation('residential');
  const { number, euro } = useFormat();
  return (
    <tr>
      <th scope="row">
        {one.period.split('-').reverse().join('/')}
        {one.fault_days > 0 && <Muted as="div">{t('months.faults', { n: number(one.fault_days, 0) })}</Muted>}
      </th>
      {ENERGIES.map((energy) => (
        <td key={energy} data-number data-label={t(`energy.${energy}`)}>
          {number(one[energy], 0)}
        </td>
      ))}
      <td data-number data-label={t('days.self_sufficiency')}>
        {number(one.self_sufficiency === null ? null : one.self_sufficiency * 100, 0)}
      </td>
      <td data-number data-label={t('days.saved')}>
        {euro(one.saved_eur)}
      </td>
      {withCapacity && (
        <td data-number data-label={t('months.capacity')}>
          {number(one.capacity_kwh, 1)}
        </td>
      )}
      <td data-number data-label={t('months.known')}>
        {number(one.known_days, 0)}
      </td>
    </tr>
  );
}

/** Months or years, the newest first. */
function Periods({ periods, label, head }: { periods: readonly HomePeriod[]; label: string; head: string }) {
  const { t } = useTranslation('residential');
  if (periods.length === 0) return <Muted style={{ padding: '0 16px 16px' }}>{t('no_days')}</Muted>;
  const withCapacity = periods.some(({ capacity_kwh }) => capacity_kwh !== null);
  return (
    <PlainTable
      label={label}
      inset
      stacked
      head={[
        head,
        ...ENERGIES.map((energy) => ({ text: t(`energy.${energy}`), number: true })),
        { text: t('days.self_sufficiency'), number: true },
        { text: t('days.saved'), number: true },
        ...(withCapacity ? [{ text: t('months.capacity'), number: true }] : []),
        { text: t('months.known'), number: true },
      ]}
    >
      {periods.map((one) => (
        <Row key={one.period} one={one} withCapacity={withCapacity} />
      ))}
    </PlainTable>
  );
}

/** The months and years of a home, as far back as its days are kept. */
export function HomePeriods({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const query = useCall(residentialCalls.homePeriods, { query: { proj_code } });
  const phone = useMediaQuery('(max-width: 768.98px)', undefined, { getInitialValueInEffect: false });
  const shown = phone ? SHOWN_ON_PHONE : SHOWN_MONTHS;
  const count = query.data?.months.length ?? 0;
  const more = !all && count > shown && (
    <Button variant="default" onClick={() => setAll(true)}>
      {t('months.all', { n: number(count, 0) })}
    </Button>
  );
  return (
    <>
      <Section title={t('months.title')} look="table" actions={more}>
        <Known query={query} height={320}>
          {({ months }) => (
            <Periods
              periods={months.slice(all ? 0 : -shown).toReversed()}
              label={t('months.title')}
              head={t('months.month')}
            />
          )}
        </Known>
      </Section>
      <Section title={t('years.title')} look="table">
        <Known query={query} height={120}>
          {({ years }) => (
            <Periods periods={years.toReversed()} label={t('years.title')} head={t('years.year')} />
          )}
        </Known>
      </Section>
    </>
  );
}
