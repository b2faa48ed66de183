import { Checkbox, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../format/numbers.ts';
import { useFormField } from '../form-scope.ts';

interface Props<V extends string | number> {
  name: string;
  label: string;
  hideLabel?: boolean;
  description?: ReactNode;
  /** Beside each other, for short words. */
  inline?: boolean;
  options: readonly { value: V; label: string; description?: ReactNode }[];
}

/** Several of few values, all of them in sight; they are held in the order of the options. */
export function CheckboxesField<V extends string | number>({
  name,
  label,
  hideLabel,
  description,
  inline = false,
  options,
}: Props<V>) {
  const show = (values: readonly V[]) =>
    options.flatMap((one) => (values.includes(one.value) ? [one.label] : [])).join(', ') || UNKNOWN;
  const { value, change, input } = useFormField<readonly V[]>({ name, label, hideLabel, show });
  const choose = (chosen: readonly string[]) =>
    change(options.flatMap((one) => (chosen.includes(String(one.value)) ? [one.value] : [])));
  const { ref: _ref, name: _name, ...rest } = input;
  return (
    <Checkbox.Group {...rest} description={description} value={value.map(String)} onChange={choose}>
      <Flex
        direction={inline ? 'row' : 'column'}
        wrap="wrap"
        columnGap={16}
        rowGap={10}
        mt={8}
        mb={description ? 6 : 0}
      >
        {options.map((one, i) => (
          <Checkbox
            key={one.value}
            {...(i === 0 ? { ref: input.ref } : {})}
            value={String(one.value)}
            label={one.label}
            description={one.description}
          />
        ))}
      </Flex>
    </Checkbox.Group>
  );
}
