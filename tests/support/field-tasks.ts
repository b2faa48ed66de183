import type { FieldTask } from '../../src/features/cloudcontrol/field-tools.contract.ts';

/** A unit that was searched, ended unless `part` says otherwise. */
export const findTask = (unit_id: number, part: Partial<FieldTask>): FieldTask => ({
  position: unit_id,
  kind: 'find',
  unit_id,
  state: 'ended',
  asked_at: '2026-06-21T10:00:00Z',
  reason: null,
  read: null,
  found: [],
  test: null,
  ...part,
});
