import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../../shared/units/zones.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
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
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { type RgiDetail, rgiCalls } from '../../rgi.contract.ts';
import { WEEKDAYS } from '../../rgi.model.ts';
import { RgiEffect } from './RgiEffect.tsx';
import { useRgiMessages } from './use-rgi-messages.ts';

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
      proj_code,
      also,
      name,
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

interface NewProps {
  plant: string | null;
  /** The first day, and the last one, included. */
  day: string;
  until: string;
  /** Hours as `2026-06-15T08`, where they were chosen: the first, and the one after the last. */
  hours: { readonly from: string; readonly to: string } | null;
  plants: readonly PlantChoice[];
  onClose: () => void;
}

/** What a new period begins with: whole days, or hours of them. */
const spanOf = ({ day, until, hours }: Pick<NewProps, 'day' | 'until' | 'hours'>) => {
  const wall = (hour: string) => `${hour.replace('T', ' ')}:00:00`;
  const minute = (hour: string) => Number(hour.slice(11)) * 60;
  return hours
    ? {
        start: wall(hours.from),
        end: wall(hours.to),
        from_minute: minute(hours.from),
        to_minute: minute(hours.to),
      }
    : {
        start: `${day} 00:00:00`,
        end: `${addDays(until, 1)} 00:00:00`,
        from_minute: 480,
        to_minute: 1080,
      };
};

/** A new entry: one period, or hours that come again; of one plant, and of others alike. */
export function NewRgiForm({ plant, day, until, hours, plants, onClose }: NewProps) {
  const { t } = useTranslation('rgi');
  const zoneOf = (code: string | null) =>
    plants.find(({ proj_code }) => proj_code === code)?.time_zone ?? HERE;
  const form = useRecordForm<typeof rgiCalls.create, NewValues>({
    call: rgiCalls.create,
    record: {
      proj_code: plant,
      also: [],
      name: '',
      working: false,
      repeats: false,
      ...spanOf({ day, until, hours }),
      weekdays: ['1', '2', '3', '4', '5'],
      from_on: day,
      to_on: until,
      except: [],
      without_holidays: true,
    },
    toBody: (values) => bodyOf(values, zoneOf(values.proj_code)),
    fieldOf: (path, { repeats }) => (repeats && path === 'items' ? 'weekdays' : fieldOf(path)),
    fromAnswer: () => ({}) as NewValues,
    words: useRgiMessages(),
    onSaved: onClose,
  });
  const values = form.form.watch();
  const { repeats, proj_code: chosen } = values;
  const { also: _, name: __, ...asked } = bodyOf(values, zoneOf(chosen));
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
        <SwitchField name="repeats" label={t('field.repeats')} />
      </FieldGroup>
      <FieldGroup title={t('form.when')}>
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
      </FieldGroup>
      <RgiEffect body={chosen ? asked : null} zone={zoneOf(chosen)} />
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

const itemsOf = (items: readonly Item[], zone: string) =>
  items.map(({ start, end, working }) => ({
    start_time: instantOf(start, zone),
    end_time: instantOf(end, zone),
    working,
  }));

/** By itself, so that what is typed into one of many periods draws none of the others anew. */
function EditEffect({ entry: { id, proj_code, time_zone } }: { entry: RgiDetail }) {
  const items = useWatch<EditValues, 'items'>({ name: 'items' });
  const asked = { proj_code, instead_of: id, items: itemsOf(items, time_zone) };
  return <RgiEffect body={asked} zone={time_zone} />;
}

interface EditProps {
  entry: RgiDetail;
  may: boolean;
  onCopy: () => void;
  onClose: () => void;
}

/** A stored entry with its periods. */
export function EditRgi({ entry, may, onCopy, onClose }: EditProps) {
  const { t } = useTranslation('rgi');
  const { date } = useFormat();
  const { time_zone } = entry;
  const form = useRecordForm<typeof rgiCalls.update, RgiDetail, EditValues>({
    call: rgiCalls.update,
    params: { id: String(entry.id) },
    record: entry,
    toValues: ({ name, items }) => ({
      name,
      items: items.map(({ start_time, end_time, working }) => ({
        start: writeWall(Date.parse(start_time), time_zone),
        end: writeWall(Date.parse(end_time), time_zone),
        working,
      })),
    }),
    toBody: ({ name, items }, _changed, version) => ({
      name,
      version,
      items: itemsOf(items, time_zone),
    }),
    fieldOf: (path) => path.replace('start_time', 'start').replace('end_time', 'end'),
    words: useRgiMessages(),
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={entry.name || t('unnamed')} onClose={onClose}>
      <FieldGroup title={`${entry.plant_name} · ${entry.proj_code}`}>
        <TextField name="name" label={t('field.name')} />
      </FieldGroup>
      {may && (
        <Button variant="default" w="max-content" leftSection={<IconCopy size={16} />} onClick={onCopy}>
          {t('copy.open')}
        </Button>
      )}
      <RowsField
        name="items"
        title={t('field.count')}
        blank={{ start: '', end: '', working: false }}
        add={t('form.add_period')}
        remove={(place) => t('form.remove_period', { place })}
        none={t('form.no_periods')}
        atMost={may ? 2000 : 0}
        rowName={({ start }) => date(String(start).slice(0, 10))}
      >
        {(at) => (
          <>
            <DateTimeField name={`${at}.start`} label={t('field.start')} />
            <DateTimeField name={`${at}.end`} label={t('field.end')} />
            <SwitchField name={`${at}.working`} label={t('field.working')} />
          </>
        )}
      </RowsField>
      {may && form.unsaved && <EditEffect entry={entry} />}
    </FormDrawer>
  );
}
