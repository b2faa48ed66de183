import { z } from 'zod';
import { LIVE_SILENCE_MS, LiveEvent } from '../../contract/live.contract.ts';
import type { Listening, LiveState } from './stream.ts';

/**
 * What tabs tell one another. `from` is the claim of the tab that reads: a number that grows with each tab that takes
 * over, so that of two who both read the one with the higher claim goes on.
 */
const Word = z.discriminatedUnion('say', [
  /** Does anybody read? Whoever does answers with the state. */
  z.object({ say: z.literal('ask') }),
  z.object({ say: z.literal('state'), from: z.number(), state: z.enum(['connecting', 'live', 'lost']) }),
  z.object({ say: z.literal('event'), from: z.number(), event: LiveEvent }),
  /** The tab that read does so no more; `over`: nobody need try, access has ended. */
  z.object({ say: z.literal('left'), from: z.number(), over: z.boolean() }),
]);
type Word = z.infer<typeof Word>;

/** What the browser gives. */
export interface Browser {
  openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
  /** Remembers the newest claim, so that a tab that is alone need not wait for answers. */
  memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Undefined where the portal is served over plain http. */
  locks: Pick<LockManager, 'request'> | undefined;
}

interface Shared {
  /** The same for all tabs of one user in one company. */
  name: string;
  browser: Browser;
  /** Reads the server's stream until the signal aborts, or until access has ended. */
  read: (listening: Omit<Listening, 'company'>) => Promise<void>;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
}

/** Half to one and a half of it is waited for an answer; not all wait alike, so that one is the first to take over. */
const ANSWER_MS = 1_000;

/**
 * One live stream for all tabs of a browser: one tab reads it and tells the others. When that one leaves, dies or falls
 * silent, another takes over. Whoever is live again, after a lost stream or with another one to read it, is told
 * `resync`, because what was said meanwhile was not heard.
 */
export class SharedStream {
  readonly #given: Shared;
  #channel: ReturnType<Browser['openChannel']> | undefined;
  /** The highest claim heard; its own while this tab reads. */
  #claim = 0;
  /** Ends this tab's reading; undefined while another tab reads. */
  #reading: AbortController | undefined;
  #following: AbortController | undefined;
  #state: LiveState = 'connecting';
  /** The claim under which this tab was live last; 0 when something was missed since, null before the first time. */
  #liveUnder: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(given: Shared) {
    this.#given = given;
  }

  /** Begins, also again after `leave`. */
  join(): void {
    if (this.#channel) return;
    const { browser, name } = this.#given;
    this.#channel = browser.openChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { data: word } = Word.safeParse(data);
      if (word) this.#hear(word);
    };
    this.#given.onState('connecting');
    this.#claim = Math.max(this.#claim, Number(browser.memory.getItem(name)) || 0);
    if (browser.memory.getItem(name) === null) this.#take();
    else this.ask();
  }

  /** Ends; another tab takes over where this one has read. */
  leave(): void {
    this.#leave(false);
  }

  /** Makes sure that somebody reads: takes over when nobody answers. */
  ask(): void {
    if (!this.#channel || this.#reading) return;
    this.#after(ANSWER_MS * (0.5 + Math.random()), () => {
      this.#liveUnder ??= 0;
      this.#take();
    });
    this.#say({ say: 'ask' });
  }

  #leave(over: boolean): void {
    if (!this.#channel) return;
    clearTimeout(this.#timer);
    this.#following?.abort();
    this.#following = undefined;
    if (this.#reading) {
      this.#reading.abort();
      this.#reading = undefined;
      const { memory } = this.#given.browser;
      if (memory.getItem(this.#given.name) === String(this.#claim)) memory.removeItem(this.#given.name);
      this.#say({ say: 'left', from: this.#claim, over });
    }
    this.#channel.close();
    this.#channel = undefined;
    if (this.#liveUnder !== null) this.#liveUnder = 0;
  }

  #take(): void {
    const { name, browser, read, onEvent } = this.#given;
    clearTimeout(this.#timer);
    this.#following?.abort();
    this.#following = undefined;
    const reading = new AbortController();
    this.#reading = reading;
    const claim = Math.max(Date.now(), Math.ceil(this.#claim)) + Math.random();
    this.#claim = claim;
    browser.memory.setItem(name, String(claim));
    this.#lock(reading.signal, () => new Promise((free) => reading.signal.addEventListener('abort', free)));
    const show = (state: LiveState) => {
      if (reading.signal.aborted) return;
      this.#show(state);
      this.#say({ say: 'state', from: claim, state });
    };
    show('connecting');
    const reader = read({
      onState: show,
      onEvent: (event) => {
        if (reading.signal.aborted) return;
        onEvent(event);
        this.#say({ say: 'event', from: claim, event });
      },
      signal: reading.signal,
    });
    void reader.then(() => {
      if (!reading.signal.aborted) this.#leave(true);
    });
  }

  #hear(word: Word): void {
    if (word.say === 'ask') {
      if (this.#reading) this.#say({ say: 'state', from: this.#claim, state: this.#state });
      return;
    }
    if (word.from < this.#claim) {
      // One that was frozen and has been replaced meanwhile: it gives way when it hears of this one.
      if (this.#reading) this.#say({ say: 'state', from: this.#claim, state: this.#state });
      return;
    }
    if (word.say === 'left') {
      if (word.over) this.#leave(true);
      else this.ask();
      return;
    }
    this.#follow(word.from);
    if (word.say === 'event') this.#given.onEvent(word.event);
    else this.#show(word.state);
  }

  #follow(claim: number): void {
    this.#reading?.abort();
    this.#reading = undefined;
    if (claim !== this.#claim || !this.#following) {
      this.#claim = claim;
      this.#following?.abort();
      const following = new AbortController();
      this.#following = following;
      // Who gets the lock learns at once that the tab that read has died; else its silence tells, a minute later.
      this.#lock(following.signal, () => {
        if (this.#following !== following) return;
        this.#following = undefined;
        this.ask();
      });
    }
    this.#after(LIVE_SILENCE_MS, () => this.ask());
  }

  #show(state: LiveState): void {
    this.#state = state;
    this.#given.onState(state);
    if (state === 'lost') this.#liveUnder = 0;
    if (state !== 'live') return;
    const missed = this.#liveUnder !== null && this.#liveUnder !== this.#claim;
    this.#liveUnder = this.#claim;
    if (missed) this.#given.onEvent({ kind: 'resync' });
  }

  #say(word: Word): void {
    this.#channel?.postMessage(word);
  }

  #after(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, milliseconds);
  }

  #lock(signal: AbortSignal, work: () => unknown): void {
    this.#given.browser.locks?.request(this.#given.name, { signal }, work).catch((fault: unknown) => {
      if (!signal.aborted) console.warn('the lock of the live stream was refused', fault);
    });
  }
}
