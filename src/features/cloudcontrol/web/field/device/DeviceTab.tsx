import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { UnsavedQuestion } from '../../../../../shared/web/forms/UnsavedQuestion.tsx';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import type { ConfiguredDevice } from '../../../configured.contract.ts';
import { useParameters } from '../configuration.api.ts';
import { EntityFields, FieldGroup, FormFooter, FormNotices } from '../forms/EntityFields.tsx';
import { DEVICE_FIELDS } from '../forms/entities.model.ts';
import type { Field } from '../forms/fields.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { fetchDetails, patchDevice } from '../writes.ts';
import classes from './device.module.css';
import { NewSection } from './NewSection.tsx';
import type { TabProps } from './standing.ts';

const CHOSEN: readonly Field[] = [
  { name: 'category_id', kind: 'choice', nullable: true },
  { name: 'section_id', kind: 'choice', nullable: true },
];
const pick = (...names: string[]): readonly Field[] =>
  DEVICE_FIELDS.filter(({ name }) => names.includes(name));

/** What the category and the section can be, in the reader's words. */
function useChoices({ proj_code }: ConfiguredDevice) {
  const language = useLanguage();
  const { data } = useParameters();
  return useMemo(() => {
    const label = (one: { label_en: string; label_it: string; name: string }) =>
      (language === 'it' ? one.label_it : one.label_en) || one.name;
    return {
      categories: (data?.categories ?? []).map((one) => ({ value: String(one.id), label: label(one) })),
      sections: (data?.sections ?? [])
        .filter((one) => one.proj_code === proj_code)
        .map((one) => ({ value: String(one.id), label: one.name })),
    };
  }, [data, language, proj_code]);
}

/** Choices are ids: what is typed is their text, what is stored their number. */
function useFields(choices: ReturnType<typeof useChoices>): readonly Field[] {
  return useMemo(() => {
    const ids = {
      category_id: choices.categories.map(({ value }) => Number(value)),
      section_id: choices.sections.map(({ value }) => Number(value)),
    };
    return [
      ...CHOSEN.map((field) => ({ ...field, choices: ids[field.name as keyof typeof ids] })),
      ...DEVICE_FIELDS,
    ];
  }, [choices]);
}

/** What the device is: every field of its own. // spec §3 Cloud-control device */
export function DeviceTab({ details }: TabProps) {
  const { device } = details;
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const choices = useChoices(device);
  const fields = useFields(choices);
  const form = useEntityForm<ConfiguredDevice>({
    fields,
    entity: device,
    save: async (change, version) => (await patchDevice(company, device.id, { ...change, version })).device,
    reload: async () => (await fetchDetails(company, device.id)).device,
  });
  const select = (name: 'category_id' | 'section_id', data: { value: string; label: string }[]) => (
    <Select
      label={t(`fields.${name}`)}
      searchable
      clearable
      limit={200}
      data={data}
      value={String(form.typed[name] ?? '') || null}
      onChange={(id) => form.set(name, id ?? '')}
      error={form.errorOf(name)}
    />
  );
  return (
    <form
      noValidate
      className={`panel ${classes.form}`}
      aria-label={t('tabs.device')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <UnsavedQuestion unsaved={form.dirty} />
      <FormNotices form={form} fields={fields} />
      <FieldGroup title={t('group.what')}>
        <EntityFields form={form} fields={pick('short_name')} />
        <div className={forms.grid}>
          {select('category_id', choices.categories)}
          {select('section_id', choices.sections)}
          <NewSection proj_code={device.proj_code} onMade={(id) => form.set('section_id', String(id))} />
        </div>
        <EntityFields form={form} fields={pick('manufacturer', 'model', 'serial_number', 'description')} />
      </FieldGroup>
      <FieldGroup title={t('group.power')}>
        <EntityFields
          form={form}
          fields={pick('nominal_power', 'kw_peak', 'panel_watt', 'number_of_panels', 'number_of_strings')}
        />
      </FieldGroup>
      <FieldGroup title={t('group.polling')}>
        <EntityFields form={form} fields={pick('interval_s', 'slow_interval_s', 'byte_order', 'enabled')} />
      </FieldGroup>
      <FieldGroup title={t('group.network')}>
        <EntityFields form={form} fields={pick('network', 'subnet', 'template')} />
        {device.virtual && <p className="muted">{t('head.virtual')}</p>}
      </FieldGroup>
      <FormFooter form={form} />
    </form>
  );
}
