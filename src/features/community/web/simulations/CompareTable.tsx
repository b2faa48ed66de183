import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { type SimulationRow, simulationsCalls } from '../../simulations.contract.ts';

/** Saved results side by side. */
export function CompareTable({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const { data = [] } = useCall(simulationsCalls.list);
  const rows = codes.flatMap((code) => data.find((row) => row.code === code) ?? []);
  const figures: readonly [string, (row: SimulationRow) => number | null, number][] = [
    [t('field.members'), ({ members }) => members, 0],
    ['kWp', ({ kwp }) => kwp, 1],
    [t('field.injected_kwh'), ({ totals }) => totals?.injected_kwh ?? null, 0],
    [t('field.shared_kwh'), ({ totals }) => totals?.shared_kwh ?? null, 0],
    [`${t('field.shared_share')} (%)`, ({ totals }) => share(totals?.shared_share), 1],
    [t('field.incentive_eur'), ({ totals }) => totals?.incentive_eur ?? null, 0],
    [t('field.valorisation_eur'), ({ totals }) => totals?.valorisation_eur ?? null, 0],
    [t('field.sale_eur'), ({ totals }) => totals?.sale_eur ?? null, 0],
    [t('field.npv_eur'), ({ npv_eur }) => npv_eur, 0],
    [t('field.payback_years'), ({ payback_years }) => payback_years, 1],
  ];
  return (
    <Section title={t('compare.title')}>
      {rows
        .filter(({ outdated }) => outdated)
        .map(({ code }) => (
          <Note key={code} tone="warning">
            {code}: {t('outdated.text')}{' '}
            <Link to="/apps/cerresid/cer_simulation/simulation" search={{ code } as never} preload={false}>
              {t('outdated.open')}
            </Link>
          </Note>
        ))}
      <PlainTable
        label={t('compare.title')}
        head={[
          t('compare.figure'),
          ...rows.map(({ code, outdated }) => ({
            text: outdated ? t('outdated.column', { code }) : code,
            number: true,
          })),
        ]}
      >
        {figures.map(([name, of, decimals]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {rows.map((row) => (
              <td key={row.code} data-number>
                {number(of(row), decimals)}
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

const share = (value: number | null | undefined): number | null => (value == null ? null : value * 100);
