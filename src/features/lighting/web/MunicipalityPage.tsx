import { Button } from '@mantine/core';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FormPage } from '../../../shared/web/forms/FormPage.tsx';
import { DateField } from '../../../shared/web/forms/fields/DateField.tsx';
import { FieldGrid } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { RowsField } from '../../../shared/web/forms/fields/RowsField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type MunicipalitySettings, municipalitiesCalls } from '../municipalities.contract.ts';
import {
  BLANK_EXCEPTION,
  BLANK_HALF_NIGHT,
  blankHolidays,
  ExceptionFields,
  HalfNightFields,
} from './NightFields.tsx';
import { PreviewSection } from './PreviewSection.tsx';
import { RemoveMunicipality } from './RemoveMunicipality.tsx';
import { TonightTable } from './TonightTable.tsx';
import { useActsTonight } from './use-why.ts';

type Values = Pick<
  MunicipalitySettings,
  | 'turn_on_date'
  | 'turn_on_auto'
  | 'turn_on_offset_min'
  | 'turn_on_twilight'
  | 'turn_off_date'
  | 'turn_off_auto'
  | 'turn_off_offset_min'
  | 'turn_off_twilight'
  | 'half_night'
  | 'min_burning_min'
  | 'patron_day'
  | 'exceptions'
>;
const valuesOf = (one: MunicipalitySettings): Values => ({
  turn_on_date: one.turn_on_date,
  turn_on_auto: one.turn_on_auto,
  turn_on_offset_min: one.turn_on_offset_min,
  turn_on_twilight: one.turn_on_twilight,
  turn_off_date: one.turn_off_date,
  turn_off_auto: one.turn_off_auto,
  turn_off_offset_min: one.turn_off_offset_min,
  turn_off_twilight: one.turn_off_twilight,
  half_night: one.half_night,
  min_burning_min: one.min_burning_min,
  patron_day: one.patron_day,
  exceptions: one.exceptions,
});

function EdgeFields({ edge, acts }: { edge: 'on' | 'off'; acts: string }) {
  const { t } = useTranslation('lighting');
  return (
    <FieldGrid min={200}>
      <SwitchField name={`turn_${edge}_auto`} label={t(`times.${edge}_auto`)} description={acts} />
      <TextField name={`turn_${edge}_date`} label={t(`times.${edge}_date`)} maxLength={5} required />
      <NumberField name={`turn_${edge}_offset_min`} label={t(`times.${edge}_offset`)} unit="min" />
      <NumberField name={`turn_${edge}_twilight`} label={t(`times.${edge}_twilight`)} />
    </FieldGrid>
  );
}

/** The settings in a form, with a preview of a year before they are saved. */
function SettingsForm({ settings }: { settings: MunicipalitySettings }) {
  const { t } = useTranslation('lighting');
  const [previewed, setPreviewed] = useState<Values | null>(null);
  const acts = useActsTonight(settings.tonight);
  const form = useRecordForm({
    call: municipalitiesCalls.changeSettings,
    params: { id: String(settings.id) },
    record: settings,
    toValues: valuesOf,
    toBody: (values, _, version) => ({ settings: values, version }),
    words: 'lighting',
    fieldOf: (path) => path.replace(/^settings\./, ''),
  });
  const preview = (
    <Button variant="default" onClick={() => setPreviewed({ ...(form.form.getValues() as Values) })}>
      {t('preview.ask')}
    </Button>
  );
  return (
    <>
      <FormPage form={form} label={t('times.title')} text={preview}>
        <Section title={t('times.title')} hint={t('times.precedence')}>
          <EdgeFields edge="on" acts={acts('on')} />
          <EdgeFields edge="off" acts={acts('off')} />
          <FieldGrid min={200}>
            <NumberField name="min_burning_min" label={t('times.min_burning')} unit="min" />
          </FieldGrid>
        </Section>
        <Section title={t('half_night.title')} hint={t('half_night.hint')}>
          <RowsField
            name="half_night"
            title={t('half_night.title')}
            titleHidden
            blank={BLANK_HALF_NIGHT}
            add={t('half_night.add')}
            remove={(place) => t('half_night.remove', { place })}
            none={t('half_night.none')}
            atMost={6}
          >
            {(at) => <HalfNightFields at={at} />}
          </RowsField>
        </Section>
        <Section title={t('exceptions.title')} hint={t('exceptions.hint')}>
          <RowsField
            name="exceptions"
            title={t('exceptions.title')}
            titleHidden
            blank={BLANK_EXCEPTION}
            add={t('exceptions.add')}
            also={{
              add: t('exceptions.add_holidays'),
              blank: blankHolidays(t('exceptions.holidays'), settings.tonight.day.slice(0, 4)),
            }}
            remove={(place) => t('exceptions.remove', { place })}
            none={t('exceptions.none')}
            atMost={50}
          >
            {(at) => <ExceptionFields at={at} />}
          </RowsField>
          <FieldGrid min={200}>
            <DateField
              name="patron_day"
              label={t('exceptions.patron_day')}
              description={t('exceptions.patron_hint')}
            />
          </FieldGrid>
        </Section>
      </FormPage>
      {previewed && <PreviewSection comune={settings.comune} settings={previewed} />}
    </>
  );
}

function Settings({ comune }: { comune: string }) {
  const { t } = useTranslation('lighting');
  const { date } = useFormat();
  const may = useCan('lighting.municipality');
  const query = useCall(municipalitiesCalls.settings, { query: { comune_id: comune } });
  return (
    <Known query={query} height={480}>
      {(settings) => (
        <>
          <Section title={t('tonight.title')} hint={date(settings.tonight.day)} look="table">
            <TonightTable tonight={settings.tonight} />
          </Section>
          {may ? <SettingsForm settings={settings} /> : <Muted>{t('times.may_not')}</Muted>}
        </>
      )}
    </Known>
  );
}

/** When a municipality is lit. // spec §2, §6 */
export function MunicipalityPage() {
  const { t } = useTranslation('lighting');
  const { comune } = useSearch({ from: '/portal/apps/illuminazione/settings/comune' });
  const list = useCall(municipalitiesCalls.list);
  const chosen = comune ?? (list.data?.[0] ? String(list.data[0].id) : undefined);
  const found = list.data?.find(({ id }) => String(id) === chosen);
  const may = useCan('lighting.municipality');
  return (
    <Page
      title={found?.name ?? t('times.page')}
      actions={may && found && <RemoveMunicipality comune={found} />}
      back={<BackLink to="/apps/illuminazione/settings">{t('settings.title')}</BackLink>}
    >
      {chosen === undefined && list.data && (
        <EmptyState icon={IconBuildingCommunity} title={t('settings.no_comuni')} />
      )}
      {chosen !== undefined && <Settings comune={chosen} />}
    </Page>
  );
}
