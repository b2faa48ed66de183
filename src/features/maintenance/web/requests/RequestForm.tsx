import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { SourceFailed } from '../../../../shared/web/forms/SourceFailed.tsx';
import type { BookFormProps } from '../../../../shared/web/record-book/RecordBookPage.tsx';
import { useBookForm } from '../../../../shared/web/record-book/use-book-form.ts';
import { type Alarm, alarmWorkCalls } from '../../../alarms/alarms.contract.ts';
import { type Downtime, downtimesCalls } from '../../../downtimes/downtimes.contract.ts';
import { type MaintenanceRequest, requestsBook } from '../../maintenance-requests.contract.ts';
import { usePlants } from '../work-fields.tsx';
import { BLANK, bodyOf, type FormRecord, type FormValues, fieldOf, titleOf, valuesOf } from './form.model.ts';
import { CheckFields, WhatFields, WhoFields } from './RequestFields.tsx';
import type { RequestsAddress } from './requests-list.ts';

interface Props extends BookFormProps<MaintenanceRequest> {
  blank: FormRecord;
  draft: string;
}

/** A new request, or a stored one; what is typed is kept on the device until it is saved. */
function Form({ record, blank, draft, onClose, onSaved }: Props) {
  const { t } = useTranslation('requests');
  const plants = usePlants();
  const zoneOf = (proj_code: string | null) =>
    plants.find((plant) => plant.proj_code === proj_code)?.time_zone ?? record?.time_zone ?? HERE;
  const isNew = record === null;
  const form = useBookForm<FormRecord, FormValues>({
    book: requestsBook,
    record,
    blank,
    draft,
    words: 'requests',
    fieldOf,
    toValues: (from) => valuesOf(from, zoneOf(from.proj_code)),
    toBody: (values, changed) =>
      bodyOf(values, changed, {
        zone: zoneOf(values.proj_code),
        isNew,
        alarm_id: blank.alarm_id,
      }),
    onSaved: (saved: MaintenanceRequest) => onSaved(saved),
  });
  return (
    <FormDrawer form={form} title={t(isNew ? 'form.new' : 'form.edit')} onClose={onClose}>
      <WhatFields form={form.form} fixed={!isNew} />
      <WhoFields form={form.form} zone={zoneOf(form.form.watch('proj_code'))} />
      <CheckFields isNew={isNew} />
    </FormDrawer>
  );
}

/**
 * What a request begins with that is made from an alarm: its plant and device, what it says, and the downtime that it was made into,
 * where there is one alone.
 */
const ofAlarm = (
  { id, proj_code, device_id, short_name, message, type }: Alarm,
  downtimes: readonly Downtime[],
): FormRecord => ({
  ...BLANK,
  proj_code,
  title: titleOf(short_name === null ? [] : [short_name], message),
  priority: type === 'E' ? 'high' : 'normal',
  device_ids: device_id === null ? [] : [device_id],
  alarm_id: id,
  downtime_id: downtimes.length === 1 ? (downtimes[0]?.id ?? null) : null,
});

/** What stood still of a plant. */
const namesOf = ({ section_name, devices }: Pick<Downtime, 'section_name' | 'devices'>): string[] =>
  section_name === null ? devices.map(({ short_name }) => short_name) : [section_name];

/** What a request begins with that is made from a downtime: its plant and devices, and why they stand still. */
const ofDowntime = ({ id, proj_code, extent, ...downtime }: Downtime): FormRecord => ({
  ...BLANK,
  proj_code,
  downtime_id: id,
  // Of a section those that stood in it.
  device_ids: downtime.devices.map(({ device_id }) => device_id),
  title: titleOf(extent === 'plant' ? [] : namesOf(downtime), downtime.cause.name),
  priority: 'high',
  alarm_id: downtime.alarm_ids[0] ?? null,
});

/** The form of the page of requests: of one that is there, of a new one, or of one that an alarm or a downtime knows. */
export function RequestForm({
  state,
  ...given
}: BookFormProps<MaintenanceRequest> & { state: RequestsAddress }) {
  const { t } = useTranslation('requests');
  const { from_alarm, from_downtime, plant } = state.search;
  const isNew = given.record === null;
  const alarm = useCall(
    alarmWorkCalls.one,
    isNew && from_alarm !== undefined ? { params: { id: from_alarm } } : null,
  );
  const ofItsAlarm = useCall(
    downtimesCalls.list,
    isNew && from_alarm !== undefined ? { query: { alarm_id: from_alarm, page_size: '2' } } : null,
  );
  const downtime = useCall(
    downtimesCalls.get,
    isNew && from_downtime !== undefined ? { params: { id: from_downtime } } : null,
  );
  // What it was made from is not asked for again by the next one.
  const props = {
    ...given,
    onClose: () => state.set({ form: undefined, from_alarm: undefined, from_downtime: undefined }),
    onSaved: ({ id }: MaintenanceRequest) =>
      state.set({ form: undefined, from_alarm: undefined, from_downtime: undefined, open: String(id) }),
  };
  if (isNew && from_alarm !== undefined) {
    const draft = `maintenance-requests-alarm-${from_alarm}`;
    const failed = alarm.isError ? alarm : ofItsAlarm;
    if (!alarm.data || !ofItsAlarm.data)
      return <SourceFailed title={t('form.new')} query={failed} onClose={props.onClose} />;
    const blank = ofAlarm(alarm.data.alarm, ofItsAlarm.data.results);
    return <Form {...props} blank={blank} draft={draft} />;
  }
  if (isNew && from_downtime !== undefined) {
    const draft = `maintenance-requests-downtime-${from_downtime}`;
    if (!downtime.data)
      return <SourceFailed title={t('form.new')} query={downtime} onClose={props.onClose} />;
    return <Form {...props} blank={ofDowntime(downtime.data)} draft={draft} />;
  }
  return <Form {...props} blank={{ ...BLANK, proj_code: plant ?? null }} draft="maintenance-requests" />;
}
