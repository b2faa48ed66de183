import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { useFieldLabels } from '../../forms/words.ts';
import {
  ACTIONS_WIDTH,
  type GridColumn,
  gridColumns,
  gridWidth,
  NAME_WIDTH,
  VALUE_WIDTH,
} from './grid-columns.ts';
import type { GridProps } from './grid-context.ts';
import { InlineCell } from './InlineCell.tsx';
import { ValueCell } from './ValueCell.tsx';
import { labelOf } from './variables.model.ts';
import classes from './variables.module.css';

const HEIGHT = 44;

export function RowActions({
  variable,
  onOpen,
}: { variable: ConfiguredVariable } & Pick<GridProps, 'onOpen'>) {
  const { t } = useTranslation('field');
  const name = labelOf(variable, useLanguage());
  const button = (kind: 'edit' | 'copy' | 'remove', Icon: TablerIcon) => (
    <Tooltip label={t(`variables.${kind}`, { name })}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={t(`variables.${kind}`, { name })}
        onClick={() => onOpen({ kind, id: variable.id })}
      >
        <Icon size={16} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <span className={classes.deeds}>
      {button('edit', IconPencil)}
      {button('copy', IconCopy)}
      {button('remove', IconTrash)}
    </span>
  );
}

/** What the variable is called; beside it that others read the same registers. */
export function VariableName({
  variable,
  twins,
}: {
  variable: ConfiguredVariable;
  twins: string[] | undefined;
}) {
  const { t } = useTranslation('field');
  const label = labelOf(variable, useLanguage());
  const warning = twins && t('variables.twins', { names: twins.join(', ') });
  return (
    <span className={classes.name} title={`${label} (${variable.name})`}>
      <span className={classes.label}>{label}</span>
      <code className={classes.code}>{variable.name}</code>
      {warning && (
        <Tooltip label={warning} multiline maw={280}>
          <span className={classes.twins} role="img" aria-label={warning}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
          </span>
        </Tooltip>
      )}
    </span>
  );
}

function Heads({ variables, chosen, onChosen, columns }: GridProps & { columns: readonly GridColumn[] }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const words = useFieldLabels();
  const all = variables.every(({ id }) => chosen.has(id));
  const some = variables.some(({ id }) => chosen.has(id));
  return (
    <thead>
      <tr>
        <th scope="col" style={{ width: 40 }}>
          <Checkbox
            aria-label={t('variables.choose_all')}
            checked={all}
            indeterminate={some && !all}
            onChange={() => onChosen(new Set(all ? [] : variables.map(({ id }) => id)))}
          />
        </th>
        <th scope="col" style={{ width: NAME_WIDTH }}>
          {t('variables.name')}
        </th>
        <th scope="col" style={{ width: VALUE_WIDTH }}>
          {t('variables.value')}
        </th>
        {columns.map(({ field, width }) => (
          <th key={field.name} scope="col" style={{ width }} title={words.label(field.name)}>
            {t(`short.${field.name as 'address'}`)}
          </th>
        ))}
        <th scope="col" style={{ width: ACTIONS_WIDTH }}>
          <span className="visually-hidden">{tc('table.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The variables as a sheet of registers that scrolls in itself; of many rows only the near are rendered. */
export function VariableGrid(props: GridProps) {
  const { variables, context, now, edit, chosen, onChosen, onOpen } = props;
  const columns = gridColumns(context.virtual);
  const { t } = useTranslation('field');
  const language = useLanguage();
  const box = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: variables.length,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT,
    overscan: 10,
    getItemKey: (index) => variables[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const gap = (height: number) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row that only takes room, and takes no focus
      <tr aria-hidden="true">
        <td colSpan={columns.length + 4} style={{ height, padding: 0, border: 0 }} />
      </tr>
    );
  const choose = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={box} className={classes.box} aria-label={t('tabs.variables')} tabIndex={0}>
      <table
        className={classes.table}
        style={{ width: gridWidth(columns) }}
        aria-rowcount={variables.length + 1}
      >
        <caption className="visually-hidden">{t('tabs.variables')}</caption>
        <Heads {...props} columns={columns} />
        <tbody>
          {gap(before)}
          {items.map(({ index }) => {
            const variable = variables[index];
            if (!variable) return null;
            return (
              <tr
                key={variable.id}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                data-off={!variable.enabled || undefined}
                data-chosen={chosen.has(variable.id) || undefined}
              >
                <td>
                  <Checkbox
                    aria-label={t('variables.choose', { name: labelOf(variable, language) })}
                    checked={chosen.has(variable.id)}
                    onChange={() => choose(variable.id)}
                  />
                </td>
                <th scope="row">
                  <VariableName variable={variable} twins={context.twins.get(variable.id)} />
                </th>
                <td>
                  <ValueCell variable={variable} context={context} now={now} />
                </td>
                {columns.map(({ field }) => (
                  <td key={field.name}>
                    <InlineCell variable={variable} field={field} edit={edit} />
                  </td>
                ))}
                <td>
                  <RowActions variable={variable} onOpen={onOpen} />
                </td>
              </tr>
            );
          })}
          {gap(after)}
        </tbody>
      </table>
    </section>
  );
}
