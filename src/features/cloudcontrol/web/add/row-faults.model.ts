import { readNumber } from '../../../../shared/web/forms/number-text.model.ts';
import { type Framer, findHostFault, findUnitFault, gatewayHost } from '../../../plants/field.model.ts';
import type { DeviceTree } from '../../configuration.contract.ts';
import { POWER } from './choices.model.ts';
import type { Row, RowField } from './draft.model.ts';
import { TCP_PORT } from './find-form.model.ts';

export const ROW_FAULTS = [
  'name_form',
  'name_twice',
  'name_taken',
  'host',
  'port',
  'unit',
  'serial_twice',
  'power',
] as const;
/** What is asked about, and not refused: two logical devices of one unit may share its number. */
export const ROW_DOUBTS = ['unit_twice', 'unit_stands'] as const;

export interface RowFault {
  readonly field: RowField;
  readonly code: (typeof ROW_FAULTS)[number] | (typeof ROW_DOUBTS)[number];
  /** Number of the row, or name of the device, that has it already. */
  readonly of: string;
}

/** The port that stands, behind which rows without a host are. */
export interface Standing {
  readonly port_id: number | null;
  readonly framer: Framer;
  readonly plant: DeviceTree[number] | undefined;
}

const NAME = /^[A-Za-z0-9_.-]{1,40}$/;

const UNIT = /^\d{1,3}$/;
function isUnit(text: string, framer: Framer): boolean {
  const unit = text.trim();
  return UNIT.test(unit) && Number(unit) <= 255 && findUnitFault(Number(unit), framer) === null;
}

/** Where a device is asked: the same for those that a gateway takes for one. */
const placeOf = ({ host, port, unit_id }: Row): string =>
  `${gatewayHost(host.trim())} ${port.trim()} ${Number(unit_id)}`;

/** Devices that stand in the plant, by where they are asked. */
function standingPlaces({ plant, port_id, framer }: Standing): Map<string, string> {
  const places = new Map<string, string>();
  for (const port of plant?.ports ?? []) {
    for (const { short_name, unit_id, template } of port.devices) {
      if (unit_id === null || template) continue;
      if (port.id === port_id) places.set(`# ${unit_id}`, short_name);
      if (port.framer === framer) places.set(`${gatewayHost(port.host)} ${port.port} ${unit_id}`, short_name);
    }
  }
  return places;
}

function ofItself(row: Row, framer: Framer, behindPort: boolean): RowFault[] {
  const wrong: [boolean, RowFault['field'], RowFault['code']][] = [
    [!NAME.test(row.short_name.trim()), 'short_name', 'name_form'],
    [!behindPort && (row.host.trim() === '' || findHostFault(row.host.trim()) !== null), 'host', 'host'],
    [!behindPort && readNumber(row.port, TCP_PORT).fault !== undefined, 'port', 'port'],
    [!isUnit(row.unit_id, framer), 'unit_id', 'unit'],
    [readNumber(row.nominal_power, POWER).fault !== undefined, 'nominal_power', 'power'],
  ];
  return wrong.flatMap(([is, field, code]) => (is ? [{ field, code, of: '' }] : []));
}

/** Everything that stands in the way of the rows, and what is to be asked about, by their keys. */
export function faultsOfRows(rows: readonly Row[], standing: Standing): Map<string, RowFault[]> {
  const { plant, port_id, framer } = standing;
  const names = new Set(
    plant
      ? [...plant.ports.flatMap((port) => port.devices), ...plant.devices].map((one) => one.short_name)
      : [],
  );
  const places = standingPlaces(standing);
  const first = {
    names: new Map<string, number>(),
    serials: new Map<string, number>(),
    at: new Map<string, number>(),
  };
  const before = (of: Map<string, number>, value: string, i: number): number | undefined => {
    const line = of.get(value);
    if (line === undefined) of.set(value, i + 1);
    return line;
  };
  return new Map(
    rows.map((row, i) => {
      const faults = ofItself(row, framer, port_id !== null);
      const tell = (field: RowField, code: RowFault['code'], of: string | number | undefined) => {
        if (of !== undefined) faults.push({ field, code, of: String(of) });
      };
      const [name, serial] = [row.short_name.trim(), row.serial_number.trim()];
      tell('short_name', 'name_twice', before(first.names, name, i));
      if (names.has(name)) tell('short_name', 'name_taken', name);
      if (serial !== '') tell('serial_number', 'serial_twice', before(first.serials, serial, i));
      if (isUnit(row.unit_id, framer)) {
        tell('unit_id', 'unit_twice', before(first.at, placeOf(row), i));
        tell(
          'unit_id',
          'unit_stands',
          places.get(port_id === null ? placeOf(row) : `# ${Number(row.unit_id)}`),
        );
      }
      return [row.key, faults] as const;
    }),
  );
}

/** Whether a fault is only to be asked about. */
export const isDoubt = ({ code }: RowFault): boolean => ROW_DOUBTS.some((one) => one === code);
