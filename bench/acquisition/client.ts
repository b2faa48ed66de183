import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { ModbusLink } from '../../src/acquisition/modbus/link.ts';
import { makePlan } from '../../src/acquisition/plan.ts';
import { readBlocks } from '../../src/acquisition/read-blocks.ts';
import { readingRow } from '../../src/acquisition/reading-row.ts';
import { createRegisterMemory } from '../../src/acquisition/register-memory.ts';
import { decodeByHand, PLACES, REGISTERS, VARIABLES } from './registers.ts';

/** Who reads, from where his package is. */
export type ClientName = 'ours' | 'modbus-serial' | 'jsmodbus' | 'bare';

export interface ClientTask {
  readonly name: ClientName;
  /** The folder of a peer's package. */
  readonly folder?: string;
  readonly tcp_ports: readonly number[];
}

export interface Round {
  readonly reads: number;
  readonly cpu_us: number;
  /** Of all values, so that nobody is quicker by reading something else. */
  readonly sum: number;
}

/** Reads the device's registers once, as numbers. */
type Reader = () => Promise<Float64Array>;

const TIMEOUT_MS = 5000;
const HEAD_BYTES = 9;
const load = createRequire(import.meta.url);

/** As the poller reads: by a plan, each register joined to its variable, with qualities, into a row to be stored. */
async function openOurs(port: number): Promise<Reader> {
  const link = new ModbusLink({ host: '127.0.0.1', port, framer: 'tcp', timeout_ms: TIMEOUT_MS });
  const plan = makePlan(VARIABLES);
  const memory = createRegisterMemory();
  return async () => {
    const { readings } = await readBlocks(link, 1, plan, { memory });
    return readingRow({ device_id: 1, slots: PLACES.length }, 0, readings).values;
  };
}

/** What sockets alone cost: the same bytes sent and received, decoded by hand, with nothing in between. */
async function openBare(port: number): Promise<Reader> {
  const request = Buffer.from([0, 1, 0, 0, 0, 6, 1, 3, 0, 0, 0, REGISTERS]);
  let resolve: (values: Float64Array) => void = () => undefined;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('data', (bytes: Buffer) => resolve(decodeByHand(bytes.subarray(HEAD_BYTES))));
  await once(socket, 'connect');
  return () =>
    new Promise((done) => {
      resolve = done;
      socket.write(request);
    });
}

interface SerialClient {
  connectTCP(host: string, options: { port: number }): Promise<void>;
  setID(unit: number): void;
  setTimeout(ms: number): void;
  readHoldingRegisters(address: number, count: number): Promise<{ buffer: Buffer }>;
}

async function openModbusSerial(port: number, folder: string): Promise<Reader> {
  const Client = load(folder) as new () => SerialClient;
  const client = new Client();
  await client.connectTCP('127.0.0.1', { port });
  client.setID(1);
  client.setTimeout(TIMEOUT_MS);
  return async () => decodeByHand((await client.readHoldingRegisters(0, REGISTERS)).buffer);
}

interface JsModbus {
  client: {
    TCP: new (
      socket: Socket,
      unit: number,
      timeout: number,
    ) => {
      readHoldingRegisters(
        address: number,
        count: number,
      ): Promise<{ response: { body: { valuesAsBuffer: Buffer } } }>;
    };
  };
}

async function openJsModbus(port: number, folder: string): Promise<Reader> {
  const { client } = load(folder) as JsModbus;
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const device = new client.TCP(socket, 1, TIMEOUT_MS);
  await once(socket, 'connect');
  return async () =>
    decodeByHand((await device.readHoldingRegisters(0, REGISTERS)).response.body.valuesAsBuffer);
}

function open({ name, folder = '' }: ClientTask, port: number): Promise<Reader> {
  if (name === 'ours') return openOurs(port);
  if (name === 'bare') return openBare(port);
  return name === 'modbus-serial' ? openModbusSerial(port, folder) : openJsModbus(port, folder);
}

/** Every connection reads so many times, one after the other, all of them at once. */
async function play(readers: readonly Reader[], times: number): Promise<Round> {
  const cpu = process.cpuUsage();
  const sums = readers.map(async (read) => {
    let sum = 0;
    for (let i = 0; i < times; i += 1) for (const value of await read()) sum += value;
    return sum;
  });
  const sum = (await Promise.all(sums)).reduce((a, b) => a + b, 0);
  const { user, system } = process.cpuUsage(cpu);
  return { reads: readers.length * times, cpu_us: user + system, sum };
}

if (import.meta.main) {
  let readers: Reader[] = [];
  process.once('disconnect', () => process.exit());
  process.on('message', (question: ClientTask | { times: number }) => {
    const done =
      'times' in question
        ? play(readers, question.times)
        : Promise.all(question.tcp_ports.map((port) => open(question, port))).then((opened) => {
            readers = opened;
            return readers.length;
          });
    void done.then((answer) => process.send?.(answer));
  });
}
