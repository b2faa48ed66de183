import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { GuaranteeState } from '../../guarantee.model.ts';
import type { GuaranteeStanding } from '../../guarantees.contract.ts';

const LOOKS: Readonly<Record<GuaranteeState, StateLook>> = {
  kept: 'success',
  behind: 'warning',
  missed: 'alarm',
  unknown: 'nodata',
};

interface RowProps {
  standing: GuaranteeStanding;
  actions: ReactNode;
}

function StandingRow({ standing, actions }: RowProps) {
  const { t } = useTranslation('rgi');
  const { number, euro, date } = useFormat();
  const percent = (value: number | null) => (value === null ? '–' : `${number(value, 2)} %`);
  const hours = (value: number | null) => (value === null ? '–' : `${number(value, 1)} h`);
  const { state, may_stand_h, least_penalty_eur } = standing;
  return (
    <tr>
      <th scope="row">
        {standing.name}
        <Muted>{`${date(standing.from)}–${date(standing.to)}`}</Muted>
      </th>
      <td data-label={t('guarantee.state')}>
        <StatePill state={LOOKS[state]} label={t(`guarantee.is.${state}`)} />
      </td>
      <td data-number data-label={t('guarantee.guaranteed')}>
        {percent(standing.guaranteed_pct)}
      </td>
      <td data-number data-label={t('guarantee.so_far')}>
        {percent(standing.availability_pct)}
      </td>
      <td data-number data-label={t('guarantee.reachable')}>
        {percent(standing.reachable_pct)}
      </td>
      <td data-number data-label={t('guarantee.may_stand')}>
        {hours(may_stand_h)}
      </td>
      <td data-number data-label={t('guarantee.penalty')}>
        {euro(standing.penalty_eur)}
        {least_penalty_eur !== null && least_penalty_eur !== standing.penalty_eur && (
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
  standings: readonly GuaranteeStanding[];
  /** What can be done with each. */
  actions?: (standing: GuaranteeStanding) => ReactNode;
}

/** How periods stand against what was promised. */
export function Standings({ standings, actions }: Props) {
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
      {standings.map((standing) => (
        <StandingRow key={standing.id} standing={standing} actions={actions?.(standing)} />
      ))}
    </PlainTable>
  );
}
