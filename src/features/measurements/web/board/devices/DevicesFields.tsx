import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compareNames } from '../../../../../shared/units/names.ts';
import { spellUnit } from '../../../../../shared/units/units.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { PrintedChoice } from '../../../../../shared/web/ui/PrintedChoice.tsx';
import { usePrinting } from '../../../../../shared/web/ui/use-printing.ts';
import type { DeviceCategory } from '../../../../plants/plants.model.ts';
import type { SeriesTree } from '../../../saved-charts.contract.ts';
import type { DevicesSearch } from './devices-list.ts';
import type { CategoryOf } from './standing.model.ts';

export type Name = SeriesTree['names'][number];

export interface Kinds {
  categoryOf: CategoryOf;
  /** Kinds of the devices that measure the variable here, the most frequent first. */
  known: DeviceCategory[];
  /** The one that is looked at; null for all. */
  chosen: DeviceCategory | null;
}

export interface FieldsProps {
  tree: SeriesTree;
  variable: Name;
  kinds: Kinds;
  search: DevicesSearch;
  onSearch: (part: Partial<DevicesSearch>) => void;
}

/** Which variable is compared, of which plants and of which kind of device; in words on paper. */
export function Fields({ tree, variable, kinds, search, onSearch }: FieldsProps) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const variables = useMemo(
    () =>
      tree.names
        .map((one) => ({
          value: one.name,
          label: [language === 'it' ? one.label_it : one.label_en, spellUnit(one.unit)]
            .filter(Boolean)
            .join(' · '),
        }))
        .toSorted((a, b) => compareNames(a.label, b.label)),
    [tree.names, language],
  );
  const plants = useMemo(
    () => [
      { value: '', label: t('devices.everywhere') },
      ...tree.plants.map(({ proj_code, name }) => ({ value: proj_code, label: name })),
    ],
    [tree.plants, t],
  );
  const kindOptions = [
    { value: 'all', label: t('devices.every_kind') },
    ...kinds.known.map((one) => ({ value: one, label: t(`devices.kinds.${one}`) })),
  ];
  if (usePrinting()) {
    const chosen = (of: readonly { value: string; label: string }[], value: string) =>
      of.find((one) => one.value === value)?.label;
    return (
      <>
        <PrintedChoice label={t('devices.variable')} value={chosen(variables, variable.name)} />
        <PrintedChoice label={t('devices.plant')} value={chosen(plants, search.plant ?? '')} />
        <PrintedChoice label={t('devices.kind')} value={chosen(kindOptions, kinds.chosen ?? 'all')} />
      </>
    );
  }
  return (
    <>
      <Select
        aria-label={t('devices.variable')}
        data={variables}
        value={variable.name}
        onChange={(name) => name && onSearch({ variable: name })}
        searchable
        allowDeselect={false}
        limit={200}
        flex="1 1 150px"
        maw={190}
      />
      <Select
        aria-label={t('devices.plant')}
        data={plants}
        value={search.plant ?? ''}
        onChange={(code) => onSearch({ plant: code || undefined })}
        searchable
        allowDeselect={false}
        limit={200}
        flex="1 1 150px"
        maw={190}
      />
      {kinds.known.length > 1 && (
        <Select
          aria-label={t('devices.kind')}
          data={kindOptions}
          value={kinds.chosen ?? 'all'}
          onChange={(kind) => onSearch({ kind: (kind ?? undefined) as DevicesSearch['kind'] })}
          allowDeselect={false}
          flex="1 1 140px"
          maw={170}
        />
      )}
    </>
  );
}
