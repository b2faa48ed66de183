import { useTranslation } from 'react-i18next';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type DowntimeSuggestion, suggestionsCalls } from '../../suggestions.contract.ts';

interface Props {
  one: DowntimeSuggestion;
  onClose: () => void;
}

/** Says that a suggestion is no downtime, and why. */
export function DismissDialog({ one, onClose }: Props) {
  const { t } = useTranslation('downtimes');
  const form = useRecordForm({
    call: suggestionsCalls.dismiss,
    params: { id: String(one.id) },
    record: { reason: '', version: one.version },
    fromConflict: ({ reason, version }) => ({ reason, version }),
    fromAnswer: ({ reason, version }) => ({ reason, version }),
    words: 'downtimes',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('suggestions.dismiss_title')} onClose={onClose}>
      <TextAreaField
        name="reason"
        label={t('suggestions.reason')}
        description={t('suggestions.reason_hint')}
        data-autofocus
      />
    </FormDialog>
  );
}

interface Split {
  by: 'time' | 'devices';
  at: string;
  device_ids: readonly number[];
  version: number;
}

/** Makes two suggestions of one: at an instant, or by its devices. */
export function SplitDialog({ one, onClose }: Props) {
  const { t } = useTranslation('downtimes');
  const { time_zone } = one;
  // What lasts is known to the instant at which it was seen last.
  const end = Date.parse(one.stop ?? one.until);
  const record: Split = {
    by: 'time',
    at: writeWall((Date.parse(one.start) + end) / 2, time_zone),
    device_ids: [],
    version: one.version,
  };
  const form = useRecordForm<typeof suggestionsCalls.split, Split>({
    call: suggestionsCalls.split,
    params: { id: String(one.id) },
    record,
    toBody: ({ by, at, device_ids }) => {
      if (by === 'devices') return { device_ids };
      const instant = instantOfWall(at, time_zone);
      return { at: instant === undefined ? at : new Date(instant).toISOString() };
    },
    fromAnswer: () => record,
    fromConflict: ({ version }) => ({ ...record, version }),
    words: 'downtimes',
    onSaved: onClose,
  });
  const by = form.form.watch('by');
  return (
    <FormDialog form={form} title={t('suggestions.split_title')} onClose={onClose} ready>
      {one.devices.length > 1 && (
        <SelectField
          name="by"
          label={t('suggestions.split_by')}
          options={[
            { value: 'time', label: t('suggestions.by_time') },
            { value: 'devices', label: t('suggestions.by_devices') },
          ]}
        />
      )}
      {by === 'time' ? (
        <DateTimeField
          name="at"
          label={t('suggestions.at')}
          description={t('form.clock', { zone: time_zone })}
        />
      ) : (
        <MultiSelectField
          name="device_ids"
          label={t('suggestions.first_part')}
          options={one.devices.map(({ device_id, short_name }) => ({ value: device_id, label: short_name }))}
        />
      )}
    </FormDialog>
  );
}

interface Search {
  proj_code: string | null;
  from_on: string | null;
  to_on: string | null;
}

/** Has days of a plant searched for downtimes. */
export function SearchDialog({
  plants,
  onClose,
}: {
  plants: readonly { proj_code: string; name: string }[];
  onClose: () => void;
}) {
  const { t } = useTranslation('downtimes');
  const form = useRecordForm<typeof suggestionsCalls.find, Search>({
    call: suggestionsCalls.find,
    record: { proj_code: null, from_on: null, to_on: null },
    words: 'downtimes',
    quiet: true,
    onSaved: () => {
      toast.saved(t('suggestions.searching'));
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('suggestions.search_title')} onClose={onClose}>
      <Muted>{t('suggestions.search_hint')}</Muted>
      <SelectField
        name="proj_code"
        label={t('form.plant')}
        searchable
        required
        placeholder={t('form.choose_plant')}
        nothingFound={t('form.none_found')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <DateField name="from_on" label={t('suggestions.from_on')} required />
      <DateField name="to_on" label={t('suggestions.to_on')} required />
    </FormDialog>
  );
}
