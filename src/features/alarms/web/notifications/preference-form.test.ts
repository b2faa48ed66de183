import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, clockOf, formOf, minuteOf } from './preference-form.model.ts';

describe('the form of notification preferences', () => {
  const preference = {
    enabled: true,
    proj_codes: ['AUR-001'],
    codes: null,
    types: ['E' as const],
    at_once: true,
    recovery: false,
    quiet_from: 1320,
    quiet_to: 425,
    errors_break_quiet: true,
    digest_at: null,
    time_zone: 'Europe/Rome',
    email: 'rosa@example.org',
    confirmed: true,
    language: 'it' as const,
    version: 3,
  };

  it('gives back what it was given', () => {
    const { email: _, confirmed: __, language: ___, ...fields } = preference;
    assert.deepEqual(bodyOf(formOf(preference), 3), fields);
    const none = {
      ...fields,
      proj_codes: null,
      codes: ['no_data' as const],
      quiet_from: null,
      quiet_to: null,
    };
    assert.deepEqual(bodyOf(formOf({ ...preference, ...none, digest_at: 0 }), 3), { ...none, digest_at: 0 });
  });

  it('never makes "all" of plants that may not be seen any more', () => {
    assert.deepEqual(bodyOf(formOf({ ...preference, proj_codes: [] }), 3).proj_codes, []);
  });

  it('reads clocks', () => {
    assert.deepEqual([0, 425, 1439].map(clockOf), ['00:00', '07:05', '23:59']);
    assert.deepEqual(['00:00', '07:05', '23:59:30', '24:00', ''].map(minuteOf), [0, 425, 1439, null, null]);
  });
});
