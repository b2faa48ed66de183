import { Button, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormPage } from '../../../../../shared/web/forms/FormPage.tsx';
import { FieldGroup } from '../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../../shared/web/forms/fields/SelectField.tsx';
import { onlyChanged } from '../../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { changesCalls } from '../../../changes.contract.ts';
import type { ConfiguredDevice } from '../../../configured.contract.ts';
import { DEVICE_FIELDS, pick } from '../forms/entities.model.ts';
import { SettingField } from '../forms/SettingFields.tsx';
import { useParameters } from '../use-devices.ts';
import { patchDevice } from '../writes.ts';
import { Attributes } from './Attributes.tsx';
import { NewSection } from './NewSection.tsx';
import type { TabProps } from './standing.ts';

/** What the category and the section can be, in the reader's words. */
function useChoices({ proj_code }: ConfiguredDevice) {
  const language = useLanguage();
  const { data } = useParameters();
  return useMemo(() => {
    const label = (one: { label_en: string; label_it: string; name: string }) =>
      (language === 'it' ? one.label_it : one.label_en) || one.name;
    return {
      category_id: (data?.categories ?? []).map((one) => ({ value: one.id, label: label(one) })),
      section_id: (data?.sections ?? [])
        .filter((one) => one.proj_code === proj_code)
        .map((one) => ({ value: one.id, label: one.name })),
    };
  }, [data, language, proj_code]);
}

/** Where the device belongs: its category, and a section of its plant or a new one. */
function Belongs({ device }: { device: ConfiguredDevice }) {
  const { t } = useTranslation('field');
  const choices = useChoices(device);
  const { setValue } = useFormContext();
  return (
    <>
      <SelectField
        name="category_id"
        label={t('fields.category_id')}
        options={choices.category_id}
        none=""
        searchable
      />
      <Stack gap={4}>
        <SelectField
          name="section_id"
          label={t('fields.section_id')}
          options={choices.section_id}
          none=""
          searchable
        />
        <NewSection
          proj_code={device.proj_code}
          onMade={(id) => setValue('section_id', id, { shouldDirty: true })}
        />
      </Stack>
    </>
  );
}

/** The serial number that the device says itself, where none is typed. */
function ReadSerial({ details }: Pick<TabProps, 'details'>) {
  const { t } = useTranslation('field');
  const { setValue } = useFormContext();
  const typed: unknown = useWatch({ name: 'serial_number' });
  const read = details.attributes.find(({ name, value }) => /serial/i.test(name) && value)?.value?.trim();
  if (!read || typed) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      w="max-content"
      onClick={() => setValue('serial_number', read, { shouldDirty: true })}
    >
      {t('attributes.use_serial', { serial: read })}
    </Button>
  );
}

const settings = (...names: string[]) =>
  pick(DEVICE_FIELDS, ...names).map((field) => <SettingField key={field.name} field={field} />);

/** What the device is: every field of its own. // spec §3 Cloud-control device */
export function DeviceTab(props: TabProps & { toAttributes: boolean }) {
  const { details, toAttributes } = props;
  const { device } = details;
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: changesCalls.changeDevice,
    record: device,
    toBody: onlyChanged,
    fromAnswer: (answer) => answer.device,
    send: (body) => patchDevice(company, device.id, body),
    savedAs: ({ short_name }) => short_name,
    words: 'field',
  });
  return (
    <>
      <FormPage form={form} label={t('tabs.device')}>
        <FieldGroup title={t('group.what')}>
          {settings('short_name')}
          <Belongs device={device} />
          {settings('manufacturer', 'model')}
          <Stack gap={4}>
            {settings('serial_number')}
            <ReadSerial details={details} />
          </Stack>
          {settings('description')}
        </FieldGroup>
        <FieldGroup title={t('group.power')}>
          {settings('nominal_power', 'kw_peak', 'panel_watt', 'number_of_panels', 'number_of_strings')}
        </FieldGroup>
        <FieldGroup title={t('group.polling')}>
          {settings('interval_s', 'slow_interval_s', 'byte_order')}
        </FieldGroup>
        <FieldGroup title={t('group.network')}>{settings('network', 'subnet', 'template')}</FieldGroup>
        {device.virtual && <p className="muted">{t('head.virtual')}</p>}
      </FormPage>
      <Attributes {...props} sought={toAttributes} />
    </>
  );
}
