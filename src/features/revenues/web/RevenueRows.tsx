import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownCents } from '../../../shared/units/money.ts';
import { spanOfMonth } from '../../../shared/units/months.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { FoldButton } from '../../../shared/web/page/FoldButton.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type RevenueRow, type Revenues, revenuesCalls } from '../revenues.contract.ts';
import { DayHours } from './DayHours.tsx';
import type { RevenuesAddress } from './revenues-list.ts';

/** The days that are asked for: of a month, of a year. */
export function daysOf(by: 'day' | 'month' | 'year', month: string): { from: string; to: string } {
  const year = month.slice(0, 4);
  return by === 'day' ? spanOfMonth(month) : { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** A period as it is written: a day, a month, a year. */
function usePeriodName() {
  const { i18n } = useTranslation();
  const { date } = useFormat();
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (period: string): string => {
    if (period.length === 10) return date(period);
    return period.length === 7 ? month.format(new Date(`${period}-15T00:00:00Z`)) : period;
  };
}

/** "su 9 giorni di 30": of how many days the expected revenue is known, where that of more days stands beside it. */
function useExpectedOf() {
  const { t } = useTranslation('revenues');
  return (rows: readonly RevenueRow[]): string | undefined => {
    const [known, all] = [
      sumKnown(rows.map((row) => row.expected_days)),
      sumKnown(rows.map((row) => row.days)),
    ];
    return known && all && known < all ? t('expected_of', { count: known, all }) : undefined;
  };
}

/** Of what a row is made: its tariffs, and of a day their hours. */
function RowParts({ row, proj_code }: { row: RevenueRow; proj_code: string }) {
  const { t } = useTranslation('revenues');
  const { number, euro } = useFormat();
  const [tariff, setTariff] = useState<number | null>(null);
  return (
    <>
      <ul>
        {row.amounts.map((amount) => (
          <li key={amount.tariff_id}>
            {`${amount.name} (${t(`kind.${amount.kind}`)}): ${euro(amount.eur)}`}
            {amount.kind !== 'fee' && ` · ${number(amount.kwh, 1)} kWh`}
            {amount.top_up_eur !== null && ` · ${t('top_up', { eur: euro(amount.top_up_eur) })}`}
            {amount.missing_energy > 0 && ` · ${t('missing_energy', { count: amount.missing_energy })}`}
            {amount.missing_price > 0 && ` · ${t('missing_price', { count: amount.missing_price })}`}
            {row.period.length === 10 && amount.kind !== 'fee' && (
              <FoldButton
                open={tariff === amount.tariff_id}
                onToggle={() => setTariff(tariff === amount.tariff_id ? null : amount.tariff_id)}
              >
                {t('hours.open')}
              </FoldButton>
            )}
          </li>
        ))}
      </ul>
      {tariff !== null && <DayHours proj_code={proj_code} day={row.period} tariff_id={tariff} />}
    </>
  );
}

function Table({ revenues }: { revenues: Revenues }) {
  const { t } = useTranslation('revenues');
  const { number, euro } = useFormat();
  const name = usePeriodName();
  const expectedOf = useExpectedOf();
  const [open, setOpen] = useState<string | null>(null);
  const head = [
    t('column.period'),
    ...(['produced', 'exported', 'used', 'expected', 'eur', 'expected_eur'] as const).map((column) => ({
      text: t(`column.${column}`),
      number: true,
    })),
  ];
  return (
    <Section title={t('rows.title')} hint={t('rows.hint')} look="table">
      <PlainTable label={t('rows.title')} head={head} inset stacked>
        {revenues.rows.map((row) => (
          <tr key={row.period} style={{ verticalAlign: 'baseline' }}>
            <th scope="row">
              <FoldButton
                open={open === row.period}
                onToggle={() => setOpen(open === row.period ? null : row.period)}
              >
                {name(row.period)}
              </FoldButton>
              {open === row.period && <RowParts row={row} proj_code={revenues.proj_code} />}
            </th>
            <td data-number data-label={t('column.produced')}>
              {number(row.produced_kwh, 1)}
            </td>
            <td data-number data-label={t('column.exported')}>
              {number(row.exported_kwh, 1)}
            </td>
            <td data-number data-label={t('column.used')}>
              {number(row.used_kwh, 1)}
            </td>
            <td data-number data-label={t('column.expected')}>
              {number(row.expected_kwh, 1)}
            </td>
            <td data-number data-label={t('column.eur')}>
              <strong>{euro(row.total_eur)}</strong>
            </td>
            <td data-number data-label={t('column.expected_eur')}>
              {euro(row.expected_eur)}
              {expectedOf([row]) && <Muted>{expectedOf([row])}</Muted>}
            </td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

interface Props {
  state: RevenuesAddress;
  plant: string;
  today: string;
}

/** What a plant earned, period by period, beside what was expected. */
export function RevenueRows({ state, plant, today }: Props) {
  const { t } = useTranslation('revenues');
  const { number, euro } = useFormat();
  const expectedOf = useExpectedOf();
  const { by, month = today.slice(0, 7) } = state.search;
  const query = useCall(revenuesCalls.list, { query: { proj_code: plant, by, ...daysOf(by, month) } });
  const sum = (of: (row: RevenueRow) => number | null, rows: readonly RevenueRow[]) => sumKnown(rows.map(of));
  return (
    <Known query={query} height={480}>
      {(revenues) => (
        <>
          <Figures columns={4}>
            <Figure label={t('figure.eur')} value={euro(revenues.total_eur)} />
            <Figure
              label={t('figure.expected')}
              value={euro(knownCents(revenues.rows.map((row) => row.expected_eur)))}
              note={expectedOf(revenues.rows)}
            />
            <Figure
              label={t('figure.produced')}
              value={number(
                sum((row) => row.produced_kwh, revenues.rows),
                0,
              )}
              unit="kWh"
            />
            <Figure label={t('figure.zone')} value={revenues.zone} />
          </Figures>
          {revenues.awaited_days > 0 && (
            <Note tone="muted">{t('top_up_awaits', { count: revenues.awaited_days })}</Note>
          )}
          {revenues.exported_by === 'production' && <Note tone="muted">{t('by_production')}</Note>}
          {revenues.exported_by === 'partly' && <Note tone="muted">{t('by_production_before')}</Note>}
          {revenues.rows.length === 0 ? <Muted>{t('no_rows')}</Muted> : <Table revenues={revenues} />}
        </>
      )}
    </Known>
  );
}
