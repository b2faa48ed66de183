import { spellUnit } from '../../shared/units/units.ts';
import type { Said } from './map-cells.ts';
import type { LookRemark } from './map-look.ts';
import { unitStays } from './map-look.ts';
import type { MapName, MapWords, NewMapName } from './map-variable.ts';

interface Wish {
  readonly name: string;
  readonly said: Said;
  /** What the file has in place of the name. */
  readonly text: string;
  readonly words: MapWords;
  readonly groups: ReadonlySet<string>;
}

/** What a name that the catalogue lacks becomes by what a map says of its variable. */
export function newNameOf({ name, said, text, words, groups }: Wish): {
  ofName: NewMapName;
  remarks: LookRemark[];
} {
  const usual = words.usual(name);
  const quantity = said.quantity ?? usual?.quantity ?? 'other';
  const kind = said.kind ?? usual?.kind ?? words.kindOf(quantity);
  const fixed = words.unitOf(quantity);
  const unit = fixed ?? said.unit ?? usual?.unit ?? '';
  const group = said.group_name ?? usual?.group_name ?? '';
  const known = group === '' || groups.has(group);
  const remarks: LookRemark[] = [
    ...(fixed !== undefined && said.unit && spellUnit(said.unit) !== spellUnit(fixed)
      ? [unitStays(name, said.unit, fixed)]
      : []),
    ...(known || !said.group_name
      ? []
      : [{ field: 'group_name', code: 'group_unknown', params: { group } } as const]),
  ];
  const ofName = {
    label_en: said.label_en ?? usual?.label_en ?? said.label_it ?? text,
    label_it: said.label_it ?? usual?.label_it ?? said.label_en ?? text,
    unit,
    decimals: said.decimals ?? usual?.decimals ?? (kind === 'state' ? 0 : decimalsOf(said)),
    group_name: known ? group : '',
    kind,
    quantity,
  };
  return { ofName, remarks };
}

const UNKNOWN_DECIMALS = 2;
const MAX_DECIMALS = 6;

/** As many as an integer register resolves by its factor; what a float or a scale register resolves nobody knows here. */
function decimalsOf({ data_type, factor, scale_address, value_offset }: Said): number {
  const integer = data_type && !data_type.type.startsWith('float');
  if (!integer || scale_address || value_offset) return UNKNOWN_DECIMALS;
  for (let n = 0; n < MAX_DECIMALS; n += 1) {
    const steps = (factor ?? 1) * 10 ** n;
    if (Math.abs(steps - Math.round(steps)) < 1e-9 * Math.abs(steps)) return n;
  }
  return MAX_DECIMALS;
}

const KEPT = ['quantity', 'kind'] as const;

/** Where a map describes a name otherwise than the catalogue, which keeps its own. */
export function disagreements(said: Said, name: MapName): { field: (typeof KEPT)[number]; kept: string }[] {
  return KEPT.filter((field) => typeof said[field] === 'string' && said[field] !== name[field]).map(
    (field) => ({
      field,
      kept: name[field],
    }),
  );
}

/** Whether a map has other labels for a name than the catalogue. */
export const labelsDiffer = ({ label_en, label_it }: Said, name: MapName): boolean =>
  (typeof label_en === 'string' && label_en !== name.label_en) ||
  (typeof label_it === 'string' && label_it !== name.label_it);
