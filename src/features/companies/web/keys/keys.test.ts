import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  cardsExample,
  expiresAt,
  type Installation,
  readingsExample,
  sendExample,
  stateOf,
} from './keys.model.ts';

const now = new Date('2026-06-01T10:00:00Z');
const key = {
  id: 1,
  name: 'Gateway',
  hint: 'mk_abcd…',
  scopes: ['ingest' as const],
  proj_code: null,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  created_by_name: null,
  created_by_left: false,
};

describe('a key', () => {
  it('holds until it runs out or is revoked', () => {
    assert.equal(stateOf(key, now.getTime()), 'live');
    assert.equal(stateOf({ ...key, expires_at: '2026-06-01T10:00:01Z' }, now.getTime()), 'live');
    assert.equal(stateOf({ ...key, expires_at: '2026-06-01T10:00:00Z' }, now.getTime()), 'expired');
    const revoked = { ...key, revoked_at: '2026-05-01T00:00:00Z', expires_at: '2026-05-02T00:00:00Z' };
    assert.equal(stateOf(revoked, now.getTime()), 'revoked');
  });

  it('ends when its maker says', () => {
    assert.equal(expiresAt('never', '2026-07-01', now), null);
    assert.equal(Date.parse(expiresAt('days_30', null, now) ?? '') - now.getTime(), 30 * 86_400_000);
    assert.equal(expiresAt('year', null, now)?.slice(0, 10), '2027-06-01');
    // The whole of that day on the reader's own calendar.
    assert.equal(expiresAt('date', '2026-07-01', now), new Date('2026-07-01T23:59:59').toISOString());
  });
});

describe('the examples', () => {
  const given: Installation = {
    origin: 'https://portal.example.com',
    company: 7,
    key: 'mk_secret',
    plant: 'AUR-001',
    device: 'INV1',
    wholeCompany: false,
    now,
  };

  it('send a reading of one device, which a whole company names with its plant', () => {
    const text = sendExample(given);
    assert.match(
      text,
      /^KEY='mk_secret'\ncurl -X POST "https:\/\/portal\.example\.com\\\n\/ingest\/v1\/readings\/"/,
    );
    assert.match(text, /\\"device\\":\\"INV1\\"/);
    assert.match(sendExample({ ...given, wholeCompany: true }), /\\"device\\":\\"AUR-001\/INV1\\"/);
  });

  it('read what the company has, which the header names', () => {
    for (const text of [cardsExample(given), readingsExample(given)])
      assert.match(text, /-H 'id-client: 7'$/);
    assert.match(
      readingsExample(given).replaceAll('\\\n', ''),
      /proj_code=AUR-001&.*&start=[-\dT:]{19}Z&end=[-\dT:]{19}Z"/,
    );
    const [start, end] = [...readingsExample(given).matchAll(/&(?:start|end)=([^"\\]+)/g)].map(
      ([, at]) => new Date(at ?? ''),
    );
    assert.ok(start && end);
    assert.deepEqual([start.getHours(), start.getDate(), end.getHours()], [0, now.getDate(), 0]);
  });

  it('fit a phone, but for the key itself', () => {
    for (const text of [sendExample(given), cardsExample(given), readingsExample(given)]) {
      for (const line of text.split('\n').slice(1)) assert.ok(line.length <= 42, line);
    }
  });

  it('leave a gap where the key is not known any more', () => {
    assert.match(cardsExample({ ...given, key: undefined }), /^KEY='mk_…'\n/);
  });
});
