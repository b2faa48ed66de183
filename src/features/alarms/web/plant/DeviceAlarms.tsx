import type { ReactNode } from 'react';
import { OpenAlarms } from './OpenAlarms.public.tsx';

interface Props {
  id: number;
  proj_code: string;
  children?: ReactNode;
}

const HEIGHTS = [520];

/** The open alarms of a device, on its page of configuration. */
export function DeviceAlarms({ id, proj_code, children }: Props) {
  return (
    <OpenAlarms proj_code={proj_code} device_id={id} heights={HEIGHTS}>
      {children}
    </OpenAlarms>
  );
}
