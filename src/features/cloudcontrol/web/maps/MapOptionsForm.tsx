import { Checkbox, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ADDRESS_MANNERS, type AddressManner } from '../../../../devices/map/map-address.ts';
import type { MapOptions } from './map-doors.ts';
import classes from './maps.module.css';

/** How the file is to be taken. */
export function MapOptionsForm(props: {
  options: MapOptions;
  onChange: (change: Partial<MapOptions>) => void;
}) {
  const { options, onChange } = props;
  const { t } = useTranslation('maps');
  const label = useId();
  return (
    <div className={classes.options}>
      <div>
        <div id={label} className={classes.label}>
          {t('options.addresses')}
        </div>
        <SegmentedControl
          aria-labelledby={label}
          size="sm"
          value={options.addresses}
          data={ADDRESS_MANNERS.map((value) => ({ value, label: t(`options.${value}`) }))}
          onChange={(value) => onChange({ addresses: value as AddressManner })}
        />
        <p className="muted">{t(`options.${options.addresses}_hint`)}</p>
      </div>
      <Checkbox
        label={t('options.remove_others')}
        description={t('options.remove_hint')}
        checked={options.remove_others}
        onChange={(event) => onChange({ remove_others: event.currentTarget.checked })}
      />
    </div>
  );
}
