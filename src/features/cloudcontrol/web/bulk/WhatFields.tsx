import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeviceTree } from '../../configuration.contract.ts';
import { placedOf } from '../field/home/home.model.ts';
import { Choice, SELECT } from './BulkInputs.tsx';
import classes from './bulk.module.css';
import { KINDS } from './draft.model.ts';
import type { Bulk } from './use-bulk.ts';
import { useDraftFaults } from './use-fault-words.ts';

interface Props {
  bulk: Bulk;
  tree: DeviceTree;
}

/** The plant, and what the devices are made from. */
export function WhatFields({ bulk, tree }: Props) {
  const { t } = useTranslation('bulk');
  const { t: tf } = useTranslation('field');
  const { draft, set, templates } = bulk;
  const errorOf = useDraftFaults(bulk);
  const devices = placedOf(tree).filter(({ device }) => !device.virtual);
  return (
    <>
      <Select
        {...SELECT}
        label={tf('home.plant')}
        withAsterisk
        data={tree.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
        value={draft.proj_code || null}
        error={errorOf('proj_code')}
        onChange={(code) => set({ proj_code: code ?? '', port_id: '', section_id: '' })}
      />
      <Choice
        label={t('what.label')}
        value={draft.kind}
        of={KINDS.map((value) => ({ value, label: t(`what.${value}`) }))}
        onChange={(kind) => set({ kind })}
      />
      {draft.kind === 'template' && (
        <Select
          {...SELECT}
          wrapperProps={{ 'data-wide': true }}
          label={t('what.which_template')}
          placeholder={t('what.search')}
          withAsterisk
          nothingFoundMessage={t('what.no_template')}
          data={(templates.data ?? []).map((one) => ({
            value: one.key,
            label: [one.name.startsWith(one.manufacturer) ? '' : one.manufacturer, one.name]
              .filter(Boolean)
              .join(' '),
          }))}
          value={draft.template_key || null}
          error={templates.error ? t('what.no_list') : errorOf('template_key')}
          onChange={(key) => set({ template_key: key ?? '' })}
        />
      )}
      {draft.kind === 'like' && (
        <Select
          {...SELECT}
          wrapperProps={{ 'data-wide': true }}
          label={t('what.which_device')}
          placeholder={t('what.search')}
          withAsterisk
          nothingFoundMessage={t('what.no_device')}
          data={devices.map(({ device, plant }) => ({
            value: String(device.id),
            label: `${device.short_name} · ${plant.name}`,
          }))}
          value={draft.like_id || null}
          error={errorOf('like_id')}
          onChange={(id) => set({ like_id: id ?? '' })}
        />
      )}
      {draft.kind === 'sunspec' && <p className={classes.note}>{t('what.sunspec_hint')}</p>}
    </>
  );
}
