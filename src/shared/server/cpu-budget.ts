/** Processor time that a piece of work may take, however busy the machine is: what costs more is given up by itself. */
export interface CpuBudget {
  /** @throws when the work has taken more than it may */
  spend(): void;
}

export const UNBOUNDED: CpuBudget = { spend: () => undefined };

const thisThread = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Counts from here on what this thread works.
 * @param refuse throws what whoever sent the work is told
 */
export function cpuBudget(max_ms: number, refuse: () => never, used_ms = thisThread): CpuBudget {
  const end = used_ms() + max_ms;
  return {
    spend() {
      if (used_ms() > end) refuse();
    },
  };
}
