import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, symlink } from 'node:fs/promises';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerAddresses, type ModbusPeer, startModbusPeer } from '../../../tests/support/modbus-peer.ts';
import { ModbusLinkError, ModbusTimeout } from './errors.ts';
import { ModbusLink, type ModbusLinkOptions } from './link.ts';
import { openSerial, type SerialSettings, sttyArguments } from './serial.ts';

const PTY = fileURLToPath(new URL('../../../tests/support/pty.py', import.meta.url));
const REQUEST = { unit: 3, function_code: 3, address: 10, quantity: 2 } as const;
const ANSWER = Buffer.from([0, 10, 0, 11]);
const LINE: Omit<SerialSettings, 'tty'> = { baudrate: 19200, bytesize: 8, parity: 'none', stopbits: 1 };

const missing = ['python3', 'stty'].find((tool) => spawnSync(tool, ['--version']).status !== 0);
const skip = missing === undefined ? false : `${missing} is not here: no pseudo terminal to try it on`;

describe('the settings of a serial line', () => {
  it('are what stty calls them', () => {
    const line = { tty: '/dev/ttyS1', baudrate: 2400, bytesize: 7, parity: 'odd', stopbits: 2 } as const;
    const args = sttyArguments(line).join(' ');
    assert.equal(args, '-F /dev/ttyS1 raw -echo 2400 cs7 parenb parodd cstopb clocal -crtscts');
    assert.match(sttyArguments({ ...line, parity: 'even' }).join(' '), / parenb -parodd /);
    assert.match(sttyArguments({ ...LINE, tty: '/dev/ttyS1' }).join(' '), / cs8 -parenb -cstopb /);
  });

  it('belong to what the installation allows, and to a serial device', async () => {
    const limits = { ...LINE, timeout_ms: 500, signal: new AbortController().signal };
    const refused = openSerial({ ...limits, tty: '/dev/ttyS1', allow: () => false });
    await assert.rejects(
      refused,
      (error) => error instanceof ModbusLinkError && error.fault === 'refused_tty',
    );
    for (const tty of ['/etc/passwd', '/dev/../etc/passwd', '/dev/x;reboot'])
      await assert.rejects(openSerial({ ...limits, tty, allow: () => true }), { fault: 'refused_tty' });
    for (const tty of ['/dev/null', '/dev/no-such-line'])
      await assert.rejects(openSerial({ ...limits, tty, allow: () => true }), { fault: 'tty_failed' });
  });
});

describe('Modbus over a serial line', { skip }, () => {
  const opened: { stop(): unknown }[] = [];

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.stop();
  });

  /** A line whose other end is the peer. */
  async function plug(peer: ModbusPeer): Promise<{ tty: string; wire: ChildProcess }> {
    const wire = spawn('python3', [PTY, `${peer.port}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    opened.push({ stop: () => wire.kill('SIGKILL') });
    const [path] = (await once(wire.stdout ?? assert.fail('no output'), 'data')) as [Buffer];
    return { tty: path.toString().trim(), wire };
  }

  async function start(framer: 'rtu' | 'ascii'): Promise<ModbusPeer> {
    const peer = await startModbusPeer(framer, answerAddresses);
    opened.push(peer);
    return peer;
  }

  function link(tty: () => string, options: Partial<ModbusLinkOptions> = {}): ModbusLink {
    const made = new ModbusLink({
      host: '',
      port: 0,
      framer: 'rtu',
      timeout_ms: 1000,
      open: (limits) => openSerial({ ...limits, ...LINE, tty: tty(), allow: () => true }),
      ...options,
    });
    opened.push({ stop: () => made.close() });
    return made;
  }

  for (const framer of ['rtu', 'ascii'] as const) {
    it(`reads with the framer ${framer}, one request after the other`, async () => {
      const peer = await start(framer);
      const { tty } = await plug(peer);
      const one = link(() => tty, { framer, gap_ms: 20 });
      const began = performance.now();
      const answers = await Promise.all([one.read(REQUEST), one.read(REQUEST), one.read(REQUEST)]);
      assert.deepEqual(answers.map(Buffer.from), [ANSWER, ANSWER, ANSWER]);
      assert.ok(performance.now() - began >= 40);
      assert.equal(peer.requests[0]?.unit, 3);
      const baud = spawnSync('stty', ['-F', tty, 'speed']).stdout.toString().trim();
      assert.equal(baud, '19200');
    });
  }

  it('takes no answer that comes late for the answer to another request', async () => {
    const peer = await start('rtu');
    const { tty } = await plug(peer);
    const one = link(() => tty, { timeout_ms: 150 });
    peer.handle(async (request) => {
      await sleep(200);
      answerAddresses(request);
    });
    await assert.rejects(one.read(REQUEST), ModbusTimeout);
    peer.handle(answerAddresses);
    assert.deepEqual(Buffer.from(await one.read({ ...REQUEST, address: 40 })), Buffer.from([0, 40, 0, 41]));
  });

  it('leaves a line that vanished alone for a while, and is back with it', async () => {
    const peer = await start('rtu');
    const first = await plug(peer);
    let { tty } = first;
    const one = link(() => tty);
    await one.read(REQUEST);
    first.wire.kill('SIGKILL');
    await once(first.wire, 'exit');
    const faults: string[] = [];
    for (let i = 0; i < 5; i += 1)
      await one.read(REQUEST).catch((error: unknown) => {
        assert.ok(error instanceof ModbusLinkError || error instanceof ModbusTimeout, String(error));
        faults.push(error instanceof ModbusLinkError ? error.fault : 'timeout');
      });
    assert.ok(faults.includes('backing_off'), faults.join());
    tty = (await plug(peer)).tty;
    for (let tries = 0; ; tries += 1) {
      const answer = await one.read(REQUEST).catch(() => undefined);
      if (answer !== undefined) break;
      assert.ok(tries < 200);
      await sleep(20);
    }
  });

  it("is one link's at a time", async () => {
    const peer = await start('rtu');
    const { tty } = await plug(peer);
    const one = link(() => tty);
    await one.read(REQUEST);
    await assert.rejects(link(() => tty).read(REQUEST), /another port uses it/);
    one.close();
    await sleep(20);
    assert.deepEqual(Buffer.from(await link(() => tty).read(REQUEST)), ANSWER);
  });

  it('is the same line by whatever name, and one of its names must be allowed', async () => {
    const peer = await start('rtu');
    const { tty } = await plug(peer);
    const alias = `/dev/shm/line-${randomUUID()}`;
    await symlink(tty, alias);
    opened.push({ stop: () => rm(alias) });
    const by = (allowed: string) => (limits: { timeout_ms: number; signal: AbortSignal }) =>
      openSerial({ ...limits, ...LINE, tty: alias, allow: (...names) => names.includes(allowed) });
    await assert.rejects(link(() => alias, { open: by('/dev/ttyS9') }).read(REQUEST), {
      fault: 'refused_tty',
    });
    const one = link(() => alias, { open: by(tty) });
    assert.deepEqual(Buffer.from(await one.read(REQUEST)), ANSWER);
    await assert.rejects(link(() => tty).read(REQUEST), /another port uses it/);
    one.close();
    await sleep(20);
    const other = link(() => alias, { open: by(alias) });
    assert.deepEqual(Buffer.from(await other.read(REQUEST)), ANSWER);
  });
});
