import { OldLayoutMover } from '../../src/features/measurements/server/old-layout-mover.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';

/** Moves all that an older version stored: a process of its own, which a test kills. Its word is where the database is. */
const pool = createPool(JSON.parse(process.argv[2] ?? '{}') as DatabaseTarget, { max: 2, name: 'mover' });
const mover = new OldLayoutMover({ pool, log: console });
console.log('begins');
while ((await mover.turn()) > 0);
await mover.freeRoom();
await pool.end();
