import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makePlan, type PlanVariable } from '../plan.ts';
import { readBlocks } from '../read-blocks.ts';
import { createRegisterMemory } from '../register-memory.ts';
import { ModbusException, ModbusTimeout } from './errors.ts';
import type { FramerName } from './framers.ts';
import { ModbusLink } from './link.ts';

const SCRIPT = fileURLToPath(new URL('./pymodbus_peer.py', import.meta.url));

// Debian's python3-pymodbus belongs to /usr/bin/python3, which need not be the first python3 of the path.
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import pymodbus'], { stdio: 'ignore' }).status === 0,
);
const skip = PYTHON === undefined && 'pymodbus is not installed (Debian: python3-pymodbus)';

async function withServer(
  framer: FramerName,
  use: (link: ModbusLink) => Promise<void>,
  timeout_ms = 5000,
): Promise<void> {
  const server = spawn(PYTHON ?? 'python3', [SCRIPT, framer], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  try {
    const link = new ModbusLink({ host: '127.0.0.1', port: await portOf(server), framer, timeout_ms });
    try {
      await use(link);
    } finally {
      link.close();
    }
  } finally {
    server.kill('SIGKILL');
    await exited;
  }
}

async function portOf(server: ChildProcess): Promise<number> {
  assert.ok(server.stdout !== null);
  for await (const line of createInterface(server.stdout)) return Number(line);
  throw new Error('pymodbus ended before it listened');
}

function variable(slot: number, changes: Partial<PlanVariable>): PlanVariable {
  return {
    slot,
    function_code: 3,
    address: 0,
    data_type: 'uint16',
    word_order: 'ABCD',
    bit: null,
    factor: 1,
    value_offset: 0,
    scale_address: null,
    sentinel: false,
    ...changes,
  };
}

const VARIABLES: readonly PlanVariable[] = [
  variable(0, { data_type: 'float32' }),
  variable(1, { address: 2, data_type: 'int32', word_order: 'CDAB', factor: 0.001 }),
  variable(2, { address: 4, data_type: 'uint64', factor: 1 / 1024 }),
  variable(3, { address: 8, data_type: 'float64' }),
  variable(4, { address: 12, data_type: 'int16' }),
  variable(5, { function_code: 4, address: 124 }),
  variable(6, { function_code: 1, address: 19, data_type: 'bit' }),
  variable(7, { function_code: 1, address: 20, data_type: 'bit' }),
  variable(8, { function_code: 2, address: 37, data_type: 'bit' }),
  variable(9, { function_code: 4, address: 7, data_type: 'bit', bit: 2 }),
];
const EXPECTED = [123456, -123.456, (2 ** 53 - 1) / 1024, -1.5e-7, -2, 124, 1, 0, 1, 1];

describe('ModbusLink against pymodbus, an independent server (runs only where pymodbus is present)', {
  skip,
}, () => {
  for (const framer of ['tcp', 'rtu', 'ascii'] satisfies FramerName[]) {
    it(`${framer}: numbers and bits of every kind, a refused register, and the link after it`, async () => {
      await withServer(framer, async (link) => {
        const plan = makePlan([...VARIABLES, variable(10, { address: 14 })]);
        const { readings } = await readBlocks(link, 7, plan, { memory: createRegisterMemory() });
        const values = EXPECTED.map((_, slot) => readings.find((reading) => reading.slot === slot));
        assert.deepEqual(
          values.map((reading) => (reading?.quality === 'good' ? reading.value : reading)),
          EXPECTED,
        );
        const beyond = readings.find(({ slot }) => slot === 10);
        assert.ok(beyond?.quality === 'failed' && beyond.reason === 'exception', JSON.stringify(beyond));
        assert.match(beyond.message, /exception 2/);
        const all = await link.read({ unit: 7, function_code: 4, address: 0, quantity: 125 });
        assert.deepEqual(
          Array.from({ length: 125 }, (_, index) => Buffer.from(all).readUInt16BE(index * 2)),
          Array.from({ length: 125 }, (_, index) => index),
        );
      });
    });
  }

  it('tcp: a unit that does not exist gives no value', async () => {
    const readForeign = async (link: ModbusLink) => {
      const read = link.read({ unit: 8, function_code: 3, address: 0, quantity: 1 });
      await assert.rejects(
        read,
        (error) => error instanceof ModbusException || error instanceof ModbusTimeout,
      );
    };
    await withServer('tcp', readForeign, 300);
  });
});
