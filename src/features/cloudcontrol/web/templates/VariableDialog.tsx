import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Template } from '../../templates.contract.ts';
import { EntityFields, FormNotices } from '../field/forms/EntityFields.tsx';
import { VARIABLE_FIELDS } from '../field/forms/entities.model.ts';
import type { Stored } from '../field/forms/fields.model.ts';
import forms from '../field/forms/forms.module.css';
import { useEntityForm } from '../field/forms/use-entity-form.ts';
import { changeTemplate, fetchTemplate, type TemplateChange } from './templates.api.ts';

type Variable = Template['map']['variables'][number];
type Variables = NonNullable<TemplateChange['variables']>;
type Flat = Stored & { version: number };

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

function flatOf({ register, of_name: _, ...look }: Variable, version: number): Flat {
  const said = {
    unit: null,
    decimals: null,
    group_name: null,
    colour: null,
    value_table: null,
    poll: 'fast',
    enabled: true,
  };
  const flat = { ...NOT_READ, ...register, ...said, ...look, version };
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
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const of = ({ map, revision }: Template) =>
    flatOf(map.variables.find(({ name }) => name === variable.name) ?? variable, revision ?? 0);
  const form = useEntityForm<Flat>({
    fields: VARIABLE_FIELDS,
    entity: of(template),
    save: async (change, revision) => {
      const variables = template.map.variables.map((one) =>
        one.name === variable.name ? changedOf(one, change) : one,
      ) as Variables;
      return of(await changeTemplate(company, template.key, { revision, variables }));
    },
    reload: async () => of(await fetchTemplate(company, template.key)),
    onSaved: () => {
      toast.saved();
      onClose();
    },
  });
  return (
    <Dialog title={title} size={640} keeps onClose={onClose}>
      <form
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="muted">{t('edit.variable_text')}</p>
        <FormNotices form={form} fields={VARIABLE_FIELDS} />
        <EntityFields form={form} fields={VARIABLE_FIELDS} />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={form.busy} disabled={!form.dirty}>
            {tc('save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
