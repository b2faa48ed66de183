import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { downtimeCausesCalls } from '../../downtime-causes.contract.ts';
import { k451SettingsCalls } from '../../k451-settings.contract.ts';

interface Setting {
  proj_code: string | null;
  cause_id: number | null;
  from_on: string | null;
  to_on: string | null;
  counts: boolean;
}

const BLANK: Setting = { proj_code: null, cause_id: null, from_on: null, to_on: null, counts: true };

/** Says whether a cause counts, for a plant or all of them, from a day on. */
export function NewSetting({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('downtimes');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: causes = [] } = useCall(downtimeCausesCalls.list);
  const form = useRecordForm<typeof k451SettingsCalls.create, Setting>({
    call: k451SettingsCalls.create,
    record: BLANK,
    words: 'downtimes',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('k451.create')} onClose={onClose}>
      <SelectField
        name="cause_id"
        label={t('k451.cause')}
        required
        placeholder={t('form.choose_cause')}
        options={causes.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        name="proj_code"
        label={t('k451.plant')}
        searchable
        none={t('k451.all_plants')}
        nothingFound={t('form.none_found')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <DateField name="from_on" label={t('k451.from_on')} required />
      <DateField name="to_on" label={t('k451.to_on')} description={t('k451.forever')} />
      <SwitchField name="counts" label={t('k451.counts')} />
    </FormDialog>
  );
}
