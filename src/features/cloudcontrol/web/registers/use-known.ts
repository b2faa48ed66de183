import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import type { DeviceDetails } from '../../configured.contract.ts';
import type { DeviceLatest } from '../../latest-values.contract.ts';
import type { TreePort } from '../field/home/home.model.ts';
import { detailsQuery, latestQuery, useDeviceTree } from '../field/use-devices.ts';
import { devicesAt, type Known, knownIn, portOf } from './known.model.ts';
import type { Reading } from './reading.model.ts';

export type LatestValue = DeviceLatest['values'][number];

/** Who stands where it was read, and what of it is configured already. */
export interface Place {
  /** Null where no port leads there yet. */
  readonly port: TreePort | null;
  readonly proj_code: string | null;
  readonly devices: readonly DeviceDetails[];
  readonly known: readonly Known[];
  latestOf(one: Known): LatestValue | undefined;
}

/** Several logical devices may stand at one unit; more are not looked at. */
const MAX_DEVICES = 5;

export function useKnown(reading: Reading, earlier: Reading | null): Place {
  const company = useCompany().id_client;
  const tree = useDeviceTree().data;
  const { target, unit_id } = reading.question;
  const port = useMemo(() => (tree ? portOf(tree, target) : null), [tree, target]);
  const at = useMemo(
    () => (tree ? devicesAt(tree, port, unit_id).slice(0, MAX_DEVICES) : []),
    [tree, port, unit_id],
  );
  const details = useQueries({ queries: at.map(({ id }) => detailsQuery(company, id)) });
  const newest = useQueries({ queries: at.map((one) => latestQuery(company, one)) });
  const devices = details.flatMap(({ data }) => (data ? [data] : []));
  const values = new Map(at.map(({ id }, i) => [id, newest[i]?.data?.values]));
  return {
    port,
    proj_code: tree?.find((plant) => plant.ports.some(({ id }) => id === port?.id))?.proj_code ?? null,
    devices,
    known: knownIn(reading, devices, earlier),
    latestOf: ({ device, variable }) => values.get(device.id)?.find(({ name }) => name === variable.name),
  };
}
