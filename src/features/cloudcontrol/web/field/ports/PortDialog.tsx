import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { SelectField } from '../../../../../shared/web/forms/fields/SelectField.tsx';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { changesCalls } from '../../../changes.contract.ts';
import { EXAMPLE_IP, HINTS } from '../../../configuration.model.ts';
import { missingOfPort, pick, portFieldsFor } from '../forms/entities.model.ts';
import { SettingFields } from '../forms/SettingFields.tsx';
import { useDeviceTree } from '../use-devices.ts';
import { createPort } from '../writes.ts';

type Made = Awaited<ReturnType<typeof createPort>>;

/** What a new port starts with. // spec §9: port hint 502 */
const NEW = {
  name: '',
  type: 'tcp',
  framer: 'tcp',
  host: '',
  port: HINTS.port as number | null,
  tty: null as string | null,
  baudrate: 9600,
  bytesize: 8,
  parity: 'none',
  stopbits: 1,
};
type Values = typeof NEW & { proj_code: string };
const ASKED = Object.keys(NEW);

interface Props {
  /** The plant it belongs to; asked for where it is not known. */
  proj_code?: string;
  onMade: (port: Made) => void;
  onClose: () => void;
}

/** What its type has; without a name it is called by its address. */
function bodyOf({ name, proj_code, type, ...values }: Values) {
  const shown = portFieldsFor(type).map((field) => field.name);
  const sent = Object.entries(values).filter(([field]) => shown.includes(field));
  return { proj_code, type, ...(name.trim() === '' ? {} : { name }), ...Object.fromEntries(sent) };
}

function PortFields() {
  const { t } = useTranslation('field');
  const { type, framer } = useWatch<Values>() as Values;
  const { setValue } = useFormContext<Values>();
  useEffect(() => {
    // A serial line cannot be framed as TCP is.
    if (type === 'serial' && framer === 'tcp') setValue('framer', 'rtu');
  }, [type, framer, setValue]);
  const fields = pick(portFieldsFor(type), ...ASKED).map((field) =>
    field.name === 'name' ? { ...field, required: false } : field,
  );
  const placeholders = {
    name: t('port.name_hint'),
    host: EXAMPLE_IP,
    port: String(HINTS.port),
    tty: '/dev/ttyUSB0',
  };
  return <SettingFields fields={fields} placeholders={placeholders} />;
}

/** Adds a port to a plant. */
export function PortDialog({ proj_code, onMade, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const plants = useDeviceTree().data ?? [];
  const [only] = plants.length === 1 ? plants : [];
  const form = useRecordForm({
    call: changesCalls.createPort,
    record: { ...NEW, proj_code: proj_code ?? only?.proj_code ?? '' },
    toBody: bodyOf,
    check: missingOfPort,
    send: (body) => createPort(company, body),
    words: 'field',
    onSaved: onMade,
  });
  return (
    <FormDialog
      form={form}
      title={t('port.new')}
      size={640}
      submit={t('port.create')}
      text={t('port.allow_hint')}
      onClose={onClose}
    >
      {proj_code === undefined && (
        <SelectField
          name="proj_code"
          label={t('home.plant')}
          required
          searchable
          options={plants.map((one) => ({ value: one.proj_code, label: `${one.name} · ${one.proj_code}` }))}
        />
      )}
      <PortFields />
    </FormDialog>
  );
}
