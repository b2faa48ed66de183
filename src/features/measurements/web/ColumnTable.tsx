import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import type { VariableName } from '../../plants/variable-names.contract.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import type { ImportDialogProps } from './import-dialog-props.ts';
import { intervalUnitsFor, unitsFor, withUnit, withVariable } from './mapping.model.ts';
import { useCatalogue } from './use-imports.ts';

interface Props {
  mapping: CsvMapping;
  header: readonly string[];
  device: ImportDialogProps['device'];
  onChange: (mapping: CsvMapping) => void;
}

/** The catalogue as choices: what the device has first, then what an import would add to it. */
function useVariables(device: Props['device']) {
  const { t } = useTranslation('measurements');
  const language = useLanguage();
  const { data: catalogue = [] } = useCatalogue();
  const own = new Set(device.values.map((one) => one.name));
  const label = (one: VariableName) => {
    const words = language === 'it' ? one.label_it : one.label_en;
    return own.has(one.name) ? words : t('import.new_variable', { label: words });
  };
  const sorted = catalogue.toSorted((a, b) => Number(own.has(b.name)) - Number(own.has(a.name)));
  return {
    find: (name: string) => catalogue.find((one) => one.name === name),
    choices: [
      { value: '', label: t('import.left_out') },
      ...sorted.map((one) => ({ value: one.name, label: label(one) })),
    ],
  };
}

/** Each column of the file: the time, a variable in a unit, or left out. */
export function ColumnTable({ mapping, header, device, onChange }: Props) {
  const { t } = useTranslation('measurements');
  const { find, choices } = useVariables(device);
  return (
    <PlainTable stacked head={[t('import.column_of_file'), t('import.stored_as'), t('import.unit')]}>
      {header.map((written, column) => {
        const name = written || t('import.column', { number: column + 1 });
        const stored = mapping.columns.find((one) => one.column === column);
        const isTime = column === mapping.time_column || column === mapping.clock_column;
        const variable = stored && find(stored.variable);
        const unit = stored ? (variable?.unit ?? stored.unit) : '';
        const energies = variable?.kind === 'gauge' ? intervalUnitsFor(unit) : [];
        const units = [
          ...unitsFor(unit).map((value) => ({ value, label: value })),
          ...energies.map((value) => ({ value, label: t('import.of_interval', { unit: value }) })),
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
          <tr key={column}>
            <th scope="row">
              {stored || isTime ? (
                name
              ) : (
                <Muted as="span" size="md">
                  {name}
                </Muted>
              )}
            </th>
            <td width="44%">
              {isTime && <b>{t('import.is_time')}</b>}
              {!isTime && (
                <Select
                  size="xs"
                  searchable
                  allowDeselect={false}
                  aria-label={t('import.variable_of', { column: name })}
                  data={choices}
                  value={stored?.variable ?? ''}
                  onChange={(value) =>
                    onChange(withVariable(mapping, column, value ? (find(value) ?? null) : null))
                  }
                />
              )}
            </td>
            <td>
              {stored && units.length > 1 && (
                <Select
                  size="xs"
                  allowDeselect={false}
                  aria-label={t('import.unit_of', { column: name })}
                  data={units}
                  value={stored.unit}
                  onChange={(value) => value && onChange(withUnit(mapping, column, value))}
                />
              )}
              {stored && units.length === 1 && unit}
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}
