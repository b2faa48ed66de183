import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { CheckboxesField } from '../../../../shared/web/forms/fields/CheckboxesField.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { TimeField } from '../../../../shared/web/forms/fields/TimeField.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type RgiDetail, type RgiPreview, rgiCalls } from '../../rgi.contract.ts';
import { WEEKDAYS } from '../../rgi.model.ts';

export interface PlantChoice {
  readonly proj_code: string;
  readonly name: string;
  readonly time_zone: string;
}

interface NewValues {
  proj_code: string | null;
  also: string[];
  name: string;
  working: boolean;
  repeats: boolean;
  start: string;
  end: string;
  weekdays: string[];
  from_minute: number | null;
  to_minute: number | null;
  from_on: string | null;
  to_on: string | null;
  except: { day: string }[];
  without_holidays: boolean;
}

const instantOf = (wall: string, zone: string): string => {
  const at = instantOfWall(wall, zone);
  return at === undefined ? wall : new Date(at).toISOString();
};

function bodyOf(values: NewValues, zone: string) {
  const { proj_code, also, name, working, repeats, start, end, except, ...rest } = values;
  const { weekdays, from_minute, to_minute, from_on, to_on, without_holidays } = rest;
  if (!repeats)
    return {
      ...{ proj_code, also, name },
      items: [{ start_time: instantOf(start, zone), end_time: instantOf(end, zone), working }],
    };
  const repeat = {
    weekdays: weekdays.map(Number),
    from_minute,
    to_minute,
    from_on,
    to_on,
    without_holidays,
    working,
  };
  return { proj_code, also, name, repeat: { ...repeat, except: except.map(({ day }) => day) } };
}

/** Fields say what is wrong at their own place, whichever part of the body they became. */
const fieldOf = (path: string): string => {
  if (path.startsWith('items.0.start')) return 'start';
  if (path.startsWith('items')) return 'end';
  const [, place] = /^repeat\.except\.(\d+)$/.exec(path) ?? [];
  return place === undefined ? path.replace(/^repeat\./, '') : `except.${place}.day`;
};

function RepeatFields() {
  const { t } = useTranslation('rgi');
  return (
    <>
      <CheckboxesField
        name="weekdays"
        label={t('field.weekdays')}
        options={WEEKDAYS.map((day) => ({ value: String(day), label: t(`weekday.${day}`) }))}
      />
      <TimeField name="from_minute" label={t('field.from_minute')} />
      <TimeField name="to_minute" label={t('field.to_minute')} />
      <DateField name="from_on" label={t('field.from_on')} required />
      <DateField name="to_on" label={t('field.to_on')} required />
      <SwitchField name="without_holidays" label={t('field.without_holidays')} />
      <RowsField
        name="except"
        title={t('field.except')}
        blank={{ day: '' }}
        add={t('form.add_except')}
        remove={(place) => t('form.remove_except', { place })}
        none={t('form.no_except')}
        atMost={370}
      >
        {(at) => <DateField name={`${at}.day`} label={t('field.except')} />}
      </RowsField>
    </>
  );
}

/** What the periods in the fields would make of last month's availability, asked when somebody wants to know. */
function Preview({ bodyOfForm }: { bodyOfForm: () => object }) {
  const { t } = useTranslation('rgi');
  const { number } = useFormat();
  const { id_client: company } = useCompany();
  const sentence = useRefusalSentence();
  const [seen, setSeen] = useState<RgiPreview | null>(null);
  const ask = async () => {
    try {
      setSeen(await send(rgiCalls.preview, { body: bodyOfForm() as never, company }));
    } catch (fault) {
      toast.failed(sentence(fault));
    }
  };
  const percent = (share: number | null) => (share === null ? '–' : `${number(share * 100, 2)} %`);
  return (
    <>
      <Button variant="default" onClick={() => void ask()}>
        {t('preview.ask')}
      </Button>
      {seen && (
        <Note tone="brand">
          {t('preview.says', {
            ...{ month: seen.month, before: percent(seen.before), after: percent(seen.after) },
            hours: number(seen.left_out_after_h - seen.left_out_before_h, 2),
          })}
        </Note>
      )}
    </>
  );
}

interface NewProps {
  plant: string | null;
  day: string;
  plants: readonly PlantChoice[];
  onClose: () => void;
}

/** A new entry: one period, or hours that come again; of one plant, and of others alike. */
export function NewRgiForm({ plant, day, plants, onClose }: NewProps) {
  const { t } = useTranslation('rgi');
  const zoneOf = (code: string | null) =>
    plants.find(({ proj_code }) => proj_code === code)?.time_zone ?? HERE;
  const form = useRecordForm<typeof rgiCalls.create, NewValues>({
    call: rgiCalls.create,
    record: {
      ...{ proj_code: plant, also: [], name: '', working: false, repeats: false },
      ...{ start: `${day} 00:00:00`, end: `${day} 23:59:00`, weekdays: ['1', '2', '3', '4', '5'] },
      ...{ from_minute: 480, to_minute: 1080, from_on: day, to_on: day, except: [], without_holidays: true },
    },
    toBody: (values) => bodyOf(values, zoneOf(values.proj_code)),
    fieldOf,
    fromAnswer: () => ({}) as NewValues,
    words: 'rgi',
    onSaved: onClose,
  });
  const [repeats, chosen] = form.form.watch(['repeats', 'proj_code']);
  const options = plants.map(({ proj_code, name }) => ({
    value: proj_code,
    label: `${name} · ${proj_code}`,
  }));
  return (
    <FormDrawer form={form} title={t('form.new')} onClose={onClose}>
      <FieldGroup title={t('form.what')}>
        <SelectField name="proj_code" label={t('field.plant')} required searchable options={options} />
        <MultiSelectField
          name="also"
          label={t('field.also')}
          options={options.filter(({ value }) => value !== chosen)}
        />
        <TextField name="name" label={t('field.name')} />
        <SwitchField name="working" label={t('field.working')} description={t('form.working_hint')} />
      </FieldGroup>
      <FieldGroup title={t('form.when')}>
        <SwitchField name="repeats" label={t('field.repeats')} />
        {repeats ? (
          <RepeatFields />
        ) : (
          <>
            <DateTimeField
              name="start"
              label={t('field.start')}
              description={t('form.clock', { zone: zoneOf(chosen) })}
            />
            <DateTimeField name="end" label={t('field.end')} />
          </>
        )}
        <Preview
          bodyOfForm={() => {
            const values = form.form.getValues();
            const { also: _, name: __, ...body } = bodyOf(values, zoneOf(values.proj_code));
            return body;
          }}
        />
      </FieldGroup>
    </FormDrawer>
  );
}

interface Item {
  start: string;
  end: string;
  working: boolean;
}
interface EditValues {
  name: string;
  items: Item[];
}

/** A stored entry with its periods. */
export function EditRgi({ entry, may, onClose }: { entry: RgiDetail; may: boolean; onClose: () => void }) {
  const { t } = useTranslation('rgi');
  const { time_zone } = entry;
  const form = useRecordForm<typeof rgiCalls.update, RgiDetail, EditValues>({
    call: rgiCalls.update,
    params: { id: String(entry.id) },
    record: entry,
    toValues: ({ name, items }) => ({
      name,
      items: items.map(({ start_time, end_time, working }) => ({
        ...{
          start: writeWall(Date.parse(start_time), time_zone),
          end: writeWall(Date.parse(end_time), time_zone),
          working,
        },
      })),
    }),
    toBody: ({ name, items }, _changed, version) => ({
      ...{ name, version },
      items: items.map(({ start, end, working }) => ({
        ...{ start_time: instantOf(start, time_zone), end_time: instantOf(end, time_zone), working },
      })),
    }),
    fieldOf: (path) => path.replace('start_time', 'start').replace('end_time', 'end'),
    words: 'rgi',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={entry.name || t('unnamed')} onClose={onClose}>
      <FieldGroup title={`${entry.plant_name} · ${entry.proj_code}`}>
        <TextField name="name" label={t('field.name')} />
      </FieldGroup>
      <RowsField
        name="items"
        title={t('field.count')}
        blank={{ start: '', end: '', working: false }}
        add={t('form.add_period')}
        remove={(place) => t('form.remove_period', { place })}
        none={t('form.no_periods')}
        atMost={may ? 2000 : 0}
      >
        {(at) => (
          <>
            <DateTimeField name={`${at}.start`} label={t('field.start')} />
            <DateTimeField name={`${at}.end`} label={t('field.end')} />
            <SwitchField name={`${at}.working`} label={t('field.working')} />
          </>
        )}
      </RowsField>
    </FormDrawer>
  );
}
