import type { AlarmCode } from '../../alarms.model.ts';

/** What of alarms is wished for; forms of people and of programs hold it alike. */
export interface WhatForm {
  which_plants: 'all' | 'some';
  proj_codes: string[];
  which_codes: 'all' | 'some';
  codes: AlarmCode[];
  types: ('E' | 'W')[];
}
