import { AppError } from '../../../shared/server/errors.ts';
import type { CatalogueFault } from '../catalogue.model.ts';

/** What lists in general do not refuse. */
export type OwnFault = Exclude<CatalogueFault, 'name_taken' | 'too_many'>;

export type FaultParams = Readonly<Record<string, string | number>>;

interface Fault {
  kind: 'invalid' | 'conflict';
  /** The field that it stands at; nothing where it is about the whole. */
  path: string;
  message: (params: FaultParams) => string;
}

const used = ({ variables = 0, devices = 0, binned = 0 }: FaultParams): string =>
  `${variables} variables on ${devices} devices use this name${Number(binned) > 0 ? `, ${binned} deleted ones kept it` : ''}`;

const FAULTS: Readonly<Record<OwnFault, Fault>> = {
  unknown_group: {
    kind: 'invalid',
    path: 'group_name',
    message: () => 'There is no such group of variables: make it first',
  },
  name_in_use: {
    kind: 'conflict',
    path: 'name',
    message: (params) => `${used(params)}: programs send readings under it, so add another name instead`,
  },
  unit_in_use: {
    kind: 'conflict',
    path: 'unit',
    message: (params) => `${used(params)}: the stored readings are in this unit, so add another name instead`,
  },
  kind_in_use: {
    kind: 'conflict',
    path: 'kind',
    message: (params) =>
      `${used(params)}: energy and summaries are counted by it, so add another name instead`,
  },
  quantity_in_use: {
    kind: 'conflict',
    path: 'quantity',
    message: (params) => `${used(params)}: cards, energy and alarms look for it, so add another name instead`,
  },
  category_in_use: {
    kind: 'conflict',
    path: 'kind',
    message: ({ devices = 0, binned = 0 }) =>
      `${devices} devices are of this category (${binned} deleted): cards and alarms go by its kind, so add another category instead`,
  },
  used_by_variables: {
    kind: 'conflict',
    path: '',
    message: (params) => `${used(params)}: delete those variables first, or keep the name`,
  },
  used_by_devices: {
    kind: 'conflict',
    path: '',
    message: ({ devices = 0, binned = 0 }) =>
      `${devices} devices are of this category (${binned} deleted): give them another one first`,
  },
  used_by_group: {
    kind: 'conflict',
    path: '',
    message: ({ names = 0, variables = 0, binned = 0 }) =>
      `${names} names and ${variables} variables are in this group (${binned} deleted): put them into another one first`,
  },
};

/** A refusal of something about the company's own words, with its sentence, its code and what hangs on it. */
export function catalogueRefusal(code: OwnFault, params: FaultParams = {}): AppError {
  return catalogueRefusals([code], params);
}

/** The same for several fields at once, of which the first is said of the whole. */
export function catalogueRefusals(codes: readonly OwnFault[], params: FaultParams): AppError {
  const errors = codes.map((code) => {
    const { path, message } = FAULTS[code];
    return { path, message: message(params), code, params };
  });
  const kind = codes.map((code) => FAULTS[code].kind)[0] ?? 'conflict';
  return new AppError(kind, errors[0]?.message ?? 'Data is not valid', { errors });
}
