import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { FieldGrid } from '../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { plantsCalls } from '../../../../plants/plants.contract.ts';
import { DEVICE_FIELDS, pick } from '../forms/entities.model.ts';
import { SettingFields } from '../forms/SettingFields.tsx';
import { useUnitQuestion } from '../forms/use-unit-question.ts';
import { portLabel, sameUnit } from '../home/home.model.ts';
import { useDeviceTree, useParameters } from '../use-devices.ts';
import { addDevice } from '../writes.ts';

const NEW = {
  proj_code: '',
  port_id: null as number | null,
  category_id: null as number | null,
  short_name: '',
  unit_id: 1 as number | null,
  interval_s: 60,
  manufacturer: '',
  model: '',
  virtual: false,
};
type Values = typeof NEW;

interface Props {
  proj_code?: string;
  port_id?: number;
  onMade: (id: number) => void;
  onClose: () => void;
}

const isBehindPort = ({ port_id, virtual }: Pick<Values, 'port_id' | 'virtual'>) =>
  port_id !== null && !virtual;

/** What was said of it; behind a port with its number there. */
function bodyOf(values: Values, changed: Partial<Values>) {
  const { port_id: _port, unit_id: _unit, category_id, ...rest } = changed;
  const { proj_code, short_name, virtual, port_id, unit_id } = values;
  const behind = isBehindPort(values) ? { port_id, unit_id } : {};
  return { ...behind, ...(category_id ? { category_id } : {}), ...rest, proj_code, short_name, virtual };
}

/** Where the new device stands, and what kind it is. */
function PlaceFields() {
  const { t } = useTranslation('field');
  const language = useLanguage();
  const plants = useDeviceTree().data ?? [];
  const categories = useParameters().data?.categories ?? [];
  const { setValue } = useFormContext<Values>();
  const { proj_code, virtual } = useWatch<Values>() as Values;
  const ports = plants.find((one) => one.proj_code === proj_code)?.ports ?? [];
  return (
    <FieldGrid>
      <SelectField
        name="proj_code"
        label={t('home.plant')}
        required
        searchable
        options={plants.map((one) => ({ value: one.proj_code, label: `${one.name} · ${one.proj_code}` }))}
        onChosen={() => setValue('port_id', null)}
      />
      <SelectField
        name="port_id"
        label={t('connection.behind')}
        none={t('connection.none')}
        searchable
        disabled={virtual || !proj_code}
        options={ports.map((one) => ({
          value: one.id,
          label: portLabel(one),
        }))}
      />
      <SelectField
        name="category_id"
        label={t('fields.category_id')}
        none=""
        searchable
        options={categories.map((one) => ({
          value: one.id,
          label: (language === 'it' ? one.label_it : one.label_en) || one.name,
        }))}
      />
    </FieldGrid>
  );
}

function AboutFields() {
  const behind = isBehindPort(useWatch<Values>() as Values);
  const names = ['short_name', ...(behind ? ['unit_id'] : []), 'interval_s', 'manufacturer', 'model'];
  return <SettingFields fields={names.flatMap((name) => pick(DEVICE_FIELDS, name))} />;
}

/** Adds a device to a plant, behind a port, or calculated from others. */
export function NewDeviceDialog({ proj_code, port_id, onMade, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const plants = useDeviceTree().data ?? [];
  const [only] = plants.length === 1 ? plants : [];
  const { askOfUnit, question } = useUnitQuestion();
  const portOf = (values: Values) =>
    plants
      .find((one) => one.proj_code === values.proj_code)
      ?.ports.find(({ id }) => id === values.port_id && isBehindPort(values));
  const form = useRecordForm({
    call: plantsCalls.createDevice,
    record: { ...NEW, proj_code: proj_code ?? only?.proj_code ?? '', port_id: port_id ?? null },
    toBody: bodyOf,
    send: (body) => addDevice(company, body),
    confirm: (values) => askOfUnit(values.unit_id, sameUnit(portOf(values), values.unit_id)),
    words: 'field',
    onSaved: ({ id }) => onMade(id),
  });
  return (
    <>
      {question}
      <FormDialog
        form={form}
        title={t('device.new')}
        size={640}
        submit={t('device.create')}
        text={t('device.next')}
        onClose={onClose}
      >
        <PlaceFields />
        <AboutFields />
        <SwitchField name="virtual" label={t('device.virtual')} description={t('device.virtual_hint')} />
      </FormDialog>
    </>
  );
}
