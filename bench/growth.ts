import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { VARIABLES } from './growth/fleet.ts';
import { measureSize, type SizeFigures } from './growth/size.ts';
import { growthTable, warningLines } from './growth/table.ts';

const HELP = `npm run bench:growth -- [--plants 100,1000,10000] [--past 10] [--warm 130] [--seconds 60] [--listeners 1000] [--fresh]
One company of so many plants of ${VARIABLES.length} variables that speak every ten seconds, after so many minutes of readings: what follower,
alarms, packing and server take of a core, each with its database, and how long dashboard, bell and commits wait. A new installation
for each size; 1,000 plants, or the only size, are measured once more with so many browsers that listen. Fifteen minutes.`;

const { values } = parseArgs({
  options: {
    plants: { type: 'string', default: '100,1000,10000' },
    past: { type: 'string', default: '10' },
    warm: { type: 'string', default: '130' },
    seconds: { type: 'string', default: '60' },
    listeners: { type: 'string', default: '1000' },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const sizes = values.plants.split(',').map(Number);
const listeners = Number(values.listeners);
if (values.help || !sizes.every((plants) => plants > 0)) console.log(HELP);
else {
  const measured: SizeFigures[] = [];
  for (const plants of sizes) {
    const isListenedTo = listeners > 1 && (plants === 1000 || sizes.length === 1);
    measured.push(
      ...(await measureSize({
        plants,
        past_ms: Number(values.past) * 60_000,
        warm_ms: Number(values.warm) * 1000,
        for_ms: Number(values.seconds) * 1000,
        fresh: values.fresh,
        listeners: isListenedTo ? [1, listeners] : [1],
      })),
    );
  }
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  console.log(`load average after ${loadavg()[0]?.toFixed(1)}\n`);
  console.log(growthTable(measured));
  for (const line of warningLines(measured)) console.log(line);
}
