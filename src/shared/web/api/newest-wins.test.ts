import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newestWins } from './newest-wins.ts';

it('values are sent one after the other, and of those that wait the newest alone', async () => {
  const sent: number[] = [];
  const ended: unknown[] = [];
  let done: () => void = () => undefined;
  const save = newestWins(
    (value: number) => {
      sent.push(value);
      return new Promise<void>((resolve, reject) => {
        done = () => (value === 4 ? reject(new Error('refused')) : resolve());
      });
    },
    (fault) => ended.push(fault),
  );
  const settle = async () => {
    done();
    await new Promise((resolve) => setImmediate(resolve));
  };
  save(1);
  save(2);
  save(3);
  assert.deepEqual([sent, ended], [[1], []]);
  await settle();
  assert.deepEqual(sent, [1, 3]);
  await settle();
  assert.deepEqual(ended, [undefined]);
  save(4);
  await settle();
  assert.match(String(ended[1]), /refused/);
});
