import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WebhookLanes } from './webhook-lanes.ts';

describe('turns of webhooks', () => {
  /** Turns that last until they are ended by name (`company/webhook`). */
  function lanesOf(each: number, total: number) {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const lanes = new WebhookLanes({ each, total }, (company_id, webhook_id) => {
      const name = `${company_id}/${webhook_id}`;
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    };
    return { lanes, begun, end };
  }

  it('are a few of a company at a time, so that another one has its own at once', () => {
    const { lanes, begun } = lanesOf(2, 4);
    lanes.request(1, [1, 2, 3, 4, 5, 6]);
    lanes.request(2, [1]);
    assert.deepEqual(begun, ['1/1', '1/2', '2/1']);
  });

  it('go round where all are taken: whoever had one waits behind the others', async () => {
    const { lanes, begun, end } = lanesOf(2, 2);
    lanes.request(1, [1, 2, 3, 4]);
    lanes.request(2, [1, 2]);
    lanes.request(3, [1]);
    for (const name of ['1/1', '1/2', '1/3', '2/1']) await end(name);
    assert.deepEqual(begun, ['1/1', '1/2', '1/3', '2/1', '3/1', '1/4']);
    // It is due again, and goes behind those that wait.
    lanes.request(1, [1, 4]);
    await end('3/1');
    await end('1/4');
    assert.deepEqual(begun.slice(6), ['2/2', '1/1']);
  });

  it('are one of a webhook at a time, and none is begun once they are closed', async () => {
    const { lanes, begun, end } = lanesOf(1, 8);
    lanes.request(1, [1, 2]);
    lanes.request(1, [1, 2]);
    const closed = lanes.close();
    await end('1/1');
    await closed;
    await lanes.idle(1);
    assert.deepEqual(begun, ['1/1']);
  });
});
