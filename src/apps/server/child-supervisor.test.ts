import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { loadConfig } from '../../shared/server/config.ts';
import { createLog } from '../../shared/server/log.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { ChildSupervisor } from './child-supervisor.ts';
import type { BeginMessage } from './part.ts';

/** A process that is only told about. */
class FakeChild extends EventEmitter {
  readonly pid: number | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  constructor(pid: number | undefined) {
    super();
    this.pid = pid;
  }
  send(): boolean {
    return true;
  }
  kill(): boolean {
    setImmediate(() => this.exit(0));
    return true;
  }
  exit(code: number): void {
    this.exitCode = code;
    this.emit('exit', code, null);
  }
  ready(): void {
    this.emit('message', { kind: 'ready', address: undefined });
  }
}

const begin = { kind: 'begin', config: loadConfig({}, { demo: true }), database: {} } as BeginMessage;
const spawnFailure = () => Object.assign(new Error('spawn EAGAIN'), { code: 'EAGAIN' });

/** A supervisor whose processes come from `lives`, one after the other; restarts come at once. */
function keep(...lives: (() => FakeChild)[]) {
  const born: FakeChild[] = [];
  const supervisor = new ChildSupervisor({
    plan: { part: 'api', entry: new URL('file:///nowhere.ts') },
    begin,
    log: createLog('silent', 'test'),
    backOff: { started: () => undefined, died: () => 1 },
    fork: () => {
      const child = lives[born.length]?.();
      if (!child) assert.fail('started more often than it died');
      born.push(child);
      return child as unknown as ChildProcess;
    },
  });
  return { supervisor, born };
}

const living = () => new FakeChild(4711);
const stillborn = () => {
  const child = new FakeChild(undefined);
  setImmediate(() => child.emit('error', spawnFailure()));
  return child;
};
const endsTwice = () => {
  const child = stillborn();
  setImmediate(() => child.emit('exit', null, 'SIGKILL'));
  return child;
};

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !holds() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 2));
  assert.ok(holds(), 'it did not come about in time');
}

describe('the supervisor of a part', () => {
  async function startFirst(supervisor: ChildSupervisor, born: FakeChild[]): Promise<void> {
    const started = supervisor.start();
    born[0]?.ready();
    await started;
  }

  it('starts it again when a process could not be made, which is told by an error alone', async () => {
    const { supervisor, born } = keep(living, stillborn, living);
    await startFirst(supervisor, born);
    born[0]?.exit(1);
    await until(() => born.length === 3);
    assert.equal(supervisor.pid, 4711);
    await supervisor.stop();
  });

  it('starts it again when making a process throws', async () => {
    let thrown = false;
    const { supervisor, born } = keep(living, () => {
      if (thrown) return living();
      thrown = true;
      throw spawnFailure();
    });
    await startFirst(supervisor, born);
    born[0]?.exit(1);
    await until(() => born.length === 2);
    await supervisor.stop();
  });

  it('starts it again once when both an error and its end are told', async () => {
    const { supervisor, born } = keep(living, endsTwice, living);
    await startFirst(supervisor, born);
    born[0]?.exit(1);
    await until(() => born.length === 3);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(born.length, 3);
    await supervisor.stop();
  });

  it('leaves a living process alone when only a message to it was lost', async () => {
    const { supervisor, born } = keep(living);
    await startFirst(supervisor, born);
    born[0]?.emit('error', new Error('write EPIPE'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual([born.length, supervisor.pid], [1, 4711]);
    await supervisor.stop();
  });

  it('goes on with its first start when the database went away in the middle of it', async () => {
    const { supervisor, born } = keep(living, living);
    const started = supervisor.start();
    born[0]?.emit('message', { kind: 'not_yet', sentence: 'write EPIPE' });
    born[0]?.exit(1);
    await until(() => born.length === 2);
    born[1]?.ready();
    await started;
    await supervisor.stop();
  });

  it('gives its first start up when the next try fails for good', async () => {
    const { supervisor, born } = keep(living, living);
    const started = supervisor.start();
    born[0]?.emit('message', { kind: 'not_yet', sentence: 'write EPIPE' });
    born[0]?.exit(1);
    await until(() => born.length === 2);
    born[1]?.emit('message', { kind: 'fault', sentence: 'PORT 1 is taken' });
    await assert.rejects(started, /PORT 1 is taken/);
    await supervisor.stop();
  });

  it('says a first start that fails in one sentence, and does not try again', async () => {
    const { supervisor, born } = keep(stillborn);
    await assert.rejects(supervisor.start(), (error: Error) => {
      assert.ok(error instanceof StartFault);
      assert.match(error.message, /^The api process could not be started: spawn EAGAIN\.$/);
      return true;
    });
    await supervisor.stop();
    assert.equal(born.length, 1);
  });
});
