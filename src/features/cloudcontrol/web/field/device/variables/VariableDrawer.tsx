import { useTranslation } from 'react-i18next';
import { valueTableOf } from '../../../../../../devices/values/value-tables.ts';
import { useGroups } from '../../../../../../shared/web/charts/group-words.tsx';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { UnsavedQuestion } from '../../../../../../shared/web/forms/UnsavedQuestion.tsx';
import { mayLeave } from '../../../../../../shared/web/forms/use-unsaved.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { SideDrawer } from '../../../../../../shared/web/ui/SideDrawer.tsx';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { useParameters } from '../../configuration.api.ts';
import { EntityFields, FieldGroup, FormFooter, FormNotices } from '../../forms/EntityFields.tsx';
import { VARIABLE_FIELDS, valueTableField } from '../../forms/entities.model.ts';
import type { Field } from '../../forms/fields.model.ts';
import forms from '../../forms/forms.module.css';
import { useEntityForm } from '../../forms/use-entity-form.ts';
import { fetchDetails, patchVariable } from '../../writes.ts';
import { READING } from './grid-columns.ts';
import { labelOf } from './variables.model.ts';

interface Props {
  variable: ConfiguredVariable;
  details: DeviceDetails;
  onClose: () => void;
}

const pick = (...names: string[]): readonly Field[] =>
  VARIABLE_FIELDS.filter(({ name }) => names.includes(name));
const REGISTER = pick(
  'function_code',
  'address',
  'data_type',
  'word_order',
  'bit',
  'bit_count',
  'scale_address',
  'sentinel',
);
const SCALING = pick('factor', 'value_offset');
const LOOK = pick('unit', 'decimals', 'group_name', 'colour');
/** How it looks in place of its name; what its numbers mean only where they are states or events. */
function lookFields({ kind, quantity, value_table }: ConfiguredVariable): readonly Field[] {
  return kind === 'state' || value_table !== null ? [...LOOK, valueTableField(quantity)] : LOOK;
}
const POLLING = pick('poll', 'enabled');
const OF_CALCULATED = VARIABLE_FIELDS.filter(({ name }) => !READING.includes(name));

function useVariableForm({ variable, details, onClose }: Props) {
  const company = useCompany().id_client;
  const own = (all: DeviceDetails) => all.variables.find(({ id }) => id === variable.id) ?? variable;
  return useEntityForm<ConfiguredVariable>({
    fields: details.device.virtual ? OF_CALCULATED : VARIABLE_FIELDS,
    entity: variable,
    save: async (change, version) => own(await patchVariable(company, variable.id, { ...change, version })),
    reload: async () => own(await fetchDetails(company, details.device.id)),
    onSaved: onClose,
  });
}

/** Every field of a variable. // spec §3 Variable */
export function VariableDrawer(props: Props) {
  const { variable, onClose } = props;
  const { t } = useTranslation('field');
  const form = useVariableForm(props);
  const { of_name } = variable;
  const language = useLanguage();
  const { nameOf } = useGroups(useParameters().data?.groups);
  const { virtual } = props.details.device;
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <SideDrawer
      title={labelOf(variable, language)}
      side="right"
      width={560}
      opened
      onClose={() => void close()}
    >
      <UnsavedQuestion unsaved={form.dirty} />
      <form
        noValidate
        className={forms.form}
        aria-label={labelOf(variable, language)}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="muted">
          <code>{variable.name}</code> · {t('variables.slot', { slot: variable.slot })}
        </p>
        <FormNotices form={form} fields={VARIABLE_FIELDS} />
        {!virtual && (
          <>
            <FieldGroup title={t('group.register')}>
              <EntityFields form={form} fields={REGISTER} />
            </FieldGroup>
            <FieldGroup title={t('group.scaling')}>
              <EntityFields form={form} fields={SCALING} />
            </FieldGroup>
          </>
        )}
        <FieldGroup title={t('group.look')}>
          <EntityFields
            form={form}
            fields={lookFields(variable)}
            placeholders={{
              unit: of_name.unit || '–',
              decimals: String(of_name.decimals),
              group_name: of_name.group_name ? nameOf(of_name.group_name) : '–',
              colour: of_name.colour || '–',
              value_table: valueTableOf(null, variable.quantity)?.title[language] ?? '–',
            }}
          />
        </FieldGroup>
        <FieldGroup title={t('group.polling')}>
          <EntityFields form={form} fields={virtual ? pick('enabled') : POLLING} />
        </FieldGroup>
        <FormFooter form={form} />
      </form>
    </SideDrawer>
  );
}
