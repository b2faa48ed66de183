import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../field/home/home.model.ts';
import { AnswerCell } from './AnswerCell.tsx';
import classes from './bulk.module.css';
import type { Row, RowField } from './draft.model.ts';
import { isDoubt, type RowFault } from './row-faults.model.ts';
import { type Adding, atField } from './use-adding.ts';
import type { Bulk } from './use-bulk.ts';
import { useRowFaultLabels } from './use-fault-words.ts';
import type { ValueWords } from './use-value-words.ts';

interface Props {
  row: Row;
  line: number;
  bulk: Bulk;
  adding: Adding;
  words: ValueWords;
  /** The model that most of them are. */
  usual: string;
}

interface CellProps {
  row: Row;
  field: RowField;
  label: string;
  bulk: Bulk;
  adding: Adding;
  /** Shown and typed in place of the field's own text. */
  text?: string;
  numeric?: boolean;
  onTyped?: (text: string) => void;
}

const ADDRESS = /^([^\s:]+):(\d{1,5})$/;

/** A field in its cell, with what is wrong below it. */
function Cell({ row, field, label, bulk, adding, text = row[field], numeric = false, onTyped }: CellProps) {
  const faultWords = useRowFaultLabels();
  const id = useId();
  const of = (one: RowFault) => one.field === field || (field === 'host' && one.field === 'port');
  const own = (bulk.rowFaults.get(row.key) ?? []).find(of);
  const served = adding.refused.at.get(atField(row.key, field));
  const said = own ? faultWords(own) : served;
  const wrong = said !== undefined && !(own && isDoubt(own));
  const type = (typed: string) => {
    adding.settle(row.key, field);
    if (onTyped) onTyped(typed);
    else bulk.list.edit(row.key, field, typed);
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label={label}
        aria-describedby={said ? id : undefined}
        autoComplete="off"
        spellCheck={false}
        inputMode={numeric ? 'decimal' : 'text'}
        value={text}
        error={wrong}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {said && (
        <p id={id} className={classes.said} data-doubt={!wrong || undefined}>
          {said}
        </p>
      )}
    </>
  );
}

/** A device's address, with its port where that is not the form's; behind a port that stands, that port. */
function AddressCell({ row, bulk, adding, label }: Omit<CellProps, 'field'>) {
  const { port, port_id, draft, list } = bulk;
  if (port_id !== null && port) return <span className={classes.port}>{addressOf(port)}</span>;
  const shown = row.port === draft.port ? row.host : `${row.host}:${row.port}`;
  const typed = (text: string) => {
    const [, host = text, own = draft.port] = ADDRESS.exec(text) ?? [];
    list.edit(row.key, 'host', host);
    list.edit(row.key, 'port', own);
  };
  return (
    <Cell row={row} field="host" label={label} bulk={bulk} adding={adding} text={shown} onTyped={typed} />
  );
}

/** One device as it is to be added. */
export function RowLine({ row, line, bulk, adding, words, usual }: Props) {
  const { t } = useTranslation('bulk');
  const { t: tf } = useTranslation('field');
  const labelOf = (name: string) => t('rows.field', { name, line });
  const shared = { row, bulk, adding };
  const outcome = bulk.answers.outcomes.get(row.key);
  return (
    <tr>
      <td className={classes.line}>{line}</td>
      <td>
        <Cell {...shared} field="short_name" label={labelOf(tf('fields.short_name'))} />
      </td>
      <td data-name={t('rows.address')}>
        <AddressCell {...shared} label={labelOf(t('rows.address'))} />
      </td>
      <td data-name={tf('fields.unit_id')}>
        <Cell {...shared} field="unit_id" label={labelOf(tf('fields.unit_id'))} numeric />
      </td>
      <td data-name={tf('fields.serial_number')}>
        <Cell {...shared} field="serial_number" label={labelOf(tf('fields.serial_number'))} />
      </td>
      <td data-name="kW">
        <Cell {...shared} field="nominal_power" label={labelOf('kW')} numeric />
      </td>
      <td className={classes.answer}>
        <AnswerCell outcome={outcome} words={words} usual={usual} />
      </td>
      <td className={classes.out}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('rows.leave_out_one', { name: row.short_name })}
          onClick={() => bulk.list.leaveOut(row.key)}
        >
          <IconX size={15} aria-hidden="true" />
        </ActionIcon>
      </td>
    </tr>
  );
}
