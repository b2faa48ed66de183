import { startLightingFleet } from '../../simulators/lighting-fleet.ts';

/** So many cabinets, so many of them behind each port; where they stand is told, and all ends with the one who asked. */
const [count = 0, units = 1] = process.argv.slice(2).map(Number);
const { cabinets } = await startLightingFleet(
  Array.from({ length: count }, (_, n) => ({
    serial: `Q-${n}`,
    pairing_code: 10_000 + n,
    loads_kw: [1.2, 0.9, 0.6, 0.4, 0.2, 0.1],
  })),
  { units },
);
process.once('disconnect', () => process.exit());
process.send?.(cabinets.map(({ port, unit_id, serial }) => ({ port, unit_id, serial })));
