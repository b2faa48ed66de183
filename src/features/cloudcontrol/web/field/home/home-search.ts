import { z } from 'zod';
import { DEVICE_STATES } from '../../../configuration.model.ts';

const text = (max: number) => z.string().max(max).catch('').default('');

/** What the home of cloud control holds in its address. */
export const HomeSearch = z.object({
  q: text(200),
  /** A column, with a hyphen before it for descending; nothing: plants, ports, devices. */
  sort: text(40),
  state: z
    .enum([...DEVICE_STATES, ''])
    .catch('')
    .default(''),
  plant: text(32),
  category: text(64),
  tag: text(60),
  view: z.enum(['devices', 'lately', 'bin']).catch('devices').default('devices'),
});
export type HomeSearch = z.infer<typeof HomeSearch>;

export const HOME_DEFAULTS = {
  q: '',
  sort: '',
  state: '',
  plant: '',
  category: '',
  tag: '',
  view: 'devices',
} as const satisfies HomeSearch;
