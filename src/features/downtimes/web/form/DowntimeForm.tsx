import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_CLOCK } from '../../../../shared/units/zones.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { SourceFailed } from '../../../../shared/web/forms/SourceFailed.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import type { BookFormProps } from '../../../../shared/web/record-book/RecordBookPage.tsx';
import { useBookForm } from '../../../../shared/web/record-book/use-book-form.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type Downtime, downtimeBook, downtimesCalls } from '../../downtimes.contract.ts';
import { type DowntimeSuggestion, suggestionsCalls } from '../../suggestions.contract.ts';
import type { DowntimesAddress } from '../list/downtimes-list.ts';
import { FigureFields, InsuranceFields, WhenFields, WhereFields } from './DowntimeFields.tsx';
import {
  blankDowntime,
  bodyOf,
  type FormRecord,
  type FormValues,
  knownDowntime,
  timeFaults,
  valuesOf,
} from './form.model.ts';

interface Given extends BookFormProps<Downtime> {
  state: DowntimesAddress;
}

/** What a new one is made from. */
interface Source {
  readonly blank: FormRecord;
  readonly draft: string;
  readonly suggestion?: DowntimeSuggestion;
  readonly existing: number;
}

interface Props extends BookFormProps<Downtime>, Source {}

function useDowntimeForm({ record, blank, draft, suggestion, onSaved }: Props) {
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { id_client: company } = useCompany();
  const zoneOf = (proj_code: string | null) =>
    record?.time_zone ??
    suggestion?.time_zone ??
    plants.find((plant) => plant.proj_code === proj_code)?.time_zone ??
    DEFAULT_CLOCK;
  const accept = async (body: unknown) => {
    if (!suggestion) return undefined;
    const { proj_code: _, ...said } = body as { proj_code?: unknown };
    const params = { id: String(suggestion.id) };
    return send(suggestionsCalls.accept, { params, body: { ...said, version: suggestion.version }, company });
  };
  return useBookForm<FormRecord, FormValues>({
    book: downtimeBook,
    record: record as (FormRecord & { id: number; version: number }) | null,
    blank,
    draft,
    words: 'downtimes',
    toValues: (from) => valuesOf(from, zoneOf(from.proj_code)),
    toBody: (values, changed) =>
      bodyOf(values, changed, { zone: zoneOf(values.proj_code), isNew: record === null }),
    check: (values) => {
      const zone = zoneOf(values.proj_code);
      return timeFaults(values, valuesOf(record ?? blank, zone), zone);
    },
    ...(suggestion && { send: accept }),
    onSaved: (saved) => onSaved(saved as Downtime),
  });
}

/** A new downtime, or a stored one; what is typed is kept on the device until it is saved. */
function Form(props: Props) {
  const { record, existing, suggestion, onClose } = props;
  const { t } = useTranslation('downtimes');
  const form = useDowntimeForm(props);
  return (
    <FormDrawer form={form} title={t(record ? 'form.edit' : 'form.new')} onClose={onClose}>
      {existing > 0 && <Note tone="warning">{t('form.alarm_existing', { count: existing })}</Note>}
      <WhereFields form={form.form} fixed={record !== null || suggestion !== undefined} />
      <WhenFields form={form.form} />
      <FigureFields />
      <InsuranceFields />
    </FormDrawer>
  );
}

/** The form of the page of downtimes: of one that is there, of a new one, or of one that an alarm or a suggestion knows. */
export function DowntimeForm({ state, ...given }: Given) {
  const { t } = useTranslation('downtimes');
  const [now] = useState(() => Date.now());
  const { from_alarm, from_suggestion } = state.search;
  const isNew = given.record === null;
  const alarm = useCall(
    downtimesCalls.draft,
    isNew && from_alarm !== undefined ? { query: { alarm_id: from_alarm } } : null,
  );
  const suggestion = useCall(
    suggestionsCalls.get,
    isNew && from_suggestion !== undefined ? { params: { id: from_suggestion } } : null,
  );
  const props = {
    ...given,
    // What it was made from is not asked for again by the next one.
    onClose: () => state.set({ form: undefined, from_alarm: undefined, from_suggestion: undefined }),
    onSaved: ({ id }: Downtime) =>
      state.set({ form: undefined, from_alarm: undefined, from_suggestion: undefined, open: String(id) }),
  };
  if (isNew && from_alarm !== undefined) {
    if (!alarm.data) return <SourceFailed title={t('form.new')} query={alarm} onClose={props.onClose} />;
    const { existing } = alarm.data;
    const source = { blank: knownDowntime(now, alarm.data), draft: `downtimes-alarm-${from_alarm}` };
    return <Form {...props} {...source} existing={existing.length} />;
  }
  if (isNew && from_suggestion !== undefined) {
    const { data } = suggestion;
    if (!data) return <SourceFailed title={t('form.new')} query={suggestion} onClose={props.onClose} />;
    const known = {
      ...data,
      device_ids: data.whole_plant ? [] : data.devices.map(({ device_id }) => device_id),
      alarm_ids: data.alarms.map(({ id }) => id),
    };
    const { proj_code, start, stop, device_ids, percentage, cause_id, alarm_ids } = known;
    const blank = knownDowntime(now, { proj_code, start, stop, device_ids, percentage, cause_id, alarm_ids });
    const draft = `downtimes-suggestion-${from_suggestion}`;
    return <Form {...props} blank={blank} draft={draft} suggestion={data} existing={0} />;
  }
  return <Form {...props} blank={blankDowntime(now)} draft="downtimes" existing={0} />;
}
