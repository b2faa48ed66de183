import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SourceFailed } from '../../../../shared/web/forms/SourceFailed.tsx';
import type { BookFormProps } from '../../../../shared/web/record-book/RecordBookPage.tsx';
import { useBookForm } from '../../../../shared/web/record-book/use-book-form.ts';
import { type Downtime, downtimesCalls } from '../../../downtimes/downtimes.contract.ts';
import { type MaintenanceReport, reportsBook } from '../../maintenance-reports.contract.ts';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { DevicesField, PlantField, usePlants } from '../work-fields.tsx';
import { DowntimePicker, RequestPicker } from '../work-pickers.tsx';
import {
  BLANK,
  bodyOf,
  type FormRecord,
  type FormValues,
  fieldOf,
  timeFaults,
  valuesOf,
} from './form.model.ts';
import type { ReportsAddress } from './reports-list.ts';
import { WorkFields } from './WorkFields.tsx';

/** Where the work was, and what it was for; the plant of a stored report stays. */
function WhereFields({ form, fixed }: { form: UseFormReturn<FormValues>; fixed: boolean }) {
  const { t } = useTranslation('reports');
  const [proj_code, request_id, downtime_id] = form.watch(['proj_code', 'request_id', 'downtime_id']);
  return (
    <FieldGroup title={t('form.where')}>
      <PlantField
        fixed={fixed}
        onChosen={() => {
          form.setValue('device_ids', []);
          form.setValue('request_id', null);
          form.setValue('downtime_id', null);
        }}
      />
      <DevicesField proj_code={proj_code} />
      <RequestPicker proj_code={proj_code} chosen={request_id} />
      <DowntimePicker proj_code={proj_code} chosen={downtime_id} />
    </FieldGroup>
  );
}

interface Props extends BookFormProps<MaintenanceReport> {
  blank: FormRecord;
  draft: string;
}

/** A new report, or a stored one; what is typed is kept on the device until it is saved. */
function Form({ record, blank, draft, onClose, onSaved }: Props) {
  const { t } = useTranslation('reports');
  const plants = usePlants();
  const zoneOf = (proj_code: string | null) =>
    plants.find((plant) => plant.proj_code === proj_code)?.time_zone ?? record?.time_zone ?? HERE;
  const isNew = record === null;
  const form = useBookForm<FormRecord, FormValues>({
    book: reportsBook,
    record,
    blank,
    draft,
    words: 'reports',
    fieldOf,
    toValues: (from) => valuesOf(from, zoneOf(from.proj_code)),
    toBody: (values, changed) => bodyOf(values, changed, { zone: zoneOf(values.proj_code), isNew }),
    check: (values) => {
      const zone = zoneOf(values.proj_code);
      return timeFaults(values, valuesOf(record ?? blank, zone), zone);
    },
    onSaved: (saved) => onSaved(saved as MaintenanceReport),
  });
  return (
    <FormDrawer form={form} title={t(isNew ? 'form.new' : 'form.edit')} onClose={onClose}>
      <WhereFields form={form.form} fixed={!isNew} />
      <WorkFields signed={record?.signed_by ?? ''} />
    </FormDrawer>
  );
}

/** What a report begins with that is written for a request. */
const ofRequest = ({ id, proj_code, device_ids, downtime_id }: MaintenanceRequest): FormRecord => ({
  ...BLANK,
  proj_code,
  device_ids,
  downtime_id,
  request_id: id,
  people_count: 1,
});

/** What a report begins with that is written for a downtime: what is known of its mending is not typed twice. */
const ofDowntime = ({ id, proj_code, devices, intervention, stop, repair_cost }: Downtime): FormRecord => ({
  ...BLANK,
  proj_code,
  downtime_id: id,
  people_count: 1,
  // Of a section those that stood in it.
  device_ids: devices.map(({ device_id }) => device_id),
  started_at: intervention,
  ended_at: stop,
  repair_cost_eur: repair_cost,
});

/** The form of the page of reports: of one that is there, of a new one, or of one for a request or a downtime. */
export function ReportForm({
  state,
  ...given
}: BookFormProps<MaintenanceReport> & { state: ReportsAddress }) {
  const { t } = useTranslation('reports');
  const { from_request, from_downtime, plant } = state.search;
  const isNew = given.record === null;
  const forRequest = isNew && from_request !== undefined;
  const forDowntime = isNew && !forRequest && from_downtime !== undefined;
  const request = useCall(maintenanceRequestsCalls.get, forRequest ? { params: { id: from_request } } : null);
  const downtime = useCall(downtimesCalls.get, forDowntime ? { params: { id: from_downtime } } : null);
  const nothing = { form: undefined, from_request: undefined, from_downtime: undefined };
  const props = {
    ...given,
    // What it was written for is not asked for again by the next one.
    onClose: () => state.set(nothing),
    onSaved: ({ id }: MaintenanceReport) => state.set({ ...nothing, open: String(id) }),
  };
  if (forRequest) {
    const draft = `maintenance-reports-request-${from_request}`;
    if (!request.data) return <SourceFailed title={t('form.new')} query={request} onClose={props.onClose} />;
    return <Form {...props} blank={ofRequest(request.data)} draft={draft} />;
  }
  if (forDowntime) {
    const draft = `maintenance-reports-downtime-${from_downtime}`;
    if (!downtime.data)
      return <SourceFailed title={t('form.new')} query={downtime} onClose={props.onClose} />;
    return <Form {...props} blank={ofDowntime(downtime.data)} draft={draft} />;
  }
  return <Form {...props} blank={{ ...BLANK, proj_code: plant ?? null }} draft="maintenance-reports" />;
}
