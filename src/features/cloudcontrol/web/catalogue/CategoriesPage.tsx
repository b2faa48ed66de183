import { NativeSelect, TextInput } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { DEVICE_CATEGORIES, type DeviceCategory } from '../../../plants/plants.model.ts';
import { Category, catalogueCalls, NewCategory, type UsedCategory } from '../../catalogue.contract.ts';
import { CatalogueScreen } from './CatalogueScreen.tsx';
import { categoriesQuery } from './catalogue.api.ts';
import styles from './catalogue.module.css';
import type { FieldsProps, WordKind } from './kind-of-word.ts';
import { LabelFields } from './LabelFields.tsx';
import { useChangeSearch } from './use-catalogue-search.ts';
import { UseCell, useLabel, WordCell } from './WordCell.tsx';
import { useUses } from './words-form.ts';

const route = getRouteApi('/portal/apps/cloudcontrol/categories');

const isUsed = ({ devices, binned }: UsedCategory) => devices + binned > 0;

function Fields({ form, row }: FieldsProps<UsedCategory>) {
  const { t } = useTranslation('catalogue');
  const used = row !== null && isUsed(row);
  return (
    <>
      <LabelFields form={form} fresh={row === null} codeHint={t('field.code_hint')} />
      {used ? (
        <TextInput
          className={styles.closed ?? ''}
          label={t('categories.kind')}
          description={t('categories.kind_fixed')}
          readOnly
          value={t(`device_kind.${row.kind}`)}
        />
      ) : (
        <NativeSelect
          label={t('categories.kind')}
          description={t('categories.kind_hint')}
          data={DEVICE_CATEGORIES.map((value) => ({ value, label: t(`device_kind.${value}`) }))}
          error={form.formState.errors.kind?.message}
          {...form.register('kind')}
        />
      )}
    </>
  );
}

function useKind(): WordKind<UsedCategory> {
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
        { id: 'kind', header: t('categories.kind'), value: ({ kind }) => kindOf(kind) },
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
      schema: NewCategory,
      stored: Category,
      Fields,
      titleOf: labelOf,
      told: ({ label_en, label_it, name, kind }) => [
        { label: t('field.label_en'), text: String(label_en) },
        { label: t('field.label_it'), text: String(label_it) },
        { label: t('field.name'), text: String(name) },
        { label: t('categories.kind'), text: kindOf(String(kind)) },
      ],
      create: (company, values) =>
        send(catalogueCalls.createCategory, { company, body: NewCategory.parse(values) }),
      update: (company, id, { version, ...values }) =>
        send(catalogueCalls.updateCategory, {
          company,
          params: { id: String(id) },
          body: { ...NewCategory.parse(values), version },
        }),
      remove: (company, id) => send(catalogueCalls.removeCategory, { company, params: { id: String(id) } }),
      obstacle: (category) =>
        isUsed(category) ? t('faults.used_by_devices', { uses: usesOf(category) }) : null,
    };
  }, [t, labelOf, usesOf]);
}

/** What kinds of devices a company tells apart, and what the portal takes each for. // spec §2 */
export function CategoriesPage() {
  return (
    <CatalogueScreen
      kind={useKind()}
      icon={IconCategory}
      list={useQuery(categoriesQuery(useCompany().id_client))}
      search={route.useSearch()}
      onSearch={useChangeSearch()}
    />
  );
}
