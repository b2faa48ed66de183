import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type pg from 'pg';
import { AppError } from '../../shared/server/errors.ts';
import { fieldCommands } from './admin-field.ts';
import { adminFault } from './admin-values.ts';

describe('importing from the command line', () => {
  const run = async (mapping: string) =>
    fieldCommands.import?.run({} as pg.Pool, { company: '1', device: 'A/B', file: 'none.csv', mapping }, [], {
      secretKey: 'no matter',
    });

  it('names what is wrong with a mapping, in a sentence and without a stack', async () => {
    for (const [mapping, sentence] of [
      ['{bad', /^--mapping must be JSON, such as/],
      ['', /^--mapping must be JSON/],
      ['{"decimal":";"}', /^decimal /],
      ['{"interval_s":5}', /^interval_s /],
    ] as const)
      await assert.rejects(run(mapping), (error) => sentence.test(adminFault(error) ?? ''), mapping);
  });

  it('names the part of a mapping that does not fit the file', () => {
    const errors = [{ path: 'columns.0.unit', message: 'cannot be turned into kW', code: 'unit' }];
    const refusal = new AppError('invalid', 'The file cannot be read like this', { errors });
    assert.equal(
      adminFault(refusal),
      'The file cannot be read like this\n  columns.0.unit: cannot be turned into kW',
    );
  });
});
