import { MqttReceiver } from '../../src/acquisition/mqtt/mqtt.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../src/features/measurements/server/refused-readings.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';

/** An instance of the program, as far as MQTT goes, in a process of its own that can be killed. */
process.once('message', async ({ database, url }: { database: DatabaseTarget; url: string }) => {
  const log = createLog('silent', 'instance');
  const pool = createPool(database, { max: 4, name: 'test instance' });
  const settings = { listen: undefined, demanded: false, url, tls: undefined };
  const writer = new ReadingWriter(pool);
  const refused = new RefusedReadings({ pool, log });
  const options = { pool, database, settings, writer, refused, log, installation: 'test' };
  await MqttReceiver.open({ ...options, round_ms: 200 });
});
