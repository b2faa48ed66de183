import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FRESH_MS, KEPT_MS } from '../cameras.model.ts';
import { NoPicture, type Taken } from './camera-client.ts';
import { CameraPictures } from './camera-pictures.ts';

const taken = (text: string, age_ms = 0): Taken => ({
  bytes: Buffer.from(text),
  media_type: 'image/jpeg',
  age_ms,
});

describe('pictures of cameras', () => {
  const start = Date.parse('2026-06-01T12:00:00Z');
  function desk() {
    let now = start;
    const pictures = new CameraPictures({ clock: () => now });
    let asked = 0;
    const ask = (answer: () => Promise<Taken>, key = 'a') =>
      pictures.show(key, 1, () => {
        asked++;
        return answer();
      });
    return { ask, asked: () => asked, pass: (ms: number) => (now += ms) };
  }
  const fails = (code: 'timeout' | 'unauthorized') => () => Promise.reject(new NoPicture(code));

  it('are asked for once, however many look meanwhile and while it is fresh', async () => {
    const { ask, asked, pass } = desk();
    const { promise, resolve } = Promise.withResolvers<Taken>();
    const looking = Array.from({ length: 50 }, () => ask(() => promise));
    resolve(taken('one'));
    const shown = await Promise.all(looking);
    assert.equal(asked(), 1);
    assert.ok(shown.every(({ bytes, stale }) => bytes.toString() === 'one' && stale === null));
    pass(FRESH_MS - 1);
    await ask(() => Promise.resolve(taken('two')));
    assert.equal(asked(), 1);
    pass(1);
    assert.equal((await ask(() => Promise.resolve(taken('two')))).bytes.toString(), 'two');
  });

  it('are not waited for without end behind cameras that are slow', async () => {
    const pictures = new CameraPictures({ patience_ms: 20 });
    const { promise, resolve } = Promise.withResolvers<Taken>();
    const late = pictures.show('a', 1, () => promise);
    await assert.rejects(late, (fault) => fault instanceof NoPicture && fault.fault.code === 'busy');
    resolve(taken('late'));
    const shown = await pictures.show('a', 1, () => Promise.reject(new Error('it is asked once')));
    assert.equal(shown.bytes.toString(), 'late');
  });

  it('of one camera are never shown for another', async () => {
    const { ask } = desk();
    const [a, b] = await Promise.all([
      ask(() => Promise.resolve(taken('a')), 'a'),
      ask(() => Promise.resolve(taken('b')), 'b'),
    ]);
    assert.deepEqual([a.bytes.toString(), b.bytes.toString()], ['a', 'b']);
  });

  it('that grew old are shown as such, with when they were taken, and let go in the end', async () => {
    const { ask, pass } = desk();
    await ask(() => Promise.resolve(taken('old')));
    pass(10_000);
    const shown = await ask(fails('timeout'));
    assert.deepEqual([shown.bytes.toString(), shown.stale?.code, shown.taken_at], ['old', 'timeout', start]);
    pass(KEPT_MS);
    await assert.rejects(ask(fails('timeout')), NoPicture);
  });

  it('are live again with the next one', async () => {
    const { ask, pass } = desk();
    await ask(() => Promise.resolve(taken('one')));
    pass(10_000);
    assert.equal((await ask(fails('timeout'))).stale?.code, 'timeout');
    pass(3000);
    assert.equal((await ask(() => Promise.resolve(taken('two')))).stale, null);
  });

  it('that the camera itself calls old are no live ones', async () => {
    const { ask } = desk();
    const shown = await ask(() => Promise.resolve(taken('frozen', 300_000)));
    assert.deepEqual([shown.stale?.code, shown.taken_at], ['old', start - 300_000]);
  });

  it('are asked for less and less often while the camera does not answer', async () => {
    const { ask, asked, pass } = desk();
    for (let second = 0; second < 600; second++) {
      await assert.rejects(ask(fails('timeout')));
      pass(1000);
    }
    assert.ok(asked() < 20, `asked ${asked()} times in ten minutes`);
  });

  it('are not asked for with a wrong password until a camera locks', async () => {
    const { ask, asked, pass } = desk();
    for (let second = 0; second < 59; second++) {
      await assert.rejects(ask(fails('unauthorized')));
      pass(1000);
    }
    assert.equal(asked(), 1);
  });

  it('in too great a number push out those that were shown longest ago', async () => {
    const { ask, asked } = desk();
    const large = () => Promise.resolve({ ...taken(''), bytes: Buffer.alloc(4 * 1024 * 1024) });
    for (let i = 0; i < 30; i++) await ask(large, `camera ${i}`);
    await ask(large, 'camera 29');
    assert.equal(asked(), 30);
    await ask(large, 'camera 0');
    assert.equal(asked(), 31);
  });
});
