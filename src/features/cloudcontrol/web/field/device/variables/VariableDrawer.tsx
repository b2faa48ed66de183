import { useTranslation } from 'react-i18next';
import { valueTableOf } from '../../../../../../devices/values/value-tables.ts';
import { useGroups } from '../../../../../../shared/web/charts/group-words.tsx';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { FormDrawer } from '../../../../../../shared/web/forms/FormDrawer.tsx';
import { FieldGroup } from '../../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { onlyChanged } from '../../../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { changesCalls } from '../../../../changes.contract.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { type Field, pick, VARIABLE_FIELDS, valueTableField } from '../../forms/entities.model.ts';
import { SettingField } from '../../forms/SettingFields.tsx';
import { useParameters } from '../../use-devices.ts';
import { patchVariable } from '../../writes.ts';
import { labelOf } from './variables.model.ts';

interface Props {
  variable: ConfiguredVariable;
  details: DeviceDetails;
  onClose: () => void;
}

const of = (...names: string[]): readonly Field[] => pick(VARIABLE_FIELDS, ...names);
/** Where it lies; bits only of what is read as bits. */
const registerFields = (type: unknown): readonly Field[] =>
  of(
    'function_code',
    'address',
    'data_type',
    'word_order',
    ...(type === 'bit' ? ['bit', 'bit_count'] : []),
    'scale_address',
    'sentinel',
  );
const SCALING = of('factor', 'value_offset');
const LOOK = of('unit', 'decimals', 'group_name', 'colour');
/** How it looks in place of its name; what its numbers mean only where they are states or events. */
function lookFields({ kind, quantity, value_table }: ConfiguredVariable): readonly Field[] {
  return kind === 'state' || value_table !== null ? [...LOOK, valueTableField(quantity)] : LOOK;
}

/** What its name says where nothing is typed. */
function usePlaceholders({ of_name, quantity }: ConfiguredVariable): Readonly<Record<string, string>> {
  const language = useLanguage();
  const { nameOf } = useGroups(useParameters().data?.groups);
  return {
    unit: of_name.unit || '–',
    decimals: String(of_name.decimals),
    group_name: of_name.group_name ? nameOf(of_name.group_name) : '–',
    colour: of_name.colour || '–',
    value_table: valueTableOf(null, quantity)?.title[language] ?? '–',
  };
}

/** Every field of a variable. // spec §3 Variable */
export function VariableDrawer({ variable, details, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const language = useLanguage();
  const placeholders = usePlaceholders(variable);
  const { virtual } = details.device;
  const form = useRecordForm({
    call: changesCalls.changeVariable,
    record: variable,
    toBody: onlyChanged,
    fromAnswer: ({ variables }) => variables.find(({ id }) => id === variable.id) ?? variable,
    send: (body) => patchVariable(company, variable.id, body),
    savedAs: (saved) => labelOf(saved, language),
    words: 'field',
    onSaved: onClose,
  });
  const group = (title: string, fields: readonly Field[]) => (
    <FieldGroup title={title}>
      {fields.map((field) => (
        <SettingField key={field.name} field={field} placeholder={placeholders[field.name]} />
      ))}
    </FieldGroup>
  );
  return (
    <FormDrawer form={form} title={labelOf(variable, language)} onClose={onClose}>
      <p className="muted">
        <code>{variable.name}</code>
      </p>
      {!virtual && group(t('group.register'), registerFields(form.form.watch('data_type')))}
      {!virtual && group(t('group.scaling'), SCALING)}
      {group(t('group.look'), lookFields(variable))}
      {group(t('group.polling'), virtual ? of('enabled') : of('poll', 'enabled'))}
    </FormDrawer>
  );
}
