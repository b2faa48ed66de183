import type { OptionsFilter } from '@mantine/core';
import { fold } from '../../units/names.ts';

/** What is typed into a choice finds options that hold it, without case and accents. */
export const foundOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search.trim());
  return options.filter((one) => 'value' in one && fold(one.label).includes(wanted)).slice(0, limit);
};
