import { type Framer, findUnitFault } from './field.model.ts';

/** What may be wrong with one of several devices that are added at once: a code for each, which screens have words for. */
export const MANY_FAULTS = {
  name_twice: 'stands twice',
  serial_twice: 'stands twice',
  name_taken: 'already taken',
  serial_taken: 'already taken',
  unit_needed: 'required with a port',
  unit_range: 'must be 1 to 247 behind this framer',
  port_elsewhere: 'of another plant',
  section_elsewhere: 'of another plant',
  too_many_variables: 'too many for a device',
  attribute_twice: 'stands twice',
  attribute_place: 'reaches beyond 65535',
  unknown_template: 'unknown',
  variables_needed: 'required: a device that says itself what it is has no list of its own',
  virtual: 'a virtual device is calculated: it cannot be added like others',
} as const;
export type ManyFaultCode = keyof typeof MANY_FAULTS;

/** A fault of the device that stands at `index` of those that were sent, at its field. */
export interface ManyFault {
  readonly index: number;
  readonly field: string;
  readonly code: ManyFaultCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

type Text = string | null | undefined;

/** Those that say what one before them says. Nothing is not twice. */
function twice(texts: readonly Text[], field: string, code: ManyFaultCode): ManyFault[] {
  const first = new Map<string, number>();
  return texts.flatMap((text, index) => {
    if (text === null || text === undefined || text === '') return [];
    const before = first.get(text);
    if (before === undefined) first.set(text, index);
    return before === undefined ? [] : [{ index, field, code, params: { value: text, line: before + 1 } }];
  });
}

/** Names and serial numbers that two of several devices share. */
export function findDoubles(devices: readonly { short_name: string; serial_number?: Text }[]): ManyFault[] {
  return [
    ...twice(
      devices.map(({ short_name }) => short_name),
      'short_name',
      'name_twice',
    ),
    ...twice(
      devices.map(({ serial_number }) => serial_number),
      'serial_number',
      'serial_twice',
    ),
  ];
}

/** What is wrong with a device's number on its bus; `framer` null: it stands behind no port. */
export function findManyUnitFault(
  unit_id: number | null | undefined,
  framer: Framer | null,
): 'unit_needed' | 'unit_range' | null {
  if (framer === null) return null;
  if (unit_id === null || unit_id === undefined) return 'unit_needed';
  return findUnitFault(unit_id, framer) === null ? null : 'unit_range';
}
