import type { Layout } from '../../contract/list-layouts.contract.ts';
import type { ListView } from '../../contract/list-views.contract.ts';

export type Density = NonNullable<Layout['density']>;

/** The columns of a table, as its reader chooses them. */
export interface ColumnChoice {
  /** All columns, in the reader's order. */
  columns: readonly { id: string; header: string }[];
  /** The one that names the row: it is always shown. */
  naming: string | undefined;
  onOrder: (ids: readonly string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
  /** Puts everything back as the list has it by itself; null where it stands so. */
  onUsual: (() => void) | null;
}

export interface ViewPanelProps {
  /** Names the list where its views are kept. */
  list: string;
  /** Without them the saved views alone are offered. */
  choice?: ColumnChoice | undefined;
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  /** What the address says now, and how a saved one is shown. */
  search: ListView['search'];
  onShow: (search: ListView['search']) => void;
  onClose: () => void;
}
