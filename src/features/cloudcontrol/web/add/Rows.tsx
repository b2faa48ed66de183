import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconListNumbers, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { addressOf } from '../field/home/home.model.ts';
import { AnswerCell } from './AnswerCell.tsx';
import type { Row, RowField } from './draft.model.ts';
import { usualModel } from './plausible.model.ts';
import { isDoubt, type RowFault } from './row-faults.model.ts';
import { type Adding, atField } from './use-adding.ts';
import { useRowFaultLabels } from './use-fault-words.ts';
import { useValueLabels } from './use-value-words.ts';
import type { Wizard } from './use-wizard.ts';

interface Props {
  wizard: Wizard;
  adding: Adding;
}

interface CellProps extends Props {
  row: Row;
  field: RowField;
  label: string;
  /** Shown and typed in place of the field's own text. */
  text?: string;
  numeric?: boolean;
  onTyped?: (text: string) => void;
}

const ADDRESS = /^([^\s:]+):(\d{1,5})$/;

/** A field in its cell, with what is wrong below it. */
function Cell({ row, field, label, wizard, adding, text = row[field], numeric = false, onTyped }: CellProps) {
  const faultWords = useRowFaultLabels();
  const of = (one: RowFault) => one.field === field || (field === 'host' && one.field === 'port');
  const own = (wizard.rowFaults.get(row.key) ?? []).find(of);
  const said = own ? faultWords(own) : adding.refused.at.get(atField(row.key, field));
  const doubt = own && isDoubt(own);
  const type = (typed: string) => {
    adding.settle(row.key, field);
    if (onTyped) onTyped(typed);
    else wizard.list.edit(row.key, field, typed);
  };
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      inputMode={numeric ? 'decimal' : 'text'}
      value={text}
      description={
        doubt && (
          <Note tone="warning" inline>
            {said}
          </Note>
        )
      }
      error={doubt ? undefined : said}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** A device's address, with its port where that is not the form's; behind a port that stands, that port. */
function AddressCell({ row, wizard, adding, label }: Omit<CellProps, 'field'>) {
  const { port, port_id, draft, list } = wizard;
  if (port_id !== null && port) return addressOf(port);
  const shown = row.port === draft.port ? row.host : `${row.host}:${row.port}`;
  const typed = (text: string) => {
    const [, host = text, own = draft.port] = ADDRESS.exec(text) ?? [];
    list.edit(row.key, 'host', host);
    list.edit(row.key, 'port', own);
  };
  return (
    <Cell row={row} field="host" label={label} wizard={wizard} adding={adding} text={shown} onTyped={typed} />
  );
}

function useColumns(props: Props): DataColumn<Row>[] {
  const { wizard } = props;
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const words = useValueLabels(wizard);
  const usual = usualModel(wizard.answers.outcomes.values());
  const lineOf = (row: Row) => wizard.rows.indexOf(row) + 1;
  const field = (id: Exclude<RowField, 'port'>, header: string, width: string, numeric = false) => ({
    id,
    header,
    width,
    value: (row: Row) => row[id],
    cell: (row: Row) => {
      const label = t('rows.field', { name: header, line: lineOf(row) });
      return id === 'host' ? (
        <AddressCell {...props} row={row} label={label} />
      ) : (
        <Cell {...props} row={row} field={id} label={label} numeric={numeric} />
      );
    },
  });
  const name = field('short_name', tf('fields.short_name'), '180px');
  const columns: DataColumn<Row>[] = [
    {
      ...name,
      cell: (row) => (
        <Group gap={8} wrap="nowrap">
          <Muted as="span" style={{ minWidth: 20, textAlign: 'right' }}>
            {lineOf(row)}
          </Muted>
          {name.cell(row)}
        </Group>
      ),
    },
    field('host', t('rows.address'), '170px'),
    field('unit_id', tf('fields.unit_id'), '88px', true),
    field('serial_number', tf('fields.serial_number'), '160px'),
    field('nominal_power', 'kW', '92px', true),
    {
      id: 'answer',
      header: t('rows.answer'),
      long: true,
      value: () => null,
      cell: (row) => (
        <AnswerCell outcome={wizard.answers.outcomes.get(row.key)} words={words} usual={usual} />
      ),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: false }));
}

/** Every device that is to be added, each field to be changed, with what it answered. */
export function Rows(props: Props) {
  const { t } = useTranslation('add');
  const { rows, shown, silent, narrowed, onlySilent, list } = props.wizard;
  return (
    <Section
      look="plain"
      title={t('rows.title', { count: rows.length })}
      actions={
        <>
          {list.left > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={list.takeBack}>
              {t('rows.take_back', { count: list.left })}
            </Button>
          )}
          {silent.length > 0 && (
            <Checkbox
              label={t('rows.only_silent', { count: silent.length })}
              checked={narrowed}
              onChange={(event) => onlySilent(event.currentTarget.checked)}
            />
          )}
        </>
      }
    >
      <DataTable
        label={t('rows.label')}
        bar={false}
        columns={useColumns(props)}
        rows={shown}
        rowKey={({ key }) => key}
        empty={{ icon: IconListNumbers, title: t('rows.none'), hint: t('rows.none_hint') }}
        actions={({ key, short_name }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('rows.leave_out_one', { name: short_name })}
            onClick={() => list.leaveOut(key)}
          >
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        )}
      />
    </Section>
  );
}
