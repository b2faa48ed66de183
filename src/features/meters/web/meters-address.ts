import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';
import type { MetersList } from './meters-list.ts';

/** The address of the page of energy meters. */
export type MetersAddress = AddressOf<typeof MetersList>;
