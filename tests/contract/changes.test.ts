import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compareOutlines } from '../../scripts/api-changes.ts';
import { type Outline, outlineOf } from '../../scripts/api-outline.ts';
import { outlineText, readOutline } from '../../scripts/api-outline-text.ts';
import {
  before,
  CHANGES_FILE,
  changesPaper,
  changesSince,
  DELIBERATE,
  reasonOf,
  sentenceOf,
} from '../../scripts/api-since.ts';

type Schema = Record<string, unknown>;
const object = (properties: Schema, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});

/** A document of one call that takes one schema and answers another. */
function documentOf(body: Schema, answer: Schema, query: Schema[] = []): Outline {
  const content = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  const call = {
    parameters: query,
    requestBody: { required: true, ...content(body) },
    responses: { 200: content(answer) },
  };
  return outlineOf({ paths: { '/a/': { post: { 'x-access': 'public', ...call } } } });
}

const TEXT = { type: 'string' };
const brokenBy = (then: Outline, now: Outline): string[] => compareOutlines(then, now).broken.map(sentenceOf);

describe('what was promised at 0.6.0', () => {
  const changes = changesSince();

  it('still holds: nothing is gone, and no request is taken less widely but for a reason', () => {
    const outline = before();
    assert.equal(outline.size, 205);
    assert.deepEqual(changes.broken.filter((one) => !reasonOf(one)).map(sentenceOf), []);
  });

  it('differs by each reason that is given', () => {
    const result = changes.broken.map(sentenceOf);
    const stale = DELIBERATE.filter(([pattern]) => !result.some((sentence) => pattern.test(sentence)));
    assert.deepEqual(stale, []);
  });

  it('differs as docs/openapi-changes.md says (else: npm run openapi:changes)', () => {
    assert.equal(readFileSync(CHANGES_FILE, 'utf8'), changesPaper(changes));
  });
});

describe('two documents of calls', () => {
  const then = documentOf(object({ a: TEXT, b: TEXT }, ['a']), object({ c: TEXT, d: TEXT }, ['c']), [
    { name: 'q', in: 'query', schema: TEXT },
  ]);

  it('differ by what is gone', () => {
    assert.deepEqual(brokenBy(then, new Map()), ['POST /a/ is gone']);
    assert.deepEqual(brokenBy(then, documentOf(object({ a: TEXT }, ['a']), object({ d: TEXT }))), [
      'POST /a/ query q is no longer taken',
      'POST /a/ body b is no longer taken',
      'POST /a/ 200 c is no longer answered',
    ]);
  });

  it('differ by what is demanded and refused', () => {
    const now = documentOf(
      object({ a: { ...TEXT, maxLength: 3 }, b: { enum: ['x'] }, e: TEXT }, ['a', 'b', 'e']),
      object({ c: TEXT, d: TEXT }, ['c']),
      [{ name: 'q', in: 'query', schema: TEXT, required: true }],
    );
    assert.deepEqual(brokenBy(then, now), [
      'POST /a/ body e is demanded, and was unknown',
      'POST /a/ query q became required',
      'POST /a/ body a maxLength 3 is new',
      'POST /a/ body b became required',
      'POST /a/ body b no longer takes string',
    ]);
  });

  it('differ by answers that are less certain', () => {
    const now = documentOf(
      object({ a: TEXT, b: TEXT }, ['a']),
      object({ c: { anyOf: [TEXT, { type: 'null' }] }, d: TEXT }, []),
      [{ name: 'q', in: 'query', schema: TEXT }],
    );
    assert.deepEqual(brokenBy(then, now), [
      'POST /a/ 200 c is no longer always answered',
      'POST /a/ 200 c may also be null',
    ]);
  });

  it('do not differ by what is taken and answered besides, or more widely', () => {
    const now = documentOf(
      object({ a: { type: ['string', 'null'] }, b: TEXT, e: object({ f: TEXT }, ['f']) }, []),
      object({ c: { enum: ['x'] }, d: TEXT, g: object({ h: TEXT }) }, ['c', 'd']),
      [{ name: 'q', in: 'query', schema: TEXT }],
    );
    const { broken, added } = compareOutlines(then, now);
    assert.deepEqual(broken, []);
    assert.deepEqual(added.map(sentenceOf), ['POST /a/ body e is taken', 'POST /a/ 200 g is answered']);
  });

  it('are kept as text', () => {
    const text = outlineText(then);
    assert.equal(outlineText(readOutline(text)), text);
  });
});
