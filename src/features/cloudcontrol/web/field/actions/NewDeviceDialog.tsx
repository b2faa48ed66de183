import { Button, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import { useDeviceTree, useParameters } from '../configuration.api.ts';
import { EntityFields, FormNotices } from '../forms/EntityFields.tsx';
import { UNIT_FIELD } from '../forms/entities.model.ts';
import { type Field, parseField } from '../forms/fields.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { useUnitQuestion } from '../forms/use-unit-question.tsx';
import { addressOf, sameUnit } from '../home/home.model.ts';
import { addDevice, type NewDeviceBody } from '../writes.ts';

const BLANK = {
  short_name: '',
  unit_id: 1,
  interval_s: 60,
  manufacturer: '',
  model: '',
  version: 0,
};
const NAME: Field = { name: 'short_name', kind: 'text', required: true, long: 40 };
const ABOUT: readonly Field[] = [
  { name: 'interval_s', kind: 'int', least: 1, most: 86_400, unit: 's' },
  { name: 'manufacturer', kind: 'text', long: 80 },
  { name: 'model', kind: 'text', long: 80 },
];

interface Props {
  proj_code?: string;
  port_id?: number;
  onMade: (id: number) => void;
  onClose: () => void;
}

/** Where the new device stands and what it is. */
function usePlace({ proj_code, port_id }: Props) {
  const language = useLanguage();
  const plants = useDeviceTree().data ?? [];
  const categories = useParameters().data?.categories ?? [];
  const [plant, setPlant] = useState(proj_code ?? (plants.length === 1 ? (plants[0]?.proj_code ?? '') : ''));
  const [port, setPort] = useState(port_id ? String(port_id) : '');
  const [category, setCategory] = useState('');
  const ports = plants.find((one) => one.proj_code === plant)?.ports ?? [];
  return {
    plant,
    port,
    behind: ports.find(({ id }) => String(id) === port),
    category,
    setCategory,
    setPort,
    setPlant: (code: string) => {
      setPlant(code);
      setPort('');
    },
    plants: plants.map((one) => ({ value: one.proj_code, label: `${one.name} · ${one.proj_code}` })),
    ports: ports.map((one) => ({
      value: String(one.id),
      label: [one.name, addressOf(one)].filter(Boolean).join(' · '),
    })),
    categories: categories.map((one) => ({
      value: String(one.id),
      label: (language === 'it' ? one.label_it : one.label_en) || one.name,
    })),
  };
}

/** Adds a device to a plant, behind a port, or calculated from others. */
export function NewDeviceDialog(props: Props) {
  const { onMade, onClose } = props;
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const place = usePlace(props);
  const [virtual, setVirtual] = useState(false);
  const [tried, setTried] = useState(false);
  const fields: readonly Field[] = [NAME, ...(place.port && !virtual ? [UNIT_FIELD] : []), ...ABOUT];
  const form = useEntityForm<typeof BLANK>({
    fields,
    entity: BLANK,
    save: async (change) => {
      const behind = place.port && !virtual ? { port_id: Number(place.port), unit_id: BLANK.unit_id } : {};
      const kind = place.category ? { category_id: Number(place.category) } : {};
      const body = { ...behind, ...kind, ...change, virtual, proj_code: place.plant };
      onMade(await addDevice(company, body as unknown as NewDeviceBody));
      return BLANK;
    },
    reload: async () => BLANK,
  });
  const { ask, question } = useUnitQuestion();
  const submit = () => {
    const typed = parseField(UNIT_FIELD, form.typed.unit_id);
    const unit = 'value' in typed && typeof typed.value === 'number' ? typed.value : null;
    const names = virtual ? [] : sameUnit(place.behind, unit);
    ask({ unit: unit ?? 0, names, save: () => void form.submit() });
  };
  const select = {
    searchable: true,
    limit: 200,
    openOnFocus: false,
    comboboxProps: { withinPortal: false },
    maxDropdownHeight: 220,
  } as const;
  return (
    <>
      {question}
      <Dialog title={t('device.new')} size={640} keeps onClose={onClose}>
        <form
          noValidate
          className={forms.form}
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (place.plant !== '') submit();
          }}
        >
          <FormNotices form={form} fields={fields} />
          <div className={forms.grid}>
            <Select
              {...select}
              label={t('home.plant')}
              withAsterisk
              data={place.plants}
              value={place.plant || null}
              onChange={(code) => place.setPlant(code ?? '')}
              error={tried && place.plant === '' ? tc('told.required') : undefined}
            />
            <Select
              {...select}
              clearable
              label={t('connection.behind')}
              placeholder={t('connection.none')}
              disabled={virtual || place.plant === ''}
              data={place.ports}
              value={virtual ? null : place.port || null}
              onChange={(id) => place.setPort(id ?? '')}
            />
            <Select
              {...select}
              clearable
              label={t('fields.category_id')}
              data={place.categories}
              value={place.category || null}
              onChange={(id) => place.setCategory(id ?? '')}
            />
          </div>
          <EntityFields form={form} fields={fields} />
          <Switch
            label={t('device.virtual')}
            description={t('device.virtual_hint')}
            checked={virtual}
            onChange={(event) => setVirtual(event.currentTarget.checked)}
          />
          <DialogFooter text={t('device.next')}>
            <Button variant="default" onClick={onClose}>
              {tc('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('device.create')}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </>
  );
}
