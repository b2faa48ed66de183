import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchChartPaint } from './chart-paint.ts';
import { benchCharts } from './charts.ts';
import { benchFairness } from './fairness.ts';
import { benchFirstPaint } from './first-paint.ts';
import { startBenchInstallation } from './installation.ts';
import { benchPortal } from './portal.ts';
import { perSecond } from './timing.ts';
import { benchWriter } from './writer.ts';

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url));

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}; sender, server and PostgreSQL share the cores`,
);
const web = existsSync(`${WEB}/index.html`) ? WEB : undefined;
const bench = await startBenchInstallation(web);
try {
  await bench.arrange(
    `create table bench_narrow (company_id int, device_id bigint, slot int, ts timestamptz, v float8,
       primary key (company_id, device_id, slot, ts));
     grant select, insert, update on bench_narrow to meridiana_app`,
  );
  for (const { what, readings_per_s } of await benchWriter(bench.pool, true)) {
    console.log(`writer  ${what}: ${perSecond(readings_per_s)} readings/s`);
  }
  for (const { what, figure, aim } of await benchPortal(bench))
    console.log(`portal  ${what}: ${figure}  (aim ${aim})`);
  for (const { what, figure, aim } of await benchFairness(bench))
    console.log(`fairness ${what}: ${figure}  (aim ${aim})`);
  if (web)
    for (const measure of [benchFirstPaint, benchChartPaint])
      for (const { what, figure, aim } of await measure(bench.address))
        console.log(`browser ${what}: ${figure}  (aim ${aim})`);
} finally {
  await bench.close();
}
if (web)
  for (const { what, figure, aim } of await benchCharts())
    console.log(`charts  ${what}: ${figure}  (aim ${aim})`);
