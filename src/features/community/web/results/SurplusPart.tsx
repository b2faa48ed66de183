import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { MeasuredPlants } from '../../measured.contract.ts';

type Judged = NonNullable<MeasuredPlants['surplus']>;

/** By how many months it is judged, and what is left for this one. */
function Told({ period, months, told_eur, month_eur }: Judged) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const eur = (value: number) => number(value, 2);
  if (month_eur === null)
    return (
      <Muted>
        {period !== 'month' && `${t('surplus.by_year', { count: months })} `}
        {t('surplus.unknown')}
      </Muted>
    );
  if (period === 'month') return <Muted>{t('surplus.by_month', { month: eur(month_eur) })}</Muted>;
  const said = { all: eur(told_eur + month_eur), told: eur(told_eur), month: eur(month_eur) };
  return (
    <Muted>
      {t('surplus.by_year', { count: months })} {t('surplus.left', said)}
    </Muted>
  );
}

/** The surplus premium: each group's quota against its threshold. // domain: the 55 % and 45 % rule */
export function SurplusPart({ surplus }: { surplus: Judged }) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const percent = (value: number | null) => (value === null ? '–' : `${number(100 * value, 2)} %`);
  const right = (text: string) => ({ text, number: true });
  return (
    <Section title={t('surplus.title')} hint={t('surplus.hint')}>
      <PlainTable
        label={t('surplus.table')}
        stacked
        head={[
          t('surplus.group'),
          right(t('surplus.quota')),
          right(t('surplus.threshold')),
          right(t('surplus.share')),
          right(`${t('surplus.incentive')} (€)`),
          right(`${t('surplus.eur')} (€)`),
        ]}
      >
        {surplus.groups.map(({ group, quota, threshold, share, incentive_eur, surplus_eur }) => (
          <tr key={group}>
            <th scope="row">{t(`surplus.${group}`)}</th>
            <td data-label={t('surplus.quota')} data-number>
              {percent(quota)}
            </td>
            <td data-label={t('surplus.threshold')} data-number>
              {percent(threshold)}
            </td>
            <td data-label={t('surplus.share')} data-number>
              {percent(share)}
            </td>
            <td data-label={`${t('surplus.incentive')} (€)`} data-number>
              {number(incentive_eur, 2)}
            </td>
            <td data-label={`${t('surplus.eur')} (€)`} data-number>
              {number(surplus_eur, 2)}
            </td>
          </tr>
        ))}
      </PlainTable>
      <Told {...surplus} />
    </Section>
  );
}
