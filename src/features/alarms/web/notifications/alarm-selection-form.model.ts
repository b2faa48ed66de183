import type { AlarmCode } from '../../alarms.model.ts';

/** Which alarms are selected; the forms of preferences and of webhooks share it. */
export interface AlarmSelectionForm {
  which_plants: 'all' | 'some';
  proj_codes: string[];
  which_codes: 'all' | 'some';
  codes: AlarmCode[];
  types: ('E' | 'W')[];
}
