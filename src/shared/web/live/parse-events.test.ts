import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventParser } from './parse-events.ts';

describe('server-sent events', () => {
  it('are put together from whatever pieces they arrive in', () => {
    const text = ': hello\n\nevent: plants\nid: 4\ndata: {"a":\ndata: 1}\n\ndata:second\n\n';
    for (const size of [1, 3, 7, text.length]) {
      const parse = eventParser();
      const heard: string[] = [];
      for (let at = 0; at < text.length; at += size) heard.push(...parse(text.slice(at, at + size)));
      assert.deepEqual(heard, ['{"a":\n1}', 'second'], `pieces of ${size}`);
    }
  });

  it('may end their lines with carriage returns, also between two pieces', () => {
    const parse = eventParser();
    assert.deepEqual(parse('data: one\r'), []);
    assert.deepEqual(parse('\ndata: more\r\n\r'), []);
    assert.deepEqual(parse('\ndata: two\r\n\r\n'), ['one\nmore', 'two']);
  });

  it('are not heard before they are whole', () => {
    const parse = eventParser();
    assert.deepEqual(parse('data: half'), []);
    assert.deepEqual(parse('\n\n'), ['half']);
  });
});
