import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { companiesCalls } from '../../../companies/companies.contract.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import { SCHEDULE_RHYTHMS, type ScheduleRhythm } from '../../report-schedule.model.ts';
import { type ReportSchedule, reportSchedulesCalls } from '../../report-schedules.contract.ts';
import { usePlantOptions } from '../use-plant-options.ts';
import { useWeekdays } from './use-rhythm.ts';

interface Fields {
  name: string;
  codes: string[];
  every: ScheduleRhythm;
  on_day: number;
  hour: number;
  members: number[];
  outsiders: string;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const MONTH_DAYS = Array.from({ length: 28 }, (_, i) => ({ value: i + 1, label: String(i + 1) }));

function WhenFields({ every, onRhythm }: { every: ScheduleRhythm; onRhythm: () => void }) {
  const { t } = useTranslation('reporting');
  const weekdays = useWeekdays().map((label, i) => ({ value: i + 1, label }));
  return (
    <FieldGroup title={t('schedule.when')}>
      <SelectField
        name="every"
        label={t('schedule.every')}
        options={SCHEDULE_RHYTHMS.map((value) => ({ value, label: t(`schedule.each.${value}`) }))}
        onChosen={onRhythm}
      />
      {every !== 'day' && (
        <SelectField
          name="on_day"
          label={t('schedule.on_day')}
          options={every === 'week' ? weekdays : MONTH_DAYS}
        />
      )}
      <SelectField
        name="hour"
        label={t('schedule.hour')}
        options={HOURS}
        description={t('schedule.hour_hint')}
      />
    </FieldGroup>
  );
}

const bodyOf = ({ outsiders, ...given }: Fields) => ({
  ...given,
  addresses: outsiders.split(/[\s,;]+/).filter((address) => address !== ''),
});
const fieldOf = (path: string): string =>
  path.startsWith('addresses') ? 'outsiders' : (path.split('.')[0] ?? path);

/** Of which plants, when, and to whom. */
function ScheduleFields({ every, onRhythm }: { every: ScheduleRhythm; onRhythm: () => void }) {
  const { t } = useTranslation('reporting');
  const plants = usePlantOptions();
  const { data: colleagues = [] } = useCall(companiesCalls.listColleagues, {}, { staleTime: 60_000 });
  return (
    <>
      <TextField name="name" label={t('schedule.name')} required />
      <MultiSelectField
        name="codes"
        label={t('schedule.plants')}
        options={plants}
        placeholder={t('any_plant')}
        description={t('schedule.plants_hint')}
      />
      <WhenFields every={every} onRhythm={onRhythm} />
      <FieldGroup title={t('schedule.to')}>
        <MultiSelectField
          name="members"
          label={t('schedule.members')}
          options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          description={t('schedule.members_hint')}
        />
        <TextField
          name="outsiders"
          label={t('schedule.outsiders')}
          description={t('schedule.outsiders_hint')}
        />
      </FieldGroup>
    </>
  );
}

interface Props {
  kind: ReportKind;
  /** Those that the page shows; none: all. */
  plants: readonly string[];
  onClose: () => void;
}

/** Has a report sent by mail: of which plants, when, and to whom. */
export function ScheduleDialog({ kind, plants, onClose }: Props) {
  const { t } = useTranslation('reporting');
  const blank: Fields = {
    name: '',
    codes: [...plants],
    every: 'month',
    on_day: 1,
    hour: 7,
    members: [],
    outsiders: '',
  };
  const form = useRecordForm<typeof reportSchedulesCalls.create, Fields>({
    call: reportSchedulesCalls.create,
    record: blank,
    words: 'reporting',
    toBody: (given) => ({ ...bodyOf(given), kind }),
    fieldOf,
    fromAnswer: () => blank,
    onSaved: onClose,
  });
  const { every } = form.form.watch() as Fields;
  return (
    <FormDialog form={form} title={t('schedule.add')} onClose={onClose}>
      <ScheduleFields every={every} onRhythm={() => form.form.setValue('on_day', 1)} />
    </FormDialog>
  );
}

/** Changes what is sent; whoever does is its author from then on. */
export function EditSchedule({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { t } = useTranslation('reporting');
  const form = useRecordForm<typeof reportSchedulesCalls.update, ReportSchedule, Fields>({
    call: reportSchedulesCalls.update,
    params: { id: String(schedule.id) },
    record: schedule,
    words: 'reporting',
    toValues: ({ name, codes, every, on_day, hour, members, addresses }) => ({
      name,
      codes: [...codes],
      every,
      on_day,
      hour,
      members: members.map(({ id }) => id),
      outsiders: addresses.join(', '),
    }),
    // Plants in the bin are not shown: only whoever took all out that were shown means all plants.
    toBody: (given) => ({
      ...bodyOf(given),
      all_plants: given.codes.length === 0 && schedule.codes.length > 0,
    }),
    fieldOf,
    onSaved: onClose,
  });
  const { every } = form.form.watch() as Fields;
  return (
    <FormDialog
      form={form}
      title={t('schedule.edit_of', { name: schedule.name })}
      text={t('schedule.edit_hint')}
      onClose={onClose}
    >
      <ScheduleFields every={every} onRhythm={() => form.form.setValue('on_day', 1)} />
    </FormDialog>
  );
}
