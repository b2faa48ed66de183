import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { FormPage } from '../../../../shared/web/forms/FormPage.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import type { Reason } from '../../configured.contract.ts';
import { DEVICE_FIELDS, pick } from '../field/forms/entities.model.ts';
import { SettingFields } from '../field/forms/SettingFields.tsx';
import { useUnitQuestion } from '../field/forms/use-unit-question.ts';
import { sameUnit } from '../field/home/home.model.ts';
import { keepTried } from '../field/tried.public.ts';
import { useParameters } from '../field/use-devices.ts';
import { addDevice } from '../field/writes.ts';
import { targetOf } from './answers.model.ts';
import { unitOf } from './draft.model.ts';
import { SilenceNote } from './SilenceNote.tsx';
import { useFieldTask } from './use-field-task.ts';
import type { Wizard } from './use-wizard.ts';

const NEW = {
  category_id: null as number | null,
  short_name: '',
  unit_id: 1 as number | null,
  interval_s: 60,
  manufacturer: '',
  model: '',
  virtual: false,
};
type Values = typeof NEW;

/** Where the device is: behind a port that stands, at an address that becomes one, or nowhere in the field. */
function placeOf({ draft, port_id }: Wizard) {
  if (port_id === null && draft.host.trim() === '') return null;
  return targetOf(draft, draft, port_id);
}

/** Whether anything answers there: whatever it says to the first register is an answer. */
function useTrying(place: ReturnType<typeof placeOf>, unit: number | null, plant: string) {
  const task = useFieldTask();
  const [asked, setAsked] = useState('');
  const typed = JSON.stringify([place, unit, plant]);
  // An answer is only of what was asked: another unit id or address typed since has none.
  const current = asked === typed;
  const [answer] = task.asked?.tasks ?? [];
  const ended = current && task.state === 'ended' && answer?.state === 'ended';
  const reason: Reason | null = ended && !answer.read ? answer.reason : null;
  return {
    busy: task.state === 'asking',
    answered: ended && answer.read !== null,
    reason,
    fault: current && task.state === 'failed' ? task.fault : null,
    ask: () => {
      if (!place || unit === null) return;
      setAsked(typed);
      task.ask({ kind: 'read', target: place, unit_id: unit, function_code: 3, address: 0, count: 1 });
    },
  };
}

function Fields({ behind }: { behind: boolean }) {
  const { t } = useTranslation('field');
  const language = useLanguage();
  const categories = useParameters().data?.categories ?? [];
  const { virtual } = useWatch<Values>() as Values;
  const names = [
    'short_name',
    ...(behind && !virtual ? ['unit_id'] : []),
    'interval_s',
    'manufacturer',
    'model',
  ];
  return (
    <>
      <SettingFields fields={names.flatMap((name) => pick(DEVICE_FIELDS, name))} />
      <FieldGrid>
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
        <SwitchField name="virtual" label={t('device.virtual')} description={t('device.virtual_hint')} />
      </FieldGrid>
    </>
  );
}

interface Props {
  wizard: Wizard;
  onMade: (id: number) => void;
}

/** Adds one device whose registers come later, calculated ones and those that send by themselves too. */
export function HandForm({ wizard, onMade }: Props) {
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const company = useCompany().id_client;
  const { askOfUnit, question } = useUnitQuestion();
  const place = placeOf(wizard);
  const { proj_code, units } = wizard.draft;
  const { formMessage } = useErrorMessage('field');
  // Who comes from a search goes on with the unit id that was searched for.
  const [record] = useState(() => ({ ...NEW, unit_id: unitOf(units) ?? NEW.unit_id }));
  const bodyOf = (
    { unit_id, virtual, short_name }: Values,
    { unit_id: _unit, category_id, ...rest }: Partial<Values>,
  ) => {
    const at = place && ('port_id' in place ? place : { port: place });
    const behind = at && !virtual ? { ...at, unit_id } : {};
    return { ...behind, ...(category_id ? { category_id } : {}), ...rest, proj_code, short_name, virtual };
  };
  const form = useRecordForm({
    call: plantsCalls.createDevice,
    record,
    toBody: bodyOf,
    send: (body) => addDevice(company, body),
    confirm: async ({ unit_id, virtual }) =>
      wizard.ready() && (await askOfUnit(unit_id, virtual ? [] : sameUnit(wizard.port, unit_id))),
    words: 'field',
    onSaved: ({ id }) => {
      keepTried(company, id, trying.reason);
      onMade(id);
    },
  });
  const unit = form.form.watch('unit_id');
  const virtual = form.form.watch('virtual');
  const { setVirtual } = wizard;
  useEffect(() => {
    setVirtual(virtual);
    return () => setVirtual(false);
  }, [virtual, setVirtual]);
  const trying = useTrying(place, unit, proj_code);
  return (
    <>
      {question}
      <FormPage form={form} label={t('how.hand')} submit={tf('device.create')} text={tf('device.next')}>
        <Fields behind={place !== null} />
        {place && !virtual && (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlugConnected size={16} />}
              loading={trying.busy}
              disabled={unit === null}
              onClick={() => wizard.ready() && trying.ask()}
            >
              {t('hand.test')}
            </Button>
          </div>
        )}
        <FormError>{trying.fault ? formMessage(trying.fault) : null}</FormError>
        {trying.answered && <Note tone="success">{t('hand.answers')}</Note>}
        {trying.reason && (
          <SilenceNote reasons={[trying.reason]} whom={`${tf('fields.unit_id')} ${unit ?? ''}`} />
        )}
      </FormPage>
    </>
  );
}
