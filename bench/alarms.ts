import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Line, tableOf } from './acquisition/report.ts';
import { benchChain } from './alarms/chain.ts';
import { DEVICES_OF_PLANT } from './alarms/fleet.ts';
import { benchLists } from './alarms/lists.ts';
import { benchLoad, WARM_MS } from './alarms/load.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';

const HELP = `npm run bench:alarms -- [--plants 1000] [--minutes 20]
Plants of ${DEVICES_OF_PLANT} devices that speak once a minute, and the keeper of alarms in a process of its own: the
processor time of both it and its PostgreSQL backends over so many minutes, of which the first two are not counted.

npm run bench:alarms -- --lists [--plants 1000]
How long the screens of alarms wait for their data in a company with 100,000 alarms and a million events.

npm run bench:alarms -- --chain [--plants 1000]
How long it takes from a reading stored, or a silence due, until somebody who listens has been answered the alarm that
opened or closed by it.`;

const { values } = parseArgs({
  options: {
    plants: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '20' },
    lists: { type: 'boolean', default: false },
    chain: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const load = () =>
  loadavg()
    .map((n) => n.toFixed(1))
    .join(' ');

async function measure(bench: BenchInstallation, plants: number, minutes: number): Promise<Line[]> {
  if (values.lists) return benchLists(bench, plants);
  return values.chain ? benchChain(bench, plants) : benchLoad(bench, plants, minutes);
}

const [plants, minutes] = [Number(values.plants), Number(values.minutes)];
if (values.help || !(plants > 0) || !(minutes * 60_000 > WARM_MS)) console.log(HELP);
else {
  const bench = await startBenchInstallation(undefined);
  try {
    const before = load();
    const lines = await measure(bench, plants, minutes);
    console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
    console.log(`load average before ${before}, after ${load()}\n`);
    console.log(tableOf(lines));
  } finally {
    await bench.close();
  }
}
