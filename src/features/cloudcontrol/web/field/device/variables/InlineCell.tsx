import { Input, Switch } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../../../../shared/web/charts/group-words.tsx';
import { FormFields } from '../../../../../../shared/web/forms/FormFrame.tsx';
import { useRecordForm } from '../../../../../../shared/web/forms/use-record-form.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { changesCalls } from '../../../../changes.contract.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import type { Field } from '../../forms/entities.model.ts';
import { SettingField } from '../../forms/SettingFields.tsx';
import { useFieldLabels } from '../../forms/words.ts';
import { useParameters } from '../../use-devices.ts';
import type { VariableEdit } from './use-variable-edit.ts';
import { labelOf, lookOf } from './variables.model.ts';
import classes from './variables.module.css';

interface Props {
  variable: ConfiguredVariable;
  field: Field;
  edit: VariableEdit;
}

const BY_NAME = ['unit', 'decimals', 'group_name', 'colour'] as const;
type ByName = (typeof BY_NAME)[number];
const isByName = (name: string): name is ByName => BY_NAME.some((one) => one === name);

/** What belongs to a field in the same cell: the register of a power of ten, the bits of a register. */
function besideOf(
  { scale_address, data_type, bit, bit_count }: ConfiguredVariable,
  name: string,
): string | null {
  if (name === 'factor' && scale_address !== null) return `×10^[${scale_address}]`;
  if (name !== 'data_type' || data_type !== 'bit' || bit === null) return null;
  return bit_count > 1 ? `${bit}–${bit + bit_count - 1}` : String(bit);
}

/** What stands in the cell: the variable's own, or paler what its name says. */
function Shown({ variable, field }: Omit<Props, 'edit'>) {
  const words = useFieldLabels();
  const { nameOf } = useGroups(useParameters().data?.groups);
  const stored = variable[field.name as keyof ConfiguredVariable];
  const inherited = stored === null && isByName(field.name);
  const look = isByName(field.name) ? lookOf(variable)[field.name] : stored;
  if (field.name === 'colour') {
    return (
      <span className={classes.colour} data-inherited={inherited || undefined}>
        <span className={classes.swatch} style={{ background: String(look || 'transparent') }} />
        {look ? String(look) : '–'}
      </span>
    );
  }
  if (field.name === 'group_name' && look) {
    return <span data-inherited={inherited || undefined}>{nameOf(String(look))}</span>;
  }
  if (field.name === 'function_code' || field.name === 'word_order') {
    return <span title={words.value(field, stored)}>{stored === null ? '–' : String(stored)}</span>;
  }
  const beside = besideOf(variable, field.name);
  return (
    <>
      <span data-inherited={inherited || undefined}>{words.value(field, look)}</span>
      {beside !== null && <span className={classes.scale}>{beside}</span>}
    </>
  );
}

function Editor({ variable, field, edit, onClose }: Props & { onClose: () => void }) {
  const words = useFieldLabels();
  const language = useLanguage();
  const stored = variable[field.name as keyof ConfiguredVariable];
  const form = useRecordForm({
    call: changesCalls.changeVariable,
    record: { [field.name]: stored },
    send: (body) => edit.save({ variable, field, value: Reflect.get(body, field.name) }),
    words: 'field',
    quiet: true,
    onSaved: onClose,
  });
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>('input, select');
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  const save = () => {
    if (form.form.getValues(field.name) === stored) onClose();
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
    <span
      ref={box}
      className={classes.editor}
      onKeyDown={hear}
      onBlur={save}
      // A choice is made with one press.
      onChange={() => field.kind === 'choice' && queueMicrotask(save)}
    >
      <FormFields form={form}>
        <SettingField field={field} bare={`${words.label(field.name)}: ${labelOf(variable, language)}`} />
      </FormFields>
      {form.refusal && <Input.Error role="alert">{form.refusal}</Input.Error>}
    </span>
  );
}

/** One field of a variable: pressed, it becomes an input; Enter stores it, Escape leaves it. */
export function InlineCell(props: Props) {
  const { variable, field, edit } = props;
  const { t } = useTranslation('field');
  const words = useFieldLabels();
  const language = useLanguage();
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = `${words.label(field.name)}: ${labelOf(variable, language)}`;
  if (field.kind === 'switch') {
    const on = variable[field.name as keyof ConfiguredVariable] === true;
    return (
      <Switch
        aria-label={name}
        checked={on}
        onChange={(event) => void edit.change({ variable, field, value: event.currentTarget.checked })}
      />
    );
  }
  if (editing) {
    const close = () => {
      setEditing(false);
      setTimeout(() => button.current?.focus(), 0);
    };
    return <Editor {...props} onClose={close} />;
  }
  const look = isByName(field.name)
    ? lookOf(variable)[field.name]
    : variable[field.name as keyof ConfiguredVariable];
  const value = [words.value(field, look), besideOf(variable, field.name)].filter(Boolean).join(' ');
  return (
    <button
      ref={button}
      type="button"
      className={classes.cell}
      aria-label={t('variables.edit_field', { field: name, value })}
      onClick={() => setEditing(true)}
    >
      <Shown variable={variable} field={field} />
    </button>
  );
}
