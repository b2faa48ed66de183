import { ColorInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../format/numbers.ts';
import { useFormField } from '../form-scope.ts';

interface Props {
  name: string;
  label: string;
  hideLabel?: boolean;
  description?: ReactNode;
  placeholder?: string;
  /** Colours to choose from, in place of those of series. */
  swatches?: readonly string[];
  /** What is stored where no colour is chosen. */
  none?: null | '';
}

/** Colours of series to choose from; any other can be typed. */
const SWATCHES = ['#2456E6', '#6A8DF1', '#B83280', '#0E8F82', '#9B4FD0', '#475467', '#B1400A', '#05693E'];

const show = (colour: string | null) => colour || UNKNOWN;

/** A colour as # and six digits; none is null, unless it is said otherwise. */
export function ColourField({ name, label, hideLabel, swatches = SWATCHES, none = null, ...rest }: Props) {
  const { value, change, input } = useFormField<string | null>({ name, label, hideLabel, show });
  return (
    <ColorInput
      {...rest}
      {...input}
      format="hex"
      withEyeDropper={false}
      fixOnBlur={false}
      swatches={[...swatches]}
      value={value ?? ''}
      onChange={(colour) => change(colour === '' ? none : colour.toUpperCase())}
    />
  );
}
