import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { FormDrawer } from '../../../shared/web/forms/FormDrawer.tsx';
import { DateField } from '../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { PlaceField } from '../../../shared/web/forms/fields/PlaceField.tsx';
import { RowsField } from '../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { PROVIDERS } from '../home-states.model.ts';
import { type HomeDetail, MAX_FORMER_PRICES } from '../homes.contract.ts';
import { residentialCalls } from '../residential.contract.ts';

const FIELDS = [
  'name',
  'comune',
  'nominal_kwp',
  'latitude',
  'longitude',
  'tilt_deg',
  'azimuth_deg',
  'project_id',
  'district',
  'pod',
  'storage_kwh',
  'inverter_model',
  'provider',
  'owner_name',
  'owner_phone',
  'owner_email',
  'import_eur_kwh',
  'export_eur_kwh',
  'former_prices',
  'cloud_site_id',
] as const;
type HomeValues = Pick<HomeDetail, (typeof FIELDS)[number]>;
type NewValues = HomeValues & { proj_code: string; gateway: boolean };

const BLANK: NewValues = {
  proj_code: '',
  name: '',
  comune: '',
  nominal_kwp: null,
  latitude: null,
  longitude: null,
  tilt_deg: null,
  azimuth_deg: null,
  project_id: null,
  district: '',
  pod: '',
  storage_kwh: null,
  inverter_model: '',
  provider: 'gateway',
  owner_name: '',
  owner_phone: '',
  owner_email: '',
  import_eur_kwh: null,
  export_eur_kwh: null,
  former_prices: [],
  gateway: true,
  cloud_site_id: '',
};

const BLANK_PRICES = { until: null, import_eur_kwh: null, export_eur_kwh: null };

const valuesOf = (home: HomeDetail): HomeValues =>
  Object.fromEntries(FIELDS.map((name) => [name, home[name]])) as HomeValues;

function HomeFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('residential');
  const projects = useCall(residentialCalls.projects, {}, { staleTime: 60_000 });
  return (
    <>
      {isNew && <TextField name="proj_code" label={t('form.code')} required />}
      <TextField name="name" label={t('field.name')} required />
      <SelectField
        name="project_id"
        label={t('field.project')}
        none={t('form.none_project')}
        options={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberField name="nominal_kwp" label={t('figure.power')} unit="kWp" />
      <NumberField name="storage_kwh" label={t('figure.storage')} unit="kWh" />
      <TextField name="inverter_model" label={t('field.inverter_model')} />
      <SelectField
        name="provider"
        label={t('field.provider')}
        options={PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) }))}
      />
      <TextField name="cloud_site_id" label={t('cloud.field')} description={t('cloud.hint')} />
      {isNew && <SwitchField name="gateway" label={t('form.gateway')} />}
      <FieldGroup title={t('form.place')}>
        <TextField name="comune" label={t('field.comune')} />
        <TextField name="district" label={t('field.district')} />
        <NumberField name="tilt_deg" label={t('form.tilt')} unit="°" />
        <NumberField name="azimuth_deg" label={t('form.azimuth')} unit="°" />
        <PlaceField comune="comune" />
      </FieldGroup>
      <FieldGroup title={t('form.contract')}>
        <TextField name="pod" label="POD" />
        <NumberField name="import_eur_kwh" label={t('field.import_eur_kwh')} unit="€/kWh" />
        <NumberField name="export_eur_kwh" label={t('field.export_eur_kwh')} unit="€/kWh" />
      </FieldGroup>
      <RowsField
        name="former_prices"
        title={t('prices.former')}
        blank={BLANK_PRICES}
        add={t('prices.add')}
        remove={(place) => t('prices.remove', { place })}
        none={t('prices.none')}
        atMost={MAX_FORMER_PRICES}
      >
        {(at) => (
          <>
            <DateField name={`${at}.until`} label={t('prices.until')} required />
            <NumberField name={`${at}.import_eur_kwh`} label={t('field.import_eur_kwh')} unit="€/kWh" />
            <NumberField name={`${at}.export_eur_kwh`} label={t('field.export_eur_kwh')} unit="€/kWh" />
          </>
        )}
      </RowsField>
      <FieldGroup title={t('form.contact')}>
        <TextField name="owner_name" label={t('form.owner_name')} />
        <TextField name="owner_phone" label={t('form.owner_phone')} />
        <TextField name="owner_email" label={t('form.owner_email')} />
      </FieldGroup>
    </>
  );
}

/** A new home. */
export function NewHome({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('residential');
  const form = useRecordForm<typeof residentialCalls.createHome, NewValues>({
    call: residentialCalls.createHome,
    record: BLANK,
    words: 'residential',
    draft: 'residential-homes:new',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('form.new')} onClose={onClose}>
      <HomeFields isNew />
    </FormDrawer>
  );
}

/** A stored home. */
export function EditHome({ home, onClose }: { home: HomeDetail; onClose: () => void }) {
  const { t } = useTranslation('residential');
  const form = useRecordForm<typeof residentialCalls.changeHome, HomeDetail, HomeValues>({
    call: residentialCalls.changeHome,
    params: { proj_code: home.proj_code },
    record: home,
    toValues: valuesOf,
    words: 'residential',
    draft: `residential-homes:${home.proj_code}`,
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('form.change')} onClose={onClose}>
      <HomeFields isNew={false} />
    </FormDrawer>
  );
}
