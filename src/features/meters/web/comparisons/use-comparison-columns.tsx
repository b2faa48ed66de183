import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { RecordLink } from '../../../../shared/web/record-book/RecordLink.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { ComparedSide, MeterComparison } from '../../comparison.contract.ts';
import { SIDES } from '../../comparison.model.ts';
import { useFigures } from './use-figures.ts';

function SideCell({ side }: { side: ComparedSide }) {
  const { t } = useTranslation('meters');
  const { kwh, signedKwh, signedPct, percent, gap } = useFigures();
  if (side.kwh === null) return <Muted>{gap(side)}</Muted>;
  return (
    <>
      <Nowrap>{kwh(side.kwh)}</Nowrap>
      <Muted as="div">{t('compare.known', { share: percent(side.completeness) })}</Muted>
      {side.difference_kwh === null ? (
        <Muted as="div">{gap(side)}</Muted>
      ) : (
        <div>
          <Nowrap>{signedKwh(side.difference_kwh)}</Nowrap>{' '}
          <Nowrap>({signedPct(side.difference_pct)})</Nowrap>
        </div>
      )}
      {side.over && <StatePill state="warning" label={t('compare.over')} />}
    </>
  );
}

/** The columns of comparisons: own reading, and each side with its difference and how complete it is. */
export function useComparisonColumns(): readonly DataColumn<MeterComparison>[] {
  const { t } = useTranslation('meters');
  const { kwh, percent } = useFigures();
  return useMemo(
    () => [
      {
        id: 'serial_number',
        header: t('field.serial_number'),
        names: true,
        value: ({ serial_number }) => serial_number,
        cell: ({ id, serial_number, plant_name, role }) => (
          <>
            <RecordLink id={id}>{serial_number}</RecordLink>
            <Muted as="div">{[plant_name, t(`role.${role}`)].join(' · ')}</Muted>
          </>
        ),
        text: ({ serial_number, plant_name }) => `${serial_number} ${plant_name}`,
      },
      {
        id: 'own',
        header: `${t('compare.own')} (kWh)`,
        numeric: true,
        value: ({ own_kwh }) => own_kwh,
        cell: ({ own_kwh, own_completeness }) =>
          own_kwh === null ? (
            <Muted>{t('compare.gap.no_readings')}</Muted>
          ) : (
            <>
              <Nowrap>{kwh(own_kwh)}</Nowrap>
              <Muted as="div">{t('compare.known', { share: percent(own_completeness) })}</Muted>
            </>
          ),
      },
      ...SIDES.map(
        (side): DataColumn<MeterComparison> => ({
          id: side,
          header: `${t(`compare.side.${side}`)} (kWh)`,
          numeric: true,
          descFirst: true,
          // Ordered by how far it is off.
          value: ({ sides }) => {
            const { difference_pct } = sides[side];
            return difference_pct === null ? null : Math.abs(difference_pct);
          },
          cell: ({ sides }) => <SideCell side={sides[side]} />,
        }),
      ),
    ],
    [t, kwh, percent],
  );
}
