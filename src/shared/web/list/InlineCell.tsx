import { Button, Group, Input, Switch, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFields } from '../forms/FormFields.tsx';
import { useRecordForm } from '../forms/use-record-form.ts';
import { Ellipsis, Muted } from '../page/Text.tsx';
import { ConflictNotice } from '../ui/ConflictNotice.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './inline.module.css';
import type { InlineConflict, InlineEdit } from './use-inline-edit.ts';

interface CellProps<T> {
  edit: InlineEdit<T>;
  row: T;
  /** The field of the row. */
  field: string;
}

interface Props<T> extends CellProps<T> {
  /** Names the cell with its value, for readers of the screen. */
  label: string;
  /** What stands in the cell. */
  shown: ReactNode;
  /** A choice is stored as soon as it is made. */
  choice?: boolean;
  /** A field of the record form by this name, with a label that is only heard. */
  children: ReactNode;
}

function Editor<T extends object>({
  edit,
  row,
  field,
  choice,
  children,
  onClose,
}: Props<T> & { onClose: () => void }) {
  const stored: unknown = Reflect.get(row, field);
  const form = useRecordForm({
    call: edit.call,
    record: { [field]: stored },
    send: (body: unknown) => edit.save({ row, field, value: Reflect.get(body as object, field) }),
    words: edit.words,
    quiet: true,
    onSaved: onClose,
  });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>('input, select');
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  const save = () => {
    if (form.form.getValues(field) === stored) onClose();
    else if (!form.busy) void form.submit();
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      save();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the field within
    <div
      ref={box}
      className={classes.editor}
      onKeyDown={hear}
      onBlur={save}
      onChange={() => choice && queueMicrotask(save)}
    >
      <FormFields form={form}>{children}</FormFields>
      {form.refusal && <Input.Error role="alert">{form.refusal}</Input.Error>}
    </div>
  );
}

/** One field of a row: pressed, it becomes an input; Enter stores it, Escape leaves it. */
export function InlineCell<T extends object>(props: Props<T>) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    setTimeout(() => button.current?.focus(), 0);
  };
  if (editing) return <Editor {...props} onClose={close} />;
  return (
    <UnstyledButton
      ref={button}
      className={classes.cell ?? ''}
      aria-label={props.label}
      onClick={() => setEditing(true)}
    >
      {props.shown}
    </UnstyledButton>
  );
}

/** A field that is on or off, changed with one press. */
export function InlineSwitch<T extends object>({
  edit,
  row,
  field,
  label,
}: CellProps<T> & { label: string }) {
  return (
    <Switch
      aria-label={label}
      checked={Reflect.get(row, field) === true}
      onChange={(event) => void edit.change({ row, field, value: event.currentTarget.checked })}
    />
  );
}

/** Both versions of a field that two people changed, and the choice between them; nothing where there are not two. */
export function InlineConflictDialog({ conflict }: { conflict: InlineConflict | null }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  if (!conflict) return null;
  const { keepMine, takeTheirs, ...difference } = conflict;
  const keep = () => {
    setBusy(true);
    void keepMine().finally(() => setBusy(false));
  };
  return (
    <Dialog title={t('conflict.title')} size={520} onClose={takeTheirs}>
      <ConflictNotice
        differences={difference.mine === difference.theirs ? [] : [difference]}
        busy={busy}
        onMine={keep}
        onTheirs={takeTheirs}
      />
    </Dialog>
  );
}

/** What was changed last, and the button that takes it back. */
export function LastChange(props: { said: string; busy?: boolean; onUndo: () => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <Group gap="4px 8px" h={24} miw={0} wrap="nowrap" role="status">
      <Muted as="span">
        <Ellipsis>{props.said}</Ellipsis>
      </Muted>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconArrowBackUp size={15} />}
        loading={props.busy === true}
        onClick={() => void props.onUndo()}
      >
        {t('list.undo')}
      </Button>
    </Group>
  );
}
