import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFormControl } from 'react-hook-form';
import { isOnScreen } from './on-screen.ts';

describe('where a fault may stand', () => {
  const values = { name: '', hidden: 1, billing: { city: '', zip: '' }, rows: [{ x: 1 }] };
  const form = createFormControl({ defaultValues: values });
  for (const name of ['name', 'billing.city', 'rows'] as const) form.register(name);

  it('is a field on screen, one that holds it, or one that is part of it', () => {
    for (const place of ['name', 'billing', 'billing.city', 'rows.0.x'])
      assert.ok(isOnScreen(form, place), place);
  });

  it('is no value without a field', () => {
    for (const place of ['hidden', 'billing.zip', 'other'])
      assert.equal(isOnScreen(form, place), false, place);
  });

  it('is no field that has left the screen', () => {
    const { _f: field } = form.control._fields.name as { _f: { mount: boolean } };
    field.mount = false;
    assert.equal(isOnScreen(form, 'name'), false);
  });
});
