import { code, days, defineListState } from '../../../../shared/web/list/list-state.ts';

/** What the page of maintenance figures holds in its address. */
export const FiguresList = defineListState('maintenance-figures', { plant: code(), ...days() });
