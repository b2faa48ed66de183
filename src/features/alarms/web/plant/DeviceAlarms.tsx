import { OpenAlarms } from './OpenAlarms.tsx';

/** The open alarms of a device, on its page of configuration. */
export function DeviceAlarms({ id, proj_code }: { id: number; proj_code: string }) {
  return <OpenAlarms proj_code={proj_code} device_id={id} />;
}
