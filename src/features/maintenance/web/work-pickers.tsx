import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { type Option, SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { type Downtime, downtimesCalls } from '../../downtimes/downtimes.contract.ts';
import { maintenanceRequestsCalls } from '../maintenance-requests.contract.ts';
import { nameOfRequest } from './requests/use-request-words.ts';

interface Props {
  proj_code: string | null;
  /** What is chosen now. */
  chosen: number | null;
}

/** What the server is asked once typing rests. */
const PAUSE_MS = 250;
/** What is offered at once; the others are found by typing. */
const OFFERED = '50';

function useSearched(proj_code: string | null) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const query = { page_size: OFFERED, ...(search && { search }) };
  return { asked: proj_code === null ? null : { query: { ...query, proj_code } }, onSearched: setTyped };
}

/** The one that is chosen stands among what was found, whatever is searched for. */
function withChosen(found: readonly Option[], chosen: Option | null): readonly Option[] {
  if (!chosen || found.some(({ value }) => value === chosen.value)) return found;
  return [chosen, ...found];
}

/** The request that something is written for: any of the plant. */
export function RequestPicker({ proj_code, chosen }: Props) {
  const { t } = useTranslation('reports');
  const { asked, onSearched } = useSearched(proj_code);
  const { data } = useCall(maintenanceRequestsCalls.list, asked, { placeholderData: (before) => before });
  const own = useCall(
    maintenanceRequestsCalls.get,
    chosen === null ? null : { params: { id: String(chosen) } },
    { retry: false },
  );
  const label = own.data ? nameOfRequest(own.data) : own.isError ? t('detail.gone') : '…';
  const found = (data?.results ?? []).map((one) => ({ value: one.id, label: nameOfRequest(one) }));
  return (
    <SelectField
      name="request_id"
      label={t('book.fields.request')}
      searchable
      onSearched={onSearched}
      none={t('form.no_request')}
      nothingFound={t('form.none_found')}
      options={withChosen(found, chosen === null ? null : { value: chosen, label })}
    />
  );
}

/** The downtime that something is about: any of the plant. */
export function DowntimePicker({ proj_code, chosen }: Props) {
  const { t } = useTranslation('reports');
  const { dateTimeAt } = useFormat();
  const nameOf = ({ start, cause, time_zone }: Downtime) => `${dateTimeAt(start, time_zone)} · ${cause.name}`;
  const { asked, onSearched } = useSearched(proj_code);
  const { data } = useCall(downtimesCalls.list, asked, { placeholderData: (before) => before });
  const own = useCall(downtimesCalls.get, chosen === null ? null : { params: { id: String(chosen) } }, {
    retry: false,
  });
  const label = own.data ? nameOf(own.data) : own.isError ? t('detail.gone') : '…';
  const found = (data?.results ?? []).map((one) => ({ value: one.id, label: nameOf(one) }));
  return (
    <SelectField
      name="downtime_id"
      label={t('book.fields.downtime_id')}
      searchable
      onSearched={onSearched}
      none={t('form.no_downtime')}
      nothingFound={t('form.none_found')}
      options={withChosen(found, chosen === null ? null : { value: chosen, label })}
    />
  );
}
