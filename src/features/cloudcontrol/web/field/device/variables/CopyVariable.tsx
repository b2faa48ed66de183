import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../../../shared/web/forms/fields/SelectField.tsx';
import { useRecordForm } from '../../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { changesCalls } from '../../../../changes.contract.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { useParameters } from '../../use-devices.ts';
import { copyVariable } from '../../writes.ts';
import { labelOf } from './variables.model.ts';

interface Props {
  variable: ConfiguredVariable;
  details: DeviceDetails;
  onClose: () => void;
}

/** Adds a variable with the register of another one under another name of the catalogue. */
export function CopyVariable({ variable, details, onClose }: Props) {
  const { t } = useTranslation('field');
  const language = useLanguage();
  const company = useCompany().id_client;
  const taken = new Set(details.variables.map(({ name }) => name));
  const names = (useParameters().data?.names ?? []).filter(({ name }) => !taken.has(name));
  const form = useRecordForm({
    call: changesCalls.copyVariable,
    record: { name: null, address: variable.address },
    toBody: ({ name, address }) => ({ name, ...(address === null ? {} : { address }) }),
    send: (body) => copyVariable(company, variable.id, body),
    words: 'field',
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('variables.copy', { name: labelOf(variable, language) })}
      size={460}
      submit={t('copy.confirm')}
      onClose={onClose}
    >
      <SelectField
        name="name"
        label={t('variables.new_name')}
        searchable
        nothingFound={t('variables.not_found')}
        options={names.map((one) => ({ value: one.name, label: labelOf(one, language) }))}
      />
      {variable.address !== null && <NumberField name="address" label={t('fields.address')} />}
    </FormDialog>
  );
}
