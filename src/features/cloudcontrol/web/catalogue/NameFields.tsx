import { NativeSelect, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { QUANTITIES, VARIABLE_KINDS } from '../../../plants/plants.model.ts';
import type { UsedName } from '../../catalogue.contract.ts';
import { ColourField } from './ColourField.tsx';
import { groupsQuery } from './catalogue.api.ts';
import styles from './catalogue.module.css';
import type { FieldsProps } from './kind-of-word.ts';
import { LabelFields } from './LabelFields.tsx';
import { useLabel } from './WordCell.tsx';
import { useUses } from './words-form.ts';

const DECIMALS = ['0', '1', '2', '3', '4', '5', '6'];

type FormProps = Pick<FieldsProps<UsedName>, 'form'>;

interface ChoiceProps extends FormProps {
  name: string;
  label: string;
  /** Shown and not changed. */
  closed?: boolean;
  data: readonly { value: string; label: string }[];
}

/** A choice by its words; where it is closed, the words alone, which stay readable. */
function Choice({ form, name, label, closed = false, data }: ChoiceProps) {
  const value = String(form.watch(name));
  if (closed) {
    const words = data.find((one) => one.value === value)?.label ?? value;
    return <TextInput className={styles.closed ?? ''} label={label} readOnly value={words} />;
  }
  return (
    <NativeSelect
      label={label}
      data={[...data]}
      error={form.formState.errors[name]?.message}
      value={value}
      onChange={(event) => form.setValue(name, event.currentTarget.value, { shouldDirty: true })}
    />
  );
}

function GroupChoice({ form }: FormProps) {
  const { t } = useTranslation('catalogue');
  const labelOf = useLabel();
  const groups = useQuery(groupsQuery(useCompany().id_client)).data ?? [];
  const chosen = String(form.watch('group_name'));
  const known = groups.map((group) => ({ value: group.name, label: labelOf(group) }));
  // One that was stored before there were groups, or while they are on their way.
  const own =
    chosen !== '' && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [];
  return (
    <Choice
      form={form}
      name="group_name"
      label={t('names.group')}
      data={[{ value: '', label: t('names.no_group') }, ...known, ...own]}
    />
  );
}

/** Everything that a person says of a variable name; what stored readings hang on is closed while they do. */
export function NameFields({ form, row }: FieldsProps<UsedName>) {
  const { t } = useTranslation('catalogue');
  const { errors } = form.formState;
  const usesOf = useUses();
  const used = row !== null && row.variables + row.binned > 0;
  return (
    <>
      {used && (
        <p className={styles.fixed}>
          <IconLock size={16} aria-hidden="true" />
          {t('names.fixed', { uses: usesOf({ ...row }) })}
        </p>
      )}
      <LabelFields
        form={form}
        fresh={row === null}
        fixed={used ? t('names.code_fixed') : undefined}
        codeHint={t('names.code_hint')}
      />
      <div className={styles.pair}>
        <Choice
          form={form}
          name="quantity"
          label={t('names.quantity')}
          closed={used}
          data={QUANTITIES.map((value) => ({ value, label: t(`quantity.${value}`) }))}
        />
        <Choice
          form={form}
          name="kind"
          label={t('names.kind')}
          closed={used}
          data={VARIABLE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      <div className={`${styles.pair} ${styles.three}`}>
        <GroupChoice form={form} />
        <TextInput
          label={t('names.unit')}
          placeholder="kW"
          autoComplete="off"
          {...(used ? { readOnly: true, className: styles.closed ?? '' } : {})}
          error={errors.unit?.message}
          {...form.register('unit')}
        />
        <NativeSelect
          label={t('names.decimals')}
          data={DECIMALS}
          error={errors.decimals?.message}
          {...form.register('decimals', { valueAsNumber: true })}
        />
      </div>
      <ColourField form={form} name="colour" hint={t('names.colour_hint')} />
    </>
  );
}
