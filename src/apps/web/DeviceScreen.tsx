import { Suspense } from 'react';
import { OpenAlarms } from '../../features/alarms/web/plant/plant-alarms.public.ts';
import { DevicePage } from '../../features/cloudcontrol/web/field/device/DevicePage.tsx';
import { useCan } from '../../shared/web/company/context.tsx';

/** A device's configuration with its open alarms, of which cloud control itself knows nothing. */
export function DeviceScreen() {
  const hearsAlarms = useCan('asset.read');
  return (
    <DevicePage
      alarmsOf={({ id, proj_code }) =>
        hearsAlarms && (
          <Suspense fallback={null}>
            <OpenAlarms proj_code={proj_code} device_id={id} />
          </Suspense>
        )
      }
    />
  );
}
