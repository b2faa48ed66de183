import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { type Template, templatesCalls } from '../../templates.contract.ts';
import { VARIABLE_FIELDS, variableFieldsFor } from '../field/forms/entities.model.ts';
import { SettingFields } from '../field/forms/SettingFields.tsx';
import { type TemplateChange, useKeptTemplate } from './use-templates.ts';

type Variable = Template['map']['variables'][number];
type Variables = NonNullable<TemplateChange['variables']>;
type Flat = Readonly<Record<string, unknown>> & { version: number };

const LOOK = ['unit', 'decimals', 'group_name', 'colour', 'value_table', 'poll', 'enabled'] as const;
const PLACE = VARIABLE_FIELDS.map(({ name }) => name).filter((name) => !LOOK.some((one) => one === name));
const NOT_READ = {
  function_code: null,
  address: null,
  data_type: null,
  word_order: 'ABCD',
  bit: null,
  bit_count: 1,
  factor: 1,
  value_offset: 0,
  scale_address: null,
  sentinel: false,
};

const NOTHING_SAID = {
  unit: null,
  decimals: null,
  group_name: null,
  colour: null,
  value_table: null,
  poll: 'fast',
  enabled: true,
};

function flatOf({ register, of_name: _, ...look }: Variable, version: number): Flat {
  const flat = { ...NOT_READ, ...register, ...NOTHING_SAID, ...look, version };
  return { ...flat, bit: flat.bit ?? null, scale_address: flat.scale_address ?? null } as Flat;
}

/** The variable with what was changed of it; a register is whole or not there. */
function changedOf(variable: Variable, change: Record<string, unknown>): Variables[number] {
  const register = { ...NOT_READ, ...variable.register };
  for (const name of PLACE) if (name in change) Object.assign(register, { [name]: change[name] });
  const look = Object.fromEntries(LOOK.filter((name) => name in change).map((name) => [name, change[name]]));
  const read = register.function_code !== null || register.address !== null || register.data_type !== null;
  return { ...variable, ...look, register: read ? register : null } as Variables[number];
}

interface Props {
  template: Template;
  variable: Variable;
  title: string;
  onClose: () => void;
}

/** What a template says of one variable. */
export function VariableDialog({ template, variable, title, onClose }: Props) {
  const { t } = useTranslation('templates');
  const keep = useKeptTemplate();
  const of = ({ map, revision }: Template) =>
    flatOf(map.variables.find(({ name }) => name === variable.name) ?? variable, revision ?? 0);
  const form = useRecordForm({
    call: templatesCalls.change,
    params: { key: template.key },
    record: of(template),
    toBody: (_values, changed, revision) => ({
      revision,
      variables: template.map.variables.map((one) =>
        one.name === variable.name ? changedOf(one, changed) : one,
      ),
    }),
    fromAnswer: of,
    fieldOf: (path) =>
      [path.split('.').at(-1) ?? ''].find((name) => name in NOT_READ || name in NOTHING_SAID),
    words: 'field',
    onSaved: (saved) => {
      keep(saved);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={title} size={640} onClose={onClose}>
      <Muted size="md">{t('edit.variable_text')}</Muted>
      <SettingFields fields={variableFieldsFor(form.form.watch('data_type'))} />
    </FormDialog>
  );
}
