import { Checkbox, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormField } from '../form-scope.ts';

interface Props {
  name: string;
  label: string;
  hideLabel?: boolean;
  description?: ReactNode;
  disabled?: boolean;
}

function useSwitch({ name, label, hideLabel }: Props) {
  const { t } = useTranslation();
  const show = (on: boolean) => t(on ? 'yes' : 'no');
  const { value, change, input } = useFormField<boolean>({ name, label, hideLabel, show });
  const onChange = (event: { currentTarget: { checked: boolean } }) => change(event.currentTarget.checked);
  return { ...input, checked: value === true, onChange };
}

/** What is on or off. */
export function SwitchField({ description, disabled = false, ...props }: Props) {
  return <Switch {...useSwitch(props)} description={description} disabled={disabled} />;
}

/** What is agreed to, or belongs to it. */
export function CheckboxField({ description, disabled = false, ...props }: Props) {
  return <Checkbox {...useSwitch(props)} description={description} disabled={disabled} />;
}
