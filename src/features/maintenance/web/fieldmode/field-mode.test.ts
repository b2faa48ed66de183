import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { DAY_MS } from '../../../../shared/units/zones.ts';
import { BLANK, workValuesOf } from '../reports/form.model.ts';
import {
  bodyOfReport,
  closedTo,
  consequenceOf,
  type FieldReport,
  type Kept,
  leftBehind,
  opensUntil,
  remedied,
  remedyOf,
} from './field-mode.model.ts';
import { zipFile } from './zip-file.model.ts';

const AT = Date.parse('2026-06-11T10:00:00Z');
const kept: Kept = {
  user_id: 4,
  company: { id: 1, name: 'Aurora' },
  at: AT,
  answer: { requests: [], request_count: 203, plants: [] },
};
const report: FieldReport = {
  key: 'a7cfd1f6-3cb5-4f6c-9f35-6a5c1d0b7e11',
  user_id: 4,
  company: kept.company,
  request: { id: 7, number: 7, title: 'Inverter' },
  plant: { proj_code: 'P1', name: 'Capitanata', time_zone: 'Europe/Rome' },
  device_ids: [3],
  downtime_id: 12,
  values: workValuesOf(BLANK, 'Europe/Rome'),
  place: 'writing',
  changed_at: AT,
  report_id: null,
  refusal: null,
  settled_known: false,
};
const refused = (...codes: string[]): FieldReport => {
  const errors = codes.map((code) => ({ path: '', message: '', code }));
  return { ...report, place: 'refused', refusal: { status: 404, code: 'not_found', errors } };
};

/** An archive read as others do, from its end: PKWARE's APPNOTE 4.3.16, 4.3.12 and 4.3.7. */
function opened(archive: Uint8Array): Record<string, string> {
  const view = new DataView(archive.buffer);
  const text = (from: number, length: number) =>
    new TextDecoder().decode(archive.subarray(from, from + length));
  const end = archive.length - 22;
  assert.equal(text(end, 4), 'PK\u0005\u0006');
  const files: Record<string, string> = {};
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    assert.equal(text(entry, 4), 'PK\u0001\u0002');
    const [crc, size] = [view.getUint32(entry + 16, true), view.getUint32(entry + 24, true)];
    const [name_length, at] = [view.getUint16(entry + 28, true), view.getUint32(entry + 42, true)];
    assert.equal(text(at, 4), 'PK\u0003\u0004');
    const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    assert.equal(crc32(archive.subarray(from, from + size)), crc);
    files[text(entry + 46, name_length)] = text(from, size);
    entry += 46 + name_length + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  return files;
}

describe('what a phone keeps', () => {
  it('opens for whoever is signed in, and for seven days after the last contact', () => {
    const opens = (more: { user_id?: number | null; now?: number; kept?: Kept | null }) =>
      closedTo({ kept, user_id: 4, now: AT, ...more });
    assert.equal(opens({}), null);
    assert.equal(opens({ now: AT + 7 * DAY_MS }), null);
    assert.equal(opens({ now: AT + 7 * DAY_MS + 1 }), 'too_old');
    assert.equal(opensUntil(kept), AT + 7 * DAY_MS);
    assert.equal(opens({ user_id: 5 }), 'no_session');
    assert.equal(opens({ user_id: null }), 'no_session');
    assert.equal(opens({ kept: null }), 'nothing');
  });

  it('is not opened for longer by a clock that was set back', () => {
    assert.equal(closedTo({ kept, user_id: 4, now: AT - DAY_MS }), null, 'a clock that was put right');
    assert.equal(closedTo({ kept, user_id: 4, now: AT - DAY_MS - 1 }), 'too_old');
  });

  it('says how many requests stayed behind', () => {
    assert.equal(leftBehind(kept.answer), 3);
    assert.equal(leftBehind({ ...kept.answer, request_count: 20 }), 0);
  });
});

describe('a report on a phone', () => {
  it('is sent by the key that it was given there, with times by the clock of its plant', () => {
    const values = {
      ...report.values,
      started: '2026-06-11 09:00',
      solved_problem: 'Fuse',
      signature: 'abc',
    };
    const body = bodyOfReport({ ...report, values });
    assert.deepEqual(
      { ...body, materials: undefined, measurements: undefined },
      {
        client_key: report.key,
        proj_code: 'P1',
        request_id: 7,
        downtime_id: 12,
        device_ids: [3],
        solved_problem: 'Fuse',
        started_at: '2026-06-11T07:00:00.000Z',
        ended_at: null,
        notes: '',
        people_count: null,
        hours: null,
        repair_cost_eur: null,
        signed_by: '',
        signature: 'abc',
        materials: undefined,
        measurements: undefined,
      },
    );
  });

  it('waits where the portal is away or busy, and is told where it is refused', () => {
    for (const status of [0, 408, 429, 500, 502, 503, 507]) assert.equal(consequenceOf(status), 'later');
    assert.equal(consequenceOf(401), 'signed_out');
    for (const status of [400, 403, 404, 409, 413, 422]) assert.equal(consequenceOf(status), 'refused');
  });

  it('goes again as its author lets it: without what is gone, or knowing that its request was settled', () => {
    const remedyFor = ({ refusal }: FieldReport) => refusal && remedyOf(refusal);
    const gone = refused('unknown_request', 'unknown_downtime', 'unknown_device');
    assert.equal(remedyFor(gone), 'without_gone');
    assert.deepEqual(remedied(gone), {
      ...report,
      place: 'waiting',
      request: null,
      downtime_id: null,
      device_ids: [],
    });
    assert.deepEqual(remedied(refused('unknown_downtime')).request, report.request);
    assert.equal(remedyFor(refused('request_settled')), 'settled_known');
    assert.deepEqual(remedied(refused('request_settled')), {
      ...report,
      place: 'waiting',
      settled_known: true,
    });
    assert.equal(remedyFor(refused('in_future')), 'again');
    assert.deepEqual(remedied(refused('in_future')), { ...report, place: 'waiting' });
  });

  it('is taken along as an archive that others open', async () => {
    const files = { 'report.json': '{"città":1}', '1-foto è.jpg': 'bytes', empty: '' };
    const packed = Object.entries(files).map(([name, text]) => ({
      name,
      bytes: new TextEncoder().encode(text),
    }));
    const archive = new Uint8Array(await zipFile(packed).arrayBuffer());
    assert.deepEqual(opened(archive), files);
  });
});
