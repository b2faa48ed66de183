import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { nameOf } from '../../contract/fields.ts';
import { bodyFaults, fieldOfPath } from './body-faults.ts';
import { fieldRules } from './field-rules.ts';

const Body = z.object({
  name: nameOf(5),
  port: z.int().min(1).max(65_535).optional(),
  power: z.number().min(0).nullable().optional(),
  factor: z.number().optional(),
  email: z.email().optional(),
});
const codes = (body: object) => bodyFaults(Body, body).map(({ path, code }) => `${path}:${code}`);

describe('a form’s faults', () => {
  it('have the codes of the server', () => {
    assert.deepEqual(codes({ name: '', port: 1.5, power: -1, email: 'mario@azienda..it' }), [
      'name:required',
      'port:wrong_type',
      'power:too_small',
      'email:format',
    ]);
    assert.deepEqual(codes({ name: 'sixteen', factor: 'abc' }), ['name:too_long', 'factor:wrong_type']);
  });
  it('tell both limits of a number that has both', () => {
    assert.deepEqual(bodyFaults(Body, { name: 'a', port: 70_000 }), [
      { path: 'port', message: '', code: 'out_of_range', params: { least: 1, most: 65_535 } },
    ]);
  });
  it('call what is left out required, and null a value where the contract allows it', () => {
    assert.deepEqual(codes({ name: 'a', factor: null, power: null }), ['factor:required']);
  });
  it('say no sentence of their own: no English one reaches a reader', () => {
    assert.ok(bodyFaults(Body, { name: '' }).every(({ message }) => message === ''));
  });
  it('find the field that they belong to', () => {
    const values = { name: '', register: { address: 1 } };
    assert.equal(fieldOfPath('register.address', values), 'register.address');
    assert.equal(fieldOfPath('register.bit', values), 'register');
    assert.equal(fieldOfPath('elsewhere', values), undefined);
    assert.equal(fieldOfPath('', values), undefined);
  });
});

describe('the rules of a field', () => {
  it('are read through what may be left out or null', () => {
    assert.deepEqual(fieldRules(Body, 'port'), { min: 1, max: 65_535, integer: true });
    assert.deepEqual(fieldRules(Body, 'power'), { min: 0, integer: false });
    assert.deepEqual(fieldRules(Body, 'name'), {});
    assert.deepEqual(fieldRules(z.object({ id: z.int() }), 'id'), { integer: true });
  });
});
