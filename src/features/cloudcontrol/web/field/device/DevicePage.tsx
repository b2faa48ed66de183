import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../../../../shared/contract/client.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Page, Waiting } from '../../../../../shared/web/page/Page.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../../../shared/web/ui/use-now.ts';
import type { DeviceDetails } from '../../../configured.contract.ts';
import { useDetails, useLatest } from '../use-devices.ts';
import { DeviceGone } from './DeviceGone.tsx';
import { DeviceFrame } from './DeviceHead.tsx';
import { DeviceTabs } from './DeviceTabs.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/devices/$id');

function Pending() {
  return (
    <Page title={null}>
      <Waiting heights={[36, 520]} />
    </Page>
  );
}

const isMissing = (fault: unknown) => fault instanceof CallError && fault.status === 404;

interface LoadedProps {
  details: DeviceDetails;
  stale: number | null;
}

function Loaded({ details, stale }: LoadedProps) {
  const now = useNow(5_000);
  const { data: newest, error } = useLatest(details.device);
  const standing = {
    health: newest?.health ?? details.health,
    port_state: newest ? newest.port_state : (details.port?.state ?? null),
    trace_until: newest ? newest.trace_until : details.device.trace_until,
    values: newest?.values ?? null,
  };
  if (isMissing(error)) return <DeviceGone id={details.device.id} name={details.device.short_name} />;
  return (
    <DeviceFrame details={details} standing={standing} now={now}>
      {stale !== null && <StaleLine updatedAt={stale} />}
      <DeviceTabs details={details} standing={standing} now={now} />
    </DeviceFrame>
  );
}

function DeviceOf({ id }: { id: number }) {
  const { data, error, refetch, dataUpdatedAt } = useDetails(id);
  // Events ask again by themselves: what went wrong stays on screen meanwhile, instead of flickering.
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error !== null && error !== lastError) setLastError(error);
  // While it is asked for again nothing of a deleted device comes back on screen.
  if (isMissing(error) || (data === undefined && isMissing(lastError))) {
    return <DeviceGone id={id} name={data?.device.short_name ?? null} />;
  }
  if (data) return <Loaded details={data} stale={error === null ? null : dataUpdatedAt} />;
  if (lastError) return <ErrorState error={lastError} onRetry={() => refetch()} />;
  return <Pending />;
}

/** One device's configuration: its port, its number on the bus, its variables. // spec §2 cloudcontrol */
export function DevicePage() {
  const { id } = route.useParams();
  const { id_client } = useCompany();
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
  if (number === 0) throw new CallError(404, { code: 'not_found' });
  // Another device or company starts anew: nothing of the one before may stay on screen.
  return <DeviceOf key={`${id_client}/${id}`} id={number} />;
}
