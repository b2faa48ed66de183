import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { KEPT_DAYS } from '../../../forecast/periods.model.ts';
import type { GuaranteeState } from '../../guarantee.model.ts';
import type { Guarantee, GuaranteeStanding } from '../../guarantees.contract.ts';

/** none: it does not hold in the month that is shown. */
const LOOKS: Readonly<Record<GuaranteeState | 'none', StateLook>> = {
  none: 'nodata',
  kept: 'success',
  behind: 'warning',
  missed: 'alarm',
  unknown: 'nodata',
};

const NOTHING = {
  availability_pct: null,
  reachable_pct: null,
  may_stand_h: null,
  penalty_eur: null,
  least_penalty_eur: null,
  pending_days: 0,
  older_days: 0,
  recounting_since: null,
};

interface RowProps {
  guarantee: Guarantee;
  /** Null: it does not hold in the month that is shown. */
  standing: GuaranteeStanding | null;
  actions: ReactNode;
}

function GuaranteeRow({ guarantee, standing, actions }: RowProps) {
  const { t } = useTranslation('rgi');
  const { number, euro, date, time } = useFormat();
  const percent = (value: number | null) => (value === null ? '–' : `${number(value, 2)} %`);
  const hours = (value: number | null) => (value === null ? '–' : `${number(value, 1)} h`);
  const { pending_days, older_days, recounting_since, availability_pct, reachable_pct } = standing ?? NOTHING;
  const { may_stand_h, penalty_eur, least_penalty_eur } = standing ?? NOTHING;
  const state = standing?.state ?? 'none';
  const { from, to } = standing ?? { from: guarantee.from_on, to: guarantee.to_on };
  return (
    <tr>
      <th scope="row">
        {guarantee.name}
        <Muted>{`${date(from)}–${to === null ? '' : date(to)}`}</Muted>
      </th>
      <td data-label={t('guarantee.state')}>
        <StatePill state={LOOKS[state]} label={t(`guarantee.is.${state}`)} />
      </td>
      <td data-number data-label={t('guarantee.guaranteed')}>
        {percent(guarantee.guaranteed_pct)}
      </td>
      <td data-number data-label={t('guarantee.so_far')}>
        {percent(availability_pct)}
        {pending_days > 0 && <Muted>{t('availability.unmade', { count: pending_days })}</Muted>}
        {older_days > 0 && <Muted>{t('availability.older', { count: older_days, days: KEPT_DAYS })}</Muted>}
        {recounting_since && (
          <Muted>{t('availability.recounting', { since: time(recounting_since, HERE) })}</Muted>
        )}
      </td>
      <td data-number data-label={t('guarantee.reachable')}>
        {percent(reachable_pct)}
      </td>
      <td data-number data-label={t('guarantee.may_stand')}>
        {hours(may_stand_h)}
      </td>
      <td data-number data-label={t('guarantee.penalty')}>
        {euro(penalty_eur)}
        {least_penalty_eur !== null && least_penalty_eur !== penalty_eur && (
          <Muted>{t('guarantee.at_least', { least: euro(least_penalty_eur) })}</Muted>
        )}
      </td>
      {actions && (
        <td>
          <Group gap={0} wrap="nowrap" justify="flex-end">
            {actions}
          </Group>
        </td>
      )}
    </tr>
  );
}

interface Props {
  guarantees: readonly Guarantee[];
  standings: readonly GuaranteeStanding[];
  /** What can be done with each. */
  actions?: (guarantee: Guarantee) => ReactNode;
}

/** What was promised, and how periods stand against it. */
export function Standings({ guarantees, standings, actions }: Props) {
  const { t } = useTranslation('rgi');
  const head = [
    t('guarantee.name'),
    t('guarantee.state'),
    ...(['guaranteed', 'so_far', 'reachable', 'may_stand', 'penalty'] as const).map((name) => ({
      text: t(`guarantee.${name}`),
      number: true,
    })),
    ...(actions ? [{ text: t('guarantee.actions'), hidden: true }] : []),
  ];
  return (
    <PlainTable label={t('guarantee.title')} head={head} inset stacked>
      {guarantees.map((guarantee) => (
        <GuaranteeRow
          key={guarantee.id}
          guarantee={guarantee}
          standing={standings.find(({ id }) => id === guarantee.id) ?? null}
          actions={actions?.(guarantee)}
        />
      ))}
    </PlainTable>
  );
}
