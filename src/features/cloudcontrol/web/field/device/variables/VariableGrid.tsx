import { Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText } from '../../../../../../shared/web/forms/number-text.model.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { DataTable } from '../../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../../shared/web/list/data-table.model.ts';
import { RowButton } from '../../../../../../shared/web/ui/RowButton.tsx';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { gridColumns, NAME_WIDTH, VALUE_WIDTH } from './grid-columns.ts';
import type { GridProps } from './grid-context.ts';
import { ValueCell } from './ValueCell.tsx';
import { VariableCell } from './VariableCell.tsx';
import { labelOf } from './variables.model.ts';

const ACTIONS = [
  { kind: 'edit', icon: IconPencil },
  { kind: 'copy', icon: IconCopy },
  { kind: 'remove', icon: IconTrash },
] as const;

function RowActions({ variable, onOpen }: { variable: ConfiguredVariable } & Pick<GridProps, 'onOpen'>) {
  const { t } = useTranslation('field');
  const name = labelOf(variable, useLanguage());
  return (
    <Group gap={2} wrap="nowrap">
      {ACTIONS.map(({ kind, icon }) => (
        <RowButton
          key={kind}
          label={t(`variables.${kind}`, { name })}
          icon={icon}
          onClick={() => onOpen({ kind, id: variable.id })}
        />
      ))}
    </Group>
  );
}

/** What the variable is called; beside it that others read the same registers. */
function VariableName({ variable, twins }: { variable: ConfiguredVariable; twins: string[] | undefined }) {
  const { t } = useTranslation('field');
  const label = labelOf(variable, useLanguage());
  const warning = twins && t('variables.twins', { names: twins.join(', ') });
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" px={6} title={`${label} (${variable.name})`}>
      <Stack gap={0} miw={0}>
        <Text inherit fw={560} truncate>
          {label}
        </Text>
        <Text component="code" size="xs" fw={400} c="dimmed" truncate>
          {variable.name}
        </Text>
      </Stack>
      {warning && (
        <Tooltip label={warning} multiline maw={280}>
          <Text component="span" c="var(--warning-text)" role="img" aria-label={warning}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
          </Text>
        </Tooltip>
      )}
    </Group>
  );
}

function useColumns({ context, now, edit }: GridProps): readonly DataColumn<ConfiguredVariable>[] {
  const { t } = useTranslation('field');
  const words = useFieldLabels();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('variables.name'),
        names: true,
        sortable: false,
        width: `${NAME_WIDTH}px`,
        value: (variable) => labelOf(variable, language),
        cell: (variable) => <VariableName variable={variable} twins={context.twins.get(variable.id)} />,
      },
      {
        id: 'value',
        header: t('variables.value'),
        sortable: false,
        width: `${VALUE_WIDTH}px`,
        value: () => null,
        cell: (variable) => <ValueCell variable={variable} context={context} now={now} />,
      },
      ...gridColumns(context.virtual).map(
        ({ field, width }): DataColumn<ConfiguredVariable> => ({
          id: field.name,
          header: t(`short.${field.name as 'address'}`),
          title: words.label(field.name),
          sortable: false,
          width: `${width}px`,
          value: () => null,
          cell: (variable) => <VariableCell variable={variable} field={field} edit={edit} />,
        }),
      ),
    ],
    [t, words, language, context, now, edit],
  );
}

/** Where a variable is read, on a phone; its fields are changed in the form. */
function Register({ variable }: { variable: ConfiguredVariable }) {
  const { t } = useTranslation('field');
  const language = useLanguage();
  const { address, function_code: code, data_type: type, factor, scale_address, enabled } = variable;
  return (
    <Text size="xs" c="dimmed" px={6}>
      {address === null
        ? t('variables.no_register')
        : t('variables.register', { code, address, type, factor: numberText(factor, language) })}
      {scale_address !== null && ` ×10^[${scale_address}]`}
      {!enabled && ` · ${t('variables.off')}`}
    </Text>
  );
}

/** The variables as a sheet of registers that scrolls in itself, and as cards on phones. */
export function VariableGrid(props: GridProps) {
  const { variables, context, now, chosen, onChosen, onOpen } = props;
  const { t } = useTranslation('field');
  const language = useLanguage();
  return (
    <DataTable
      label={t('tabs.variables')}
      columns={useColumns(props)}
      rows={variables}
      rowKey={({ id }) => id}
      bar={false}
      arranged
      sheet
      muted={({ enabled }) => !enabled}
      choosing={{
        chosen,
        onChosen,
        all: t('variables.choose_all'),
        nameOf: (variable) => t('variables.choose', { name: labelOf(variable, language) }),
      }}
      card={(variable) => (
        <>
          <VariableName variable={variable} twins={context.twins.get(variable.id)} />
          <ValueCell variable={variable} context={context} now={now} inline />
          <Register variable={variable} />
        </>
      )}
      actions={(variable) => <RowActions variable={variable} onOpen={onOpen} />}
      empty={{ title: t('variables.not_found') }}
    />
  );
}
