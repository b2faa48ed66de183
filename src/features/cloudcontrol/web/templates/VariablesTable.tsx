import { Group } from '@mantine/core';
import { IconPencil, IconTrash, IconVariable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type Template, templatesCalls } from '../../templates.contract.ts';
import { type Field, VARIABLE_FIELDS } from '../field/forms/entities.model.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import { useTemplateMessages } from './use-template-words.ts';
import { type TemplateChange, useKeptTemplate } from './use-templates.ts';
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
          <>
            <b>{labelOf(one)}</b>
            <Muted as="div">{one.name}</Muted>
          </>
        ),
      },
      {
        id: 'register',
        header: t('field.register'),
        value: ({ register }) => (register ? register.function_code * 100_000 + register.address : null),
        text: ({ register }) => String(register?.address ?? ''),
        cell: ({ register }) =>
          register && (
            <Nowrap>
              {register.address}
              <Muted as="div">{words.value(fieldOf('function_code'), register.function_code)}</Muted>
            </Nowrap>
          ),
      },
      {
        id: 'type',
        header: t('field.type'),
        value: ({ register }) => register?.data_type,
        cell: ({ register }) =>
          register && (
            <Nowrap>
              {register.data_type}
              {register.word_order !== 'ABCD' && <Muted as="div">{register.word_order}</Muted>}
            </Nowrap>
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

interface RemoveProps {
  template: Template;
  variable: Variable;
  onClose: () => void;
}

function RemoveVariable({ template, variable, onClose }: RemoveProps) {
  const { t } = useTranslation('templates');
  const { formMessage } = useTemplateMessages();
  const keep = useKeptTemplate();
  const removal = useSend(templatesCalls.change, {
    onDone: (saved) => {
      keep(saved);
      toast.deleted();
      onClose();
    },
  });
  const remove = () => {
    const variables = template.map.variables.filter(({ name }) => name !== variable.name);
    const revision = template.revision ? { revision: template.revision } : {};
    const body = { ...revision, variables: variables as NonNullable<TemplateChange['variables']> };
    removal.mutate({ params: { key: template.key }, body });
  };
  return (
    <ConfirmDialog
      title={t('remove.variable_title', { name: variable.name })}
      confirm={t('remove.variable_confirm')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={remove}
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
    <Group gap={4} wrap="nowrap">
      <RowButton
        label={t('actions.edit_variable', { name: variable.name })}
        icon={IconPencil}
        onClick={() => setDialog({ kind: 'edit', variable })}
      />
      <RowButton
        label={t('actions.remove_variable', { name: variable.name })}
        icon={IconTrash}
        onClick={() => setDialog({ kind: 'remove', variable })}
      />
    </Group>
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
