import { Button } from '@mantine/core';
import { IconCpuOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { overviewCalls } from '../../overview.contract.ts';
import { MissingPlant } from '../plant/MissingPlant.tsx';
import { BackToPlant } from './DeviceHead.tsx';

/** A device that does not work in this plant: removed, switched off, or never there; else the plant itself is missing. */
export function MissingDevice({ proj_code, missing }: { proj_code: string; missing: CallError }) {
  const { t } = useTranslation('device');
  const plant = useCall(overviewCalls.cards, { query: { codes: proj_code } }, { retry: false });
  if (plant.isPending) return <Waiting heights={[220]} />;
  const [card] = plant.data ?? [];
  if (!card) return <MissingPlant proj_code={proj_code} missing={missing} />;
  return (
    <Page title={t('missing.title')} back={<BackToPlant proj_code={proj_code} name={card.descr} />}>
      <EmptyState
        icon={IconCpuOff}
        title={t('missing.what', { plant: card.descr })}
        hint={t('missing.hint')}
        action={
          <Button
            renderRoot={(root) => (
              <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} {...root} />
            )}
          >
            {t('missing.plant')}
          </Button>
        }
      />
    </Page>
  );
}
