import { Checkbox, Paper, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ADDRESS_MANNERS, type AddressManner } from '../../../../devices/map/map-address.ts';
import { Labelled, Muted } from '../../../../shared/web/page/Text.tsx';
import type { MapOptions } from './map-targets.ts';

/** How the file is to be taken. */
export function MapOptionsForm(props: {
  options: MapOptions;
  onChange: (change: Partial<MapOptions>) => void;
}) {
  const { options, onChange } = props;
  const { t } = useTranslation('maps');
  return (
    <Paper withBorder radius={12} p="12px 14px">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={24} verticalSpacing={12}>
        <Labelled label={t('options.addresses')}>
          <SegmentedControl
            aria-label={t('options.addresses')}
            size="sm"
            value={options.addresses}
            data={ADDRESS_MANNERS.map((value) => ({ value, label: t(`options.${value}`) }))}
            onChange={(value) => onChange({ addresses: value as AddressManner })}
          />
          <Muted>{t(`options.${options.addresses}_hint`)}</Muted>
        </Labelled>
        <Checkbox
          label={t('options.remove_others')}
          description={t('options.remove_hint')}
          checked={options.remove_others}
          onChange={(event) => onChange({ remove_others: event.currentTarget.checked })}
        />
      </SimpleGrid>
    </Paper>
  );
}
