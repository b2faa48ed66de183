import { Button, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import { HINTS } from '../../../configuration.model.ts';
import { useDeviceTree } from '../configuration.api.ts';
import { EntityFields, FormNotices } from '../forms/EntityFields.tsx';
import { portFieldsFor } from '../forms/entities.model.ts';
import type { Field } from '../forms/fields.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { createPort } from '../writes.ts';

type Made = Awaited<ReturnType<typeof createPort>>;

/** What a new port starts with. // spec §9: port hint 502 */
const NEW = {
  name: '',
  type: 'tcp',
  framer: 'tcp',
  host: '',
  port: HINTS.port,
  tty: null,
  baudrate: 9600,
  bytesize: 8,
  parity: 'none',
  stopbits: 1,
  timeout_ms: 2000,
  version: 0,
};
const ASKED = ['name', 'type', 'framer', 'host', 'port', 'tty', 'baudrate', 'bytesize', 'parity', 'stopbits'];

interface Props {
  /** The plant it belongs to; asked for where it is not known. */
  proj_code?: string;
  onMade: (port: Made) => void;
  onClose: () => void;
}

/** A field that is sent even where it holds what the form began with. */
function bodyOf(type: string, change: Record<string, unknown>, name: unknown) {
  const serial = type === 'serial';
  const base = serial
    ? { type, framer: 'rtu', tty: '', host: '' }
    : { type, framer: 'tcp', port: HINTS.port };
  const sent = { ...base, ...change };
  // Without a name it is called by its address.
  return name === '' || name === undefined ? sent : { ...sent, name };
}

/** Adds a port to a plant. */
export function PortDialog({ proj_code, onMade, onClose }: Props) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const plants = useDeviceTree().data ?? [];
  const [plant, setPlant] = useState(proj_code ?? (plants.length === 1 ? (plants[0]?.proj_code ?? '') : ''));
  const [tried, setTried] = useState(false);
  const [type, setType] = useState('tcp');
  const fields = useMemo<readonly Field[]>(
    () =>
      portFieldsFor(type)
        .filter(({ name }) => ASKED.includes(name))
        .map((field) => (field.name === 'name' ? { ...field, required: false } : field)),
    [type],
  );
  const form = useEntityForm<typeof NEW>({
    fields,
    entity: NEW,
    save: async (change) => {
      const body = { proj_code: plant, ...bodyOf(type, change, change.name) };
      onMade(await createPort(company, body as Parameters<typeof createPort>[1]));
      return NEW;
    },
    reload: async () => NEW,
  });
  if (form.typed.type !== type) {
    setType(String(form.typed.type));
    if (form.typed.type === 'serial' && form.typed.framer === 'tcp') form.set('framer', 'rtu');
  }
  return (
    <Dialog title={t('port.new')} size={640} keeps onClose={onClose}>
      <form
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          // It may be opened over another form: that one is not sent along.
          event.stopPropagation();
          setTried(true);
          const { currentTarget } = event;
          if (plant !== '') void form.submit();
          else form.touchAll();
          // What is missing is marked by now: the first of it takes the focus.
          setTimeout(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
        }}
      >
        <FormNotices form={form} fields={fields} />
        {proj_code === undefined && (
          <Select
            data-autofocus
            label={t('home.plant')}
            searchable
            limit={200}
            openOnFocus={false}
            comboboxProps={{ withinPortal: false }}
            data={plants.map((one) => ({ value: one.proj_code, label: `${one.name} · ${one.proj_code}` }))}
            value={plant || null}
            onChange={(code) => setPlant(code ?? '')}
            error={tried && plant === '' ? tc('told.required') : undefined}
            withAsterisk
          />
        )}
        <EntityFields
          form={form}
          fields={fields}
          placeholders={{
            name: t('port.name_hint'),
            host: HINTS.ip,
            port: String(HINTS.port),
            tty: '/dev/ttyUSB0',
          }}
        />
        <DialogFooter text={t('port.allow_hint')}>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('port.create')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
