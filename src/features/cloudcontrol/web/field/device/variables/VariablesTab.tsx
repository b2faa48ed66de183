import { Button, Group } from '@mantine/core';
import { IconPlus, IconSearchOff, IconVariablePlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../../../shared/web/format/use-format.ts';
import { InlineConflictDialog, LastChange } from '../../../../../../shared/web/list/InlineCell.tsx';
import { SearchField } from '../../../../../../shared/web/list/SearchField.tsx';
import { type InlineEdit, useInlineEdit } from '../../../../../../shared/web/list/use-inline-edit.ts';
import { Muted } from '../../../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../../../shared/web/page/Toolbar.tsx';
import { EmptyState } from '../../../../../../shared/web/ui/EmptyState.tsx';
import { changesCalls } from '../../../../changes.contract.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { MapMenu } from '../../../maps/MapMenu.tsx';
import { deviceMap } from '../../../maps/map-targets.ts';
import { VARIABLE_FIELDS } from '../../forms/entities.model.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { patchVariable } from '../../writes.ts';
import type { TabProps } from '../standing.ts';
import { AddVariables } from './AddVariables.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CopyVariable } from './CopyVariable.tsx';
import { RemoveVariable } from './RemoveVariable.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';
import { VariableDrawer } from './VariableDrawer.tsx';
import { VariableGrid } from './VariableGrid.tsx';
import { badRegistersOf, findVariables, labelOf, sameRegisters } from './variables.model.ts';

interface Props extends TabProps {
  q: string;
  onQ: (q: string) => void;
}

type DialogState = { kind: 'edit' | 'copy' | 'remove'; id: number } | { kind: 'add' } | null;

function ActiveDialog({
  opened: dialog,
  details,
  onClose,
}: Pick<Props, 'details'> & { opened: DialogState; onClose: () => void }) {
  if (dialog?.kind === 'add') return <AddVariables details={details} onClose={onClose} />;
  const variable = dialog && details.variables.find(({ id }) => id === dialog.id);
  if (!dialog || !variable) return null;
  const given = { variable, details, onClose };
  if (dialog.kind === 'edit') return <VariableDrawer {...given} />;
  return dialog.kind === 'copy' ? <CopyVariable {...given} /> : <RemoveVariable {...given} />;
}

/** Changes one field of a variable at a time, each as a version of the device. */
function useVariableEdit(): InlineEdit<ConfiguredVariable> {
  const company = useCompany().id_client;
  const words = useFieldLabels();
  const fieldOf = (name: string) => VARIABLE_FIELDS.find((field) => field.name === name);
  return useInlineEdit({
    call: changesCalls.changeVariable,
    send: (variable: ConfiguredVariable, body) => patchVariable(company, variable.id, body),
    rowOf: ({ variables }, { id }) => variables.find((one) => one.id === id),
    words: 'field',
    label: words.label,
    show: (name, value) => words.value(fieldOf(name) ?? { name, kind: 'text' }, value),
  });
}

/** The last changes; until there is one, how many variables there are. It stands where it moves nothing. */
function LastChanges({
  details,
  shown,
  edit,
  bulk,
}: Pick<ToolbarProps, 'details' | 'shown' | 'edit' | 'bulk'>) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const { number, language } = useFormat();
  const all = details.variables.length;
  if (edit.last || bulk.last) {
    return (
      <>
        {edit.last && (
          <LastChange
            said={t('variables.changed', {
              name: labelOf(edit.last.row, language),
              field: edit.last.label,
              before: edit.last.before,
              after: edit.last.after,
            })}
            onUndo={edit.last.undo}
          />
        )}
        {bulk.last && (
          <LastChange
            said={t('bulk.changed', { count: bulk.last.count })}
            busy={bulk.busy}
            onUndo={bulk.undo}
          />
        )}
      </>
    );
  }
  return (
    <Muted as="span" role="status">
      {shown === all
        ? t('variables.count', { count: all, all: number(all, 0) })
        : tc('table.matches', { shown: number(shown, 0), all: number(all, 0) })}
      {' · '}
      {t('variables.free', { count: details.free_slots, all: number(details.free_slots, 0) })}
    </Muted>
  );
}

interface ToolbarProps extends Props {
  shown: number;
  edit: InlineEdit<ConfiguredVariable>;
  bulk: Bulk;
  onAdd: () => void;
}

function Toolbar(props: ToolbarProps) {
  const { details, q, onQ, onAdd } = props;
  const company = useCompany().id_client;
  const { t } = useTranslation('field');
  return (
    <Group justify="space-between" gap="8px 12px">
      <SearchField flex="1 1 220px" maw={340} label={t('variables.search')} value={q} onSearch={onQ} />
      <LastChanges {...props} />
      <Buttons>
        <MapMenu target={deviceMap(company, details.device)} />
        <Button leftSection={<IconPlus size={16} />} disabled={details.free_slots <= 0} onClick={onAdd}>
          {t('variables.add')}
        </Button>
      </Buttons>
    </Group>
  );
}

/** A device's variables with their registers and newest values; a field is changed where it stands. */
export function VariablesTab(props: Props) {
  const { details, standing, now, q } = props;
  const company = useCompany().id_client;
  const { t } = useTranslation('field');
  const [dialog, setDialog] = useState<DialogState>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const edit = useVariableEdit();
  const bulk = useBulk(details);
  const shown = useMemo(() => findVariables(details.variables, q), [details.variables, q]);
  const context = useMemo(
    () => ({
      newest: new Map((standing.values ?? []).map((value) => [value.name, value])),
      bad: badRegistersOf(standing.health.bad_registers),
      twins: sameRegisters(details.variables),
      virtual: details.device.virtual,
    }),
    [standing.values, standing.health.bad_registers, details],
  );
  const picked: ConfiguredVariable[] = details.variables.filter(({ id }) => chosen.has(id));
  if (details.variables.length === 0) {
    return (
      <>
        <EmptyState
          icon={IconVariablePlus}
          title={t('variables.none')}
          hint={t(details.device.virtual ? 'variables.none_virtual' : 'variables.none_hint')}
          action={
            <Buttons>
              <Button onClick={() => setDialog({ kind: 'add' })}>{t('variables.add_first')}</Button>
              <MapMenu target={deviceMap(company, details.device)} empty />
            </Buttons>
          }
        />
        <ActiveDialog opened={dialog} details={details} onClose={() => setDialog(null)} />
      </>
    );
  }
  return (
    <>
      <Toolbar
        {...props}
        shown={shown.length}
        edit={edit}
        bulk={bulk}
        onAdd={() => setDialog({ kind: 'add' })}
      />
      {shown.length === 0 && <EmptyState icon={IconSearchOff} title={t('variables.not_found')} />}
      {shown.length > 0 && (
        <VariableGrid
          variables={shown}
          context={context}
          now={now}
          edit={edit}
          chosen={chosen}
          onChosen={setChosen}
          onOpen={setDialog}
        />
      )}
      <BulkBar
        variables={picked}
        bulk={bulk}
        virtual={details.device.virtual}
        onClear={() => setChosen(new Set())}
      />
      <InlineConflictDialog conflict={edit.conflict} />
      <ActiveDialog opened={dialog} details={details} onClose={() => setDialog(null)} />
    </>
  );
}
