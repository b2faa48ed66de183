import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { EnergyMeter } from '../../meters.contract.ts';
import { meterRegisterCalls, type RegisterLine } from '../../register.contract.ts';
import { PhotoField } from './PhotoField.tsx';

interface Given {
  meter: EnergyMeter;
  onClose: () => void;
}

/** Times are those of the plant's clock; what cannot be read is sent as it stands, and refused at its field. */
const instantOf = (wall: string, zone: string): string => {
  const at = instantOfWall(wall, zone);
  return at === undefined ? wall : new Date(at).toISOString();
};
const minuteNow = (zone: string): string => writeWall(Math.floor(Date.now() / 60_000) * 60_000, zone);

function NoteFields() {
  const { t } = useTranslation('meters');
  return (
    <>
      <TextAreaField name="note" label={t('field.note')} />
      <SwitchField name="override" label={t('form.override')} description={t('form.override_hint')} />
    </>
  );
}

/** A reading by hand. */
export function ReadingForm({ meter, onClose }: Given) {
  const { t } = useTranslation('meters');
  const { id, time_zone, last_reading } = meter;
  const { number } = useFormat();
  const [sending, setSending] = useState(false);
  const form = useRecordForm<
    typeof meterRegisterCalls.read,
    {
      at: string;
      reading: number | null;
      source: string;
      note: string;
      override: boolean;
      photo_id: number | null;
    }
  >({
    call: meterRegisterCalls.read,
    params: { id: String(id) },
    record: {
      at: minuteNow(time_zone),
      reading: null,
      source: 'hand',
      note: '',
      override: false,
      photo_id: null,
    },
    toBody: (values) => ({ ...values, at: instantOf(values.at, time_zone) }),
    check: () => (sending ? [{ path: 'photo_id', code: 'photo_on_its_way', message: '' }] : []),
    words: 'meters',
    // A phone may go out between the photo and the reading: both are there when it is opened again.
    draft: `energy-meters:reading:${id}`,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('reading.of', { name: meter.serial_number })} onClose={onClose}>
      {last_reading !== null && <Muted>{t('reading.last', { value: number(last_reading, 3) })}</Muted>}
      <NumberField name="reading" label={t('field.reading')} required />
      <PhotoField meter={meter} onBusy={setSending} />
      <DateTimeField name="at" label={t('field.at')} description={t('form.clock', { zone: time_zone })} />
      <SelectField
        name="source"
        label={t('field.source')}
        options={(['hand', 'distributor', 'gse'] as const).map((value) => ({
          value,
          label: t(`source.${value}`),
        }))}
      />
      <NoteFields />
    </FormDialog>
  );
}

/** The correction of a line, by a line of its own. */
export function CorrectionForm({ meter, line, onClose }: Given & { line: RegisterLine }) {
  const { t } = useTranslation('meters');
  const form = useRecordForm<
    typeof meterRegisterCalls.correct,
    { reading: number | null; strike: boolean; note: string; override: boolean }
  >({
    call: meterRegisterCalls.correct,
    params: { id: String(meter.id) },
    record: { reading: line.reading, strike: false, note: '', override: false },
    toBody: ({ strike, reading, note, override }) => ({
      line: line.line,
      note,
      override,
      reading: strike ? null : reading,
    }),
    words: 'meters',
    onSaved: onClose,
  });
  const strike = form.form.watch('strike');
  return (
    <FormDialog form={form} title={t('correction.of', { line: line.line })} onClose={onClose}>
      <Muted>{t('correction.hint')}</Muted>
      {line.kind === 'reading' && <SwitchField name="strike" label={t('correction.strike')} />}
      {!strike && <NumberField name="reading" label={t('field.reading')} required />}
      <NoteFields />
    </FormDialog>
  );
}

/** A reset or a roll-over. */
export function EventForm({ meter, onClose }: Given) {
  const { t } = useTranslation('meters');
  const { id, time_zone } = meter;
  const form = useRecordForm<
    typeof meterRegisterCalls.event,
    {
      event: 'reset' | 'rollover';
      at: string;
      final: number | null;
      first: number;
      note: string;
      override: boolean;
    }
  >({
    call: meterRegisterCalls.event,
    params: { id: String(id) },
    record: { event: 'reset', at: minuteNow(time_zone), final: null, first: 0, note: '', override: false },
    toBody: (values) => ({ ...values, at: instantOf(values.at, time_zone) }),
    words: 'meters',
    onSaved: onClose,
  });
  const event = form.form.watch('event');
  return (
    <FormDialog form={form} title={t('event.of', { name: meter.serial_number })} onClose={onClose}>
      <SelectField
        name="event"
        label={t('event.which')}
        options={(['reset', 'rollover'] as const).map((value) => ({ value, label: t(`event.${value}`) }))}
      />
      <DateTimeField name="at" label={t('field.at')} description={t('form.clock', { zone: time_zone })} />
      {event === 'reset' && <NumberField name="final" label={t('field.final')} required />}
      <NumberField name="first" label={t('field.first')} required />
      <NoteFields />
    </FormDialog>
  );
}

/** Another meter in the place of this one. */
export function SwapForm({ meter, onClose, onDone }: Given & { onDone: (made: EnergyMeter) => void }) {
  const { t } = useTranslation('meters');
  const { id, time_zone } = meter;
  const form = useRecordForm<
    typeof meterRegisterCalls.swap,
    {
      at: string;
      final: number | null;
      serial_number: string;
      model: string;
      constant_k: number;
      digits: number;
      first: number;
      note: string;
      override: boolean;
    }
  >({
    call: meterRegisterCalls.swap,
    params: { id: String(id) },
    record: {
      at: minuteNow(time_zone),
      final: null,
      serial_number: '',
      model: meter.model,
      first: 0,
      note: '',
      constant_k: meter.constant_k,
      digits: meter.digits,
      override: false,
    },
    toBody: (values) => ({ ...values, at: instantOf(values.at, time_zone) }),
    fromAnswer: () => ({
      at: '',
      final: null,
      serial_number: '',
      model: '',
      first: 0,
      note: '',
      constant_k: 1,
      digits: 6,
      override: false,
    }),
    words: 'meters',
    onSaved: (made) => onDone(made as unknown as EnergyMeter),
  });
  return (
    <FormDialog form={form} title={t('swap.of', { name: meter.serial_number })} onClose={onClose}>
      <DateTimeField name="at" label={t('field.at')} description={t('form.clock', { zone: time_zone })} />
      <NumberField name="final" label={t('field.final')} required />
      <TextField name="serial_number" label={t('swap.serial_number')} required />
      <TextField name="model" label={t('field.model')} required />
      <NumberField name="constant_k" label={t('field.constant_k')} required />
      <NumberField name="digits" label={t('field.digits')} required />
      <NumberField name="first" label={t('field.first')} required />
      <NoteFields />
    </FormDialog>
  );
}
