import { AppError } from '../../../shared/server/errors.ts';

interface Said {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, number | string>>;
}

const conflict = (message: string, said: Said): AppError =>
  new AppError('conflict', message, { errors: [{ message, ...said }] });

/** A field that nothing can be done with. */
const invalid = (message: string, said: Said): AppError =>
  new AppError('invalid', 'Data is not valid', { errors: [{ message, ...said }] });

export const refusals = {
  noSuchMunicipality: () =>
    invalid("no municipality of Italy's list has this ISTAT code", {
      path: 'istat_code',
      code: 'no_such_municipality',
    }),
  municipalityThere: () =>
    conflict('The company has this municipality already', { path: 'istat_code', code: 'municipality_there' }),
  hasBoxes: (boxes: number) =>
    conflict('This municipality still has boxes: assign them to another one first', {
      path: '',
      code: 'has_boxes',
      params: { boxes },
    }),
  halfPlace: (path: string) => invalid('latitude and longitude come together', { path, code: 'half_place' }),
  neverLit: (code: 'same_minute' | 'over_noon', path: string) =>
    invalid(
      code === 'same_minute'
        ? 'lights would go on and off at the same minute'
        : 'lights would never burn: a night goes from noon to noon, and noon may not lie between on and off',
      { path, code },
    ),
  boxNeverLit: (code: 'same_minute' | 'over_noon', path: string, serial: string) =>
    invalid(
      code === 'same_minute'
        ? 'with the times of its own a box would go on and off at the same minute'
        : 'with the times of its own a box would never be lit: noon may not lie between on and off',
      { path, code: `box_${code}`, params: { serial } },
    ),
  pauseBackwards: (path: string) =>
    invalid('the pause would end before it begins: a night goes from noon to noon', {
      path,
      code: 'pause_backwards',
    }),
  lineTwice: (path: string) => invalid('a line has one pause in the night', { path, code: 'line_twice' }),
  timesMissing: (path: string) =>
    invalid('an exception with its own times names at least one', { path, code: 'times_missing' }),
  backwards: (path: string) =>
    invalid('the last day lies before the first, or more than a year after it', { path, code: 'backwards' }),
  boxDisabled: (serial: string) =>
    conflict('This box is out of use', { path: 'serial', code: 'box_disabled', params: { serial } }),
  boxUnpaired: (serial: string) =>
    conflict('This box has no municipality yet', {
      path: 'serial',
      code: 'box_unpaired',
      params: { serial },
    }),
  noController: (serial: string) =>
    conflict('This box has no controller yet', { path: 'serial', code: 'no_controller', params: { serial } }),
  lineOff: (serial: string, line: number) =>
    conflict('This line is out of use', { path: 'lines', code: 'line_off', params: { serial, line } }),
  stillLit: (lines: readonly number[]) =>
    conflict('Lamps burn here, and out of use nobody could switch them off: switch them off first', {
      path: 'enabled',
      code: 'still_lit',
      params: { lines: lines.join(', ') },
    }),
  noLines: (serial: string) =>
    conflict('This box has no line in use', { path: 'lines', code: 'no_lines', params: { serial } }),
  noSuchLine: (line: number) =>
    invalid('the box has no line of this number', { path: 'line', code: 'no_such_line', params: { line } }),
  lineThere: (line: number) =>
    conflict('The box has this line already', { path: 'line', code: 'line_there', params: { line } }),
  lineInUse: () => conflict('Take this line out of use first', { path: '', code: 'line_in_use' }),
  lineHasLights: (lights: number) =>
    conflict('This line has light points: move them to another one first', {
      path: '',
      code: 'line_has_lights',
      params: { lights },
    }),
  untilPast: () => invalid('must lie ahead, and within seven days', { path: 'until', code: 'until_past' }),
  keyTwice: () =>
    conflict('This Idempotency-Key was used for something else', { path: '', code: 'key_used' }),
  badKey: () =>
    invalid('Idempotency-Key must be 1 to 100 letters, digits, - or _', { path: '', code: 'bad_key' }),
  ownWord: () => conflict('This needs the word of another person', { path: '', code: 'own_word' }),
  notWaiting: () => conflict('This command waits for nobody any more', { path: '', code: 'not_waiting' }),
  othersWait: (commands: number) =>
    conflict('Not the same commands wait any more as were shown: look at them again', {
      path: '',
      code: 'others_wait',
      params: { commands },
    }),
  serialTaken: () =>
    conflict('The company has a box with this serial number', { path: 'serial', code: 'serial_taken' }),
  tooManyCodes: () => {
    const message = 'Too many codes were tried: wait for an hour';
    return new AppError('limit', message, { errors: [{ path: 'code', code: 'too_many_codes', message }] });
  },
  noPort: () => conflict('This device stands behind no port', { path: 'device_id', code: 'device_no_port' }),
  notOfCabinets: () =>
    conflict('Only a device of the category Other can switch a box, none that makes or measures energy', {
      path: 'device_id',
      code: 'device_no_controller',
    }),
  mapOfManagers: () => {
    const message =
      'Where outputs, clock, own times and pairing code stand is said by the company owner, the management or a chief engineer';
    return new AppError('forbidden', message, {
      errors: [{ path: 'profile', code: 'map_of_managers', message }],
    });
  },
  deviceTaken: () =>
    conflict('This device belongs to another box', { path: 'device_id', code: 'device_taken' }),
  placeTaken: () =>
    conflict("Another box's controller answers there already", { path: 'device_id', code: 'place_taken' }),
  notClaimed: () =>
    conflict('Claim this device by its pairing code first', {
      path: 'device_id',
      code: 'device_not_claimed',
    }),
  codeTaken: () => conflict('Another light point has this code', { path: 'code', code: 'code_taken' }),
  alarmOver: () => conflict('This alarm is over', { path: '', code: 'alarm_over' }),
  noPlant: () =>
    conflict("The box's controller stands in no plant that you see", { path: '', code: 'no_plant_seen' }),
  workPast: () => invalid('must lie ahead, and within a year', { path: 'work_until', code: 'mute_past' }),
  workEndless: () =>
    invalid('says when work begins, and nothing when it ends', { path: 'work_until', code: 'work_endless' }),
  workBegun: () => invalid('lies in the past', { path: 'work_from', code: 'work_begun' }),
  workOrder: () => invalid('must lie before the end', { path: 'work_from', code: 'work_order' }),
  mutePast: () => invalid('must lie ahead, and within a year', { path: 'until', code: 'mute_past' }),
  meterTaken: () =>
    conflict('This device is the meter of a box already', { path: 'device_id', code: 'meter_taken' }),
  dayTaken: () =>
    conflict('This supply point has a price from this day on already', {
      path: 'from_day',
      code: 'day_taken',
    }),
  noCensus: () =>
    invalid(
      'This is no census: it needs a first line with the names of the columns, or features of GeoJSON',
      {
        path: 'text',
        code: 'no_census',
      },
    ),
  censusTooLong: (rows: number) =>
    invalid('The file has too many rows: send it in parts', {
      path: 'text',
      code: 'census_too_long',
      params: { rows },
    }),
  censusFaulty: (faults: number) =>
    invalid('Nothing was stored: the census has rows that cannot be taken', {
      path: 'text',
      code: 'census_faulty',
      params: { faults },
    }),
  censusMoved: () =>
    conflict('Somebody has changed light points of this file since the trial: try it again', {
      path: '',
      code: 'census_moved',
    }),
  windowTooLong: (days: number) =>
    invalid('the window is too long', { path: 'end', code: 'window_too_long', params: { days } }),
  monthsBackwards: () => invalid('lies before the first month', { path: 'to_month', code: 'backwards' }),
  tooManyMonths: (months: number) =>
    invalid('a report has at most so many months', {
      path: 'to_month',
      code: 'too_many_months',
      params: { months },
    }),
  windowEmpty: () => invalid('must lie after the start', { path: 'end', code: 'window_empty' }),
} as const;
