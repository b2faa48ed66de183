import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash, IconVariable } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Template } from '../../templates.contract.ts';
import type { Field } from '../field/forms/entities.model.ts';
import { VARIABLE_FIELDS } from '../field/forms/entities.model.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import classes from './templates.module.css';
import { useTemplateRefusals } from './use-template-words.ts';
import { changeTemplate, type TemplateChange } from './use-templates.ts';
import { VariableDialog } from './VariableDialog.tsx';

type Variable = Template['map']['variables'][number];

const fieldOf = (name: string): Field =>
  VARIABLE_FIELDS.find((one) => one.name === name) ?? { name, kind: 'text' };

function useColumns(): readonly DataColumn<Variable>[] {
  const { t } = useTranslation('templates');
  const language = useLanguage();
  const words = useFieldLabels();
  return useMemo(() => {
    const labelOf = ({ name, of_name }: Variable) =>
      (language === 'it' ? of_name?.label_it : of_name?.label_en) ?? name;
    return [
      {
        id: 'variable',
        header: t('field.variable'),
        names: true,
        width: '30%',
        value: labelOf,
        text: (one) => `${labelOf(one)} ${one.name}`,
        cell: (one) => (
          <span>
            <b>{labelOf(one)}</b>
            <span className={classes.sub}>{one.name}</span>
          </span>
        ),
      },
      {
        id: 'register',
        header: t('field.register'),
        value: ({ register }) => (register ? register.function_code * 100_000 + register.address : null),
        text: ({ register }) => String(register?.address ?? ''),
        cell: ({ register }) =>
          register && (
            <span className={classes.mono}>
              {register.address}
              <span className={classes.sub}>
                {words.value(fieldOf('function_code'), register.function_code)}
              </span>
            </span>
          ),
      },
      {
        id: 'type',
        header: t('field.type'),
        value: ({ register }) => register?.data_type,
        cell: ({ register }) =>
          register && (
            <span className={classes.mono}>
              {register.data_type}
              {register.word_order !== 'ABCD' && <span className={classes.sub}>{register.word_order}</span>}
            </span>
          ),
      },
      {
        id: 'factor',
        header: t('field.factor'),
        numeric: true,
        value: ({ register }) => register?.factor,
        cell: ({ register }) => register && words.value(fieldOf('factor'), register.factor),
      },
      {
        id: 'unit',
        header: t('field.unit'),
        value: (one) => spellUnit(one.unit ?? one.of_name?.unit ?? '') || null,
      },
      {
        id: 'poll',
        header: t('field.poll'),
        value: ({ poll }) => words.value(fieldOf('poll'), poll ?? 'fast'),
      },
    ];
  }, [t, language, words]);
}

function RemoveVariable({
  template,
  variable,
  onClose,
}: {
  template: Template;
  variable: Variable;
  onClose: () => void;
}) {
  const { t } = useTranslation('templates');
  const company = useCompany().id_client;
  const { formMessage } = useTemplateRefusals();
  const removal = useMutation({
    mutationFn: () => {
      const variables = template.map.variables.filter(({ name }) => name !== variable.name);
      return changeTemplate(company, template.key, {
        ...(template.revision ? { revision: template.revision } : {}),
        variables: variables as NonNullable<TemplateChange['variables']>,
      });
    },
    onSuccess: () => {
      toast.deleted();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('remove.variable_title', { name: variable.name })}
      confirm={t('remove.variable_confirm')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('remove.variable_text')}</p>
    </ConfirmDialog>
  );
}

/** What a template reads; of the company's own, each can be changed or taken out. */
export function VariablesTable({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const columns = useColumns();
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'remove'; variable: Variable } | null>(null);
  const close = () => setDialog(null);
  const buttons = (variable: Variable) => (
    <span style={{ display: 'inline-flex', gap: 2 }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('deed.edit_variable', { name: variable.name })}
        onClick={() => setDialog({ kind: 'edit', variable })}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('deed.remove_variable', { name: variable.name })}
        onClick={() => setDialog({ kind: 'remove', variable })}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  );
  return (
    <>
      <DataTable
        label={t('page.variables')}
        columns={columns}
        rows={template.map.variables}
        rowKey={({ name }) => name}
        search={t('page.variables_search')}
        empty={{ icon: IconVariable, title: t('page.variables_none') }}
        {...(template.own ? { actions: buttons } : {})}
      />
      {dialog?.kind === 'edit' && (
        <VariableDialog
          template={template}
          variable={dialog.variable}
          title={t('edit.variable_title', { name: dialog.variable.name })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveVariable template={template} variable={dialog.variable} onClose={close} />
      )}
    </>
  );
}
