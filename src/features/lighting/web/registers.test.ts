import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IoProfile, SIX_LINES } from '../io-profile.model.ts';
import { fieldOfProfile, profileOf, registersOf } from './registers.model.ts';

it('registers of a controller come back from their form as they were, and without an address as nothing', () => {
  assert.deepEqual({ ...SIX_LINES, ...profileOf(registersOf(SIX_LINES)) }, SIX_LINES);
  const bare = { ...SIX_LINES, power: null, line_power: null, clock: null, timetable: null, pairing: null };
  assert.deepEqual({ ...bare, ...profileOf(registersOf(bare)) }, bare);
  const wrong = {
    ...SIX_LINES,
    ...profileOf({ ...registersOf(SIX_LINES), timetable_days: null, clock: -1 }),
  };
  const faults =
    IoProfile.safeParse(wrong).error?.issues.map(({ path }) => `profile.${path.join('.')}`) ?? [];
  assert.deepEqual(faults.map(fieldOfProfile), ['registers.clock', 'registers.timetable_days']);
  assert.equal(fieldOfProfile('profile.coils.2'), 'profile.coils.2');
});
