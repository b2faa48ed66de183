import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../format/numbers.ts';
import { useFormField } from '../form-scope.ts';

interface Props {
  name: string;
  label: string;
  hideLabel?: boolean;
  options: readonly { value: string; label: string; description?: ReactNode }[];
}

/** Several of few values, all of them in sight. */
export function CheckboxesField({ name, label, hideLabel, options }: Props) {
  const show = (values: readonly string[]) =>
    options.flatMap((one) => (values.includes(one.value) ? [one.label] : [])).join(', ') || UNKNOWN;
  const { value, change, input } = useFormField<readonly string[]>({ name, label, hideLabel, show });
  const { ref: _ref, name: _name, ...rest } = input;
  return (
    <Checkbox.Group {...rest} value={[...value]} onChange={change}>
      <Stack gap={10} mt={8}>
        {options.map((one, i) => (
          <Checkbox
            key={one.value}
            {...(i === 0 ? { ref: input.ref } : {})}
            value={one.value}
            label={one.label}
            description={one.description}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
