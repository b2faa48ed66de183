import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CsvMapping } from '../measurements.contract.ts';
import { withClockColumn, withTimeColumn } from './mapping.model.ts';

interface Props {
  mapping: CsvMapping;
  header: readonly string[];
  /** Of a workbook: the sheets to choose from. */
  sheets: readonly string[] | undefined;
  /** Minutes of the interval that energies are of; null where there are none. */
  intervalMinutes: number | null;
  onChange: (mapping: CsvMapping) => void;
  onSheet: (sheet: string) => void;
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const FORMATS = CsvMapping.shape.time_format.options;

/** How the file is written: its sheet or separator, decimal sign, header, time column, time format and zone. */
export function MappingForm({ mapping, header, sheets, intervalMinutes, onChange, onSheet }: Props) {
  const { t } = useTranslation('measurements');
  const set = (part: Partial<CsvMapping>) => onChange({ ...mapping, ...part });
  const separators = [
    { value: ',', label: t('import.separators.comma') },
    { value: ';', label: t('import.separators.semicolon') },
    { value: '\t', label: t('import.separators.tab') },
    { value: '|', label: t('import.separators.pipe') },
  ];
  const decimals = [
    { value: '.', label: t('import.decimals.point') },
    { value: ',', label: t('import.decimals.comma') },
  ];
  const columns = header.map((name, i) => ({
    value: String(i),
    label: name || t('import.column', { number: i + 1 }),
  }));
  const common = { allowDeselect: false, comboboxProps: { withinPortal: true } } as const;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={12} verticalSpacing={10}>
      {sheets ? (
        <Select
          {...common}
          searchable={sheets.length > 8}
          label={t('import.sheet')}
          data={[...new Set(sheets)]}
          value={mapping.sheet ?? null}
          onChange={(value) => value && value !== mapping.sheet && onSheet(value)}
        />
      ) : (
        <Select
          {...common}
          label={t('import.separator')}
          data={separators}
          value={mapping.separator}
          onChange={(value) => value && set({ separator: value as CsvMapping['separator'] })}
        />
      )}
      <Select
        {...common}
        label={t('import.decimal')}
        data={decimals}
        value={mapping.decimal}
        onChange={(value) => value && set({ decimal: value as CsvMapping['decimal'] })}
      />
      <NumberInput
        label={t('import.header_rows')}
        min={0}
        max={50}
        allowDecimal={false}
        clampBehavior="strict"
        value={mapping.header_rows}
        onChange={(value) => typeof value === 'number' && set({ header_rows: value })}
      />
      <Select
        {...common}
        label={t('import.time_column')}
        data={columns}
        value={String(mapping.time_column)}
        onChange={(value) => value !== null && onChange(withTimeColumn(mapping, Number(value)))}
      />
      <Select
        {...common}
        label={t('import.clock_column')}
        data={[
          { value: '', label: t('import.clock_with_date') },
          ...columns.filter(({ value }) => value !== String(mapping.time_column)),
        ]}
        value={String(mapping.clock_column ?? '')}
        onChange={(value) => onChange(withClockColumn(mapping, value ? Number(value) : null))}
      />
      <Select
        {...common}
        label={t('import.time_format')}
        data={FORMATS.map((one) => ({ value: one, label: t(`import.formats.${one}`) }))}
        value={mapping.time_format}
        onChange={(value) => value && set({ time_format: value as CsvMapping['time_format'] })}
      />
      <Select
        {...common}
        searchable
        limit={60}
        label={t('import.time_zone')}
        data={ZONES}
        value={mapping.time_zone}
        onChange={(value) => value && set({ time_zone: value })}
      />
      <Select
        {...common}
        label={t('import.stamps')}
        data={(['start', 'end'] as const).map((value) => ({ value, label: t(`import.stamps_of.${value}`) }))}
        value={mapping.stamps ?? 'start'}
        onChange={(value) => value && set({ stamps: value as 'start' | 'end' })}
      />
      {intervalMinutes !== null && (
        <NumberInput
          label={t('import.interval')}
          min={1}
          max={1440}
          allowDecimal={false}
          clampBehavior="strict"
          value={intervalMinutes}
          onChange={(value) => typeof value === 'number' && set({ interval_s: value * 60 })}
        />
      )}
    </SimpleGrid>
  );
}
