import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { DEVICE_CATEGORIES, type DeviceCategory } from '../../../plants/plants.model.ts';
import { catalogueCalls, type UsedCategory } from '../../catalogue.contract.ts';
import type { FieldsProps, WordKind } from './kind-of-word.ts';
import { LabelFields } from './LabelFields.tsx';
import { UseCell, useLabel, WordCell } from './WordCell.tsx';
import { useUses } from './words-form.ts';

const isUsed = ({ devices, binned }: UsedCategory) => devices + binned > 0;

function Fields({ row }: FieldsProps<UsedCategory>) {
  const { t } = useTranslation('catalogue');
  const used = row !== null && isUsed(row);
  return (
    <>
      <LabelFields fresh={row === null} codeHint={t('field.code_hint')} />
      <SelectField
        name="kind"
        label={t('categories.kind')}
        description={t(used ? 'categories.kind_fixed' : 'categories.kind_hint')}
        closed={used}
        options={DEVICE_CATEGORIES.map((value) => ({ value, label: t(`device_kind.${value}`) }))}
      />
    </>
  );
}

/** What kinds of devices a company tells apart, and what the portal takes each for. // spec §2 */
export function useCategoriesKind(): WordKind<UsedCategory> {
  const { t } = useTranslation('catalogue');
  const labelOf = useLabel();
  const usesOf = useUses();
  return useMemo(() => {
    const kindOf = (kind: string) => t(`device_kind.${kind as DeviceCategory}`);
    return {
      id: 'categories',
      columns: [
        {
          id: 'label',
          header: t('categories.label'),
          names: true,
          width: '40%',
          value: labelOf,
          text: ({ name, label_en, label_it }) => `${name} ${label_en} ${label_it}`,
          cell: (category) => <WordCell word={category} />,
        },
        {
          id: 'kind',
          header: t('categories.kind'),
          value: ({ kind }) => kindOf(kind),
          // Most are what they are called: only what is not so is worth a second look.
          cell: (category) =>
            kindOf(category.kind) === labelOf(category) ? (
              <Muted as="span">{t('categories.as_named')}</Muted>
            ) : (
              kindOf(category.kind)
            ),
        },
        {
          id: 'used',
          header: t('use.title'),
          descFirst: true,
          value: ({ devices }) => devices,
          text: () => '',
          cell: ({ devices }) => (
            <UseCell words={devices === 0 ? null : t('use.devices', { count: devices })} />
          ),
        },
      ],
      blank: { label_en: '', label_it: '', name: '', kind: 'other' },
      Fields,
      titleOf: labelOf,
      calls: {
        create: catalogueCalls.createCategory,
        update: catalogueCalls.updateCategory,
        remove: catalogueCalls.removeCategory,
      },
      obstacle: (category) =>
        isUsed(category) ? t('faults.used_by_devices', { uses: usesOf(category) }) : null,
    };
  }, [t, labelOf, usesOf]);
}
