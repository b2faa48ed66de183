import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallError } from '../../../../shared/contract/client.ts';
import type { RequestState } from '../../request-states.model.ts';
import { BLANK, workValuesOf } from '../reports/form.model.ts';
import { type FieldPhoto, type FieldReport, remedied } from './field-mode.model.ts';
import { sendReport } from './send-reports.ts';

const REPORT: FieldReport = {
  key: 'report-key',
  user_id: 4,
  company: { id: 1, name: 'Aurora' },
  request: { id: 7, number: 7, title: 'Inverter' },
  plant: { proj_code: 'P1', name: 'Capitanata', time_zone: 'Europe/Rome' },
  device_ids: [],
  downtime_id: null,
  values: workValuesOf(BLANK, 'Europe/Rome'),
  place: 'waiting',
  changed_at: 0,
  report_id: null,
  refusal: null,
  settled_known: false,
};
const photo = (key: string): FieldPhoto => ({
  key,
  report: REPORT.key,
  file_name: `${key}.jpg`,
  media_type: 'image/jpeg',
  bytes: new ArrayBuffer(3),
  sent: false,
});

/** The browser is closed, or the phone dies: nothing after it happens, and nobody is told. */
class Killed extends Error {}

/** A device and a portal. At the step of that number, counted over all steps, it fails: before the step is done, or after. */
class World {
  readonly device = new Map([[REPORT.key, REPORT]]);
  readonly photos = new Map(['one', 'two'].map((key) => [key, photo(key)]));
  readonly portal = new Map<string, number>();
  readonly files = new Map<string, number>();
  requestState: RequestState | null = 'in_progress';
  steps = 0;
  fails: { at: number; when: 'before' | 'after'; by: () => Error } | null = null;

  async #step<T>(work: () => T): Promise<T> {
    this.steps += 1;
    const { fails, steps } = this;
    if (fails?.at === steps && fails.when === 'before') throw fails.by();
    const answer = work();
    if (fails?.at === steps && fails.when === 'after') throw fails.by();
    return answer;
  }

  readonly ways = {
    stateOf: () =>
      this.#step(() => {
        if (this.requestState === null) throw new CallError(404, { code: 'not_found' });
        return this.requestState;
      }),
    // As the portal does: what comes again by its key is there already.
    create: ({ key }: FieldReport) =>
      this.#step(() => {
        const id = this.portal.get(key) ?? this.portal.size + 100;
        this.portal.set(key, id);
        return id;
      }),
    upload: ({ report_id }: { report_id: number }, { key }: FieldPhoto) =>
      this.#step(() => void this.files.set(key, report_id)),
    photosOf: () => this.#step(() => [...this.photos.values()]),
    keep: (report: FieldReport) => this.#step(() => void this.device.set(report.key, report)),
    keepPhoto: (sent: FieldPhoto) => this.#step(() => void this.photos.set(sent.key, sent)),
    remove: ({ key }: FieldReport) =>
      this.#step(() => {
        this.device.delete(key);
        this.photos.clear();
      }),
  };

  async send() {
    const report = this.device.get(REPORT.key);
    return report?.place === 'waiting' ? sendReport(report, this.ways) : 'nothing to send';
  }
}

describe('sending a report from a phone', () => {
  it('brings the report and its photos once, and then removes them from the phone', async () => {
    const world = new World();
    assert.equal(await world.send(), 'sent');
    assert.deepEqual([...world.portal], [['report-key', 100]]);
    assert.deepEqual(
      [...world.files],
      [
        ['one', 100],
        ['two', 100],
      ],
    );
    assert.deepEqual([world.device.size, world.photos.size], [0, 0]);
  });

  it('loses and doubles nothing, wherever it is killed or the network goes', async () => {
    const whole = new World();
    await whole.send();
    for (let at = 1; at <= whole.steps; at += 1)
      for (const when of ['before', 'after'] as const)
        for (const by of [() => new Killed(), () => new CallError(0, {})]) {
          const world = new World();
          world.fails = { at, when, by };
          const first = await world.send().catch((fault: unknown) => {
            if (fault instanceof Killed) return 'killed';
            throw fault;
          });
          const said = `step ${at}, ${when}: ${first}`;
          assert.ok(['killed', 'later'].includes(first), said);
          // Until all of it is there all of it is here.
          if (world.device.size > 0) assert.equal(world.photos.size, 2, said);
          world.fails = null;
          await world.send();
          assert.deepEqual([world.device.size, world.photos.size], [0, 0], said);
          assert.deepEqual([...world.portal], [['report-key', 100]], said);
          assert.deepEqual(Object.fromEntries(world.files), { one: 100, two: 100 }, said);
        }
  });

  it('tells that its request was settled meanwhile, and goes on once its author knows', async () => {
    const world = new World();
    world.requestState = 'closed';
    assert.equal(await world.send(), 'refused');
    const told = world.device.get(REPORT.key) ?? assert.fail('the report is gone');
    assert.deepEqual(
      [told.place, told.refusal?.status, told.refusal?.errors[0]?.code, world.portal.size, world.photos.size],
      ['refused', 409, 'request_settled', 0, 2],
    );
    world.device.set(REPORT.key, remedied(told));
    assert.equal(await world.send(), 'sent');
  });

  it('tells that its request is gone, and goes without it', async () => {
    const world = new World();
    world.requestState = null;
    assert.equal(await world.send(), 'refused');
    const told = world.device.get(REPORT.key) ?? assert.fail('the report is gone');
    assert.equal(told.refusal?.errors[0]?.code, 'unknown_request');
    world.device.set(REPORT.key, remedied(told));
    assert.equal(await world.send(), 'sent');
    assert.equal(world.portal.size, 1);
  });

  it('says which photo was not taken, and keeps it with its report', async () => {
    const world = new World();
    const upload = world.ways.upload;
    const refusing = {
      ...world.ways,
      upload: (report: FieldReport & { report_id: number }, one: FieldPhoto) =>
        one.key === 'two' ? Promise.reject(new CallError(400, { code: 'invalid' })) : upload(report, one),
    };
    assert.equal(await sendReport(REPORT, refusing), 'refused');
    const told = world.device.get(REPORT.key);
    assert.deepEqual([told?.place, told?.report_id, told?.refusal?.photo], ['refused', 100, 'two.jpg']);
    assert.deepEqual(
      [...world.photos.values()].map(({ sent }) => sent),
      [true, false],
    );
  });

  it('stops where nobody is signed in any more, and keeps what it has', async () => {
    const world = new World();
    world.fails = { at: 1, when: 'before', by: () => new CallError(401, {}) };
    assert.equal(await world.send(), 'signed_out');
    assert.deepEqual([world.device.get(REPORT.key)?.place, world.photos.size], ['waiting', 2]);
  });
});
