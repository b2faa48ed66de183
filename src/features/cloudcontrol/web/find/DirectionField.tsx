import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { powerNow } from './power-direction.model.ts';

interface Props {
  found: FoundDevice;
  turned: boolean;
  onChange: (turned: boolean) => void;
}

/** Asks whoever knows the plant which way a meter's power goes, by what it reads just now. */
export function DirectionField({ found, turned, onChange }: Props) {
  const { t } = useTranslation('find');
  const { number } = useFormat();
  const { value, unit } = powerNow(found);
  const power = value === null ? '' : `${number(Math.abs(value), 2)} ${spellUnit(unit)}`;
  const [asTold, other] = !value
    ? [t('card.as_told'), t('card.turned')]
    : value > 0
      ? [t('card.as_told_in', { power }), t('card.turned_out', { power })]
      : [t('card.as_told_out', { power }), t('card.turned_in', { power })];
  return (
    <NativeSelect
      wrapperProps={{ 'data-wide': true }}
      label={t('card.direction')}
      description={t('card.direction_hint')}
      value={turned ? 'turned' : 'as_told'}
      data={[
        { value: 'as_told', label: asTold },
        { value: 'turned', label: other },
      ]}
      onChange={(event) => onChange(event.currentTarget.value === 'turned')}
    />
  );
}
