import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { LIVE_SILENCE_MS } from '../../contract/live.contract.ts';
import { type Browser, SharedStream } from './shared-stream.ts';
import type { Listening } from './stream.ts';

type Channel = ReturnType<Browser['openChannel']>;

/** Longer than any tab waits for an answer. */
const ANSWERED_MS = 2_000;

/** A tab whose stream says what the test wants it to. */
interface Tab {
  readonly stream: SharedStream;
  /** Its last state, and the kinds of all events it was told. */
  state: string;
  readonly heard: string[];
  /** What it reads the server's stream with, as long as it does. */
  reading: Omit<Listening, 'company'> | undefined;
  endAccess: (() => void) | undefined;
  /** Frozen or dead: hears and says nothing, and has taken leave of nobody. */
  frozen: boolean;
}

/** A browser without locks, whose time passes when it is told to. */
function openBrowser(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });
  const open = new Map<Channel, Tab>();
  const memory = new Map<string, string>();
  const tabs: Tab[] = [];

  function post(from: Tab, data: unknown): void {
    if (from.frozen) return;
    for (const [channel, tab] of [...open]) {
      const message = { data: structuredClone(data) } as MessageEvent;
      if (tab !== from && !tab.frozen) channel.onmessage?.call(channel as BroadcastChannel, message);
    }
  }

  function openTab(): Tab {
    const browser: Browser = {
      openChannel: () => {
        const channel: Channel = {
          onmessage: null,
          postMessage: (data: unknown) => post(tab, data),
          close: () => void open.delete(channel),
        };
        open.set(channel, tab);
        return channel;
      },
      memory: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
        removeItem: (key) => void memory.delete(key),
      },
      locks: undefined,
    };
    const stream = new SharedStream({
      name: 'live',
      browser,
      read: (reading) =>
        new Promise((resolve) => {
          tab.reading = reading;
          tab.endAccess = resolve;
          reading.signal.addEventListener('abort', () => {
            tab.reading = undefined;
            resolve();
          });
        }),
      onEvent: ({ kind }) => void tab.heard.push(kind),
      onState: (state) => {
        tab.state = state;
      },
    });
    const tab: Tab = {
      stream,
      state: '',
      heard: [],
      reading: undefined,
      endAccess: undefined,
      frozen: false,
    };
    tabs.push(tab);
    stream.join();
    return tab;
  }

  const readers = () => tabs.filter((tab) => tab.reading && !tab.frozen);
  return {
    openTab,
    readers,
    /** The one tab that reads. */
    reader: () => {
      assert.equal(readers().length, 1);
      return readers()[0] ?? assert.fail();
    },
    /** What is remembered reaches other tabs a moment later. */
    forget: () => memory.clear(),
    /** Says something to everybody, as another version of the portal might. */
    shout: (data: unknown) => post({ ...(tabs[0] ?? assert.fail()) }, data),
    /** One after the other, so that what a timer begins sees the time at which it does. */
    pass: (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 100) t.mock.timers.tick(100);
    },
  };
}

describe('a live stream that tabs share', () => {
  it('is read at once by the first tab, and told to those that come later', (t) => {
    const { openTab, readers } = openBrowser(t);
    const first = openTab();
    assert.equal(first.state, 'connecting');
    first.reading?.onState('live');
    const second = openTab();
    assert.equal(second.state, 'live');
    first.reading?.onEvent({ kind: 'plants', codes: ['A'] });
    first.reading?.onState('lost');
    assert.deepEqual([first.heard, second.heard], [['plants'], ['plants']]);
    assert.deepEqual([first.state, second.state], ['lost', 'lost']);
    first.reading?.onState('live');
    assert.deepEqual(
      [first.heard, second.heard],
      [
        ['plants', 'resync'],
        ['plants', 'resync'],
      ],
    );
    assert.deepEqual(readers(), [first]);
  });

  it('is taken over by one of the others, who all ask anew once, when its reader leaves', (t) => {
    const { openTab, reader, pass } = openBrowser(t);
    const [first, ...others] = [openTab(), openTab(), openTab(), openTab()];
    first?.reading?.onState('live');
    first?.stream.leave();
    pass(ANSWERED_MS);
    assert.ok(others.includes(reader()));
    assert.deepEqual(new Set(others.map((tab) => tab.state)), new Set(['connecting']));
    reader().reading?.onState('live');
    reader().reading?.onState('live');
    for (const tab of others) assert.deepEqual([tab.state, tab.heard], ['live', ['resync']]);
    first?.stream.join();
    assert.deepEqual([first?.state, first?.heard, first?.reading], ['live', ['resync'], undefined]);
  });

  it('is taken over when its reader says nothing for longer than the server ever does', (t) => {
    const { openTab, reader, pass } = openBrowser(t);
    const [first, second] = [openTab(), openTab()];
    first.reading?.onState('live');
    for (let i = 0; i < 5; i += 1) {
      pass(LIVE_SILENCE_MS / 2);
      first.reading?.onState('live');
    }
    assert.equal(reader(), first);
    // Silent, but there: it answers.
    pass(LIVE_SILENCE_MS * 2);
    assert.equal(reader(), first);
    first.frozen = true;
    pass(LIVE_SILENCE_MS + ANSWERED_MS);
    assert.equal(reader(), second);
    second.reading?.onState('live');
    assert.deepEqual(second.heard, ['resync']);
    // What was frozen goes on where it was, until it hears of its successor.
    first.frozen = false;
    first.reading?.onEvent({ kind: 'progress' });
    assert.deepEqual(second.heard, ['resync']);
    assert.equal(reader(), second);
    second.reading?.onState('live');
    assert.deepEqual([first.state, first.heard], ['live', ['progress', 'resync']]);
  });

  it('is asked for by a tab that comes into view, which does not wait for a silence', (t) => {
    const { openTab, reader, pass } = openBrowser(t);
    const [first, second] = [openTab(), openTab()];
    second.stream.ask();
    pass(ANSWERED_MS);
    assert.equal(reader(), first);
    first.frozen = true;
    second.stream.ask();
    pass(ANSWERED_MS);
    assert.equal(reader(), second);
  });

  it('is read by a tab that is alone again after all others died, and what it has missed is asked for', (t) => {
    const { openTab, reader, pass } = openBrowser(t);
    openTab().frozen = true;
    const next = openTab();
    assert.deepEqual([next.state, next.reading], ['connecting', undefined]);
    pass(ANSWERED_MS);
    assert.equal(reader(), next);
    next.reading?.onState('live');
    assert.deepEqual(next.heard, ['resync']);
  });

  it('is left to the newer of two that began before they could hear of one another', (t) => {
    const { openTab, reader, forget, pass } = openBrowser(t);
    const first = openTab();
    first.frozen = true;
    forget();
    pass(100);
    const second = openTab();
    first.frozen = false;
    assert.ok(first.reading && second.reading);
    first.reading.onState('live');
    assert.equal(reader(), second);
    second.reading.onState('live');
    assert.deepEqual([first.state, first.heard], ['live', ['resync']]);
  });

  it('ends for all when access has ended, and nobody tries again', async (t) => {
    const { openTab, readers, pass } = openBrowser(t);
    const [first, second] = [openTab(), openTab()];
    first.reading?.onEvent({ kind: 'revoked' });
    first.endAccess?.();
    await Promise.resolve();
    assert.deepEqual([first.heard, second.heard], [['revoked'], ['revoked']]);
    pass(LIVE_SILENCE_MS * 2);
    second.stream.ask();
    pass(ANSWERED_MS);
    assert.deepEqual(readers(), []);
  });

  it('is not disturbed by what it does not understand', (t) => {
    const { openTab, shout } = openBrowser(t);
    const [first, second] = [openTab(), openTab()];
    first.reading?.onState('live');
    const wrong = [null, 'ask', { say: 'state', from: 9e15, state: 'gone' }, { say: 'left', from: 'x' }];
    for (const word of wrong) shout(word);
    shout({ say: 'event', from: 9e15, event: { kind: 'plants', codes: [1] } });
    assert.deepEqual([first.state, second.state], ['live', 'live']);
    assert.deepEqual([first.heard, second.heard], [[], []]);
  });
});
