import { Button } from '@mantine/core';
import { IconCpu, IconGauge, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type BoxDevice, boxesCalls } from '../boxes.contract.ts';
import { lightingMetersCalls } from '../meters.contract.ts';
import { MeterDialog } from './MeterDialog.tsx';

/** Power as it is measured or added up, beside what the lit lamps take. */
function Power({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const { dateTime, number } = useFormat();
  const query = useCall(boxesCalls.powerComputed, { query: { box_id: String(box_id) } });
  const kw = (value: number | null) => (value === null ? null : `${number(value)} kW`);
  return (
    <Known query={query} height={60}>
      {({ power_kw, at, source, expected_kw, lit_lines }) => (
        <Facts>
          <Fact label={t('devices.power')}>{kw(power_kw)}</Fact>
          <Fact label={t('devices.source')}>{source && t(`devices.sources.${source}`)}</Fact>
          <Fact label={t('devices.at')}>{at && dateTime(at)}</Fact>
          <Fact label={t('devices.expected')}>{kw(expected_kw)}</Fact>
          <Fact label={t('devices.lit_lines')}>{lit_lines.join(', ') || null}</Fact>
        </Facts>
      )}
    </Known>
  );
}

function RemoveMeter({ device, onClose }: { device: BoxDevice; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const params = { box_id: String(device.box_id), device_id: String(device.device_id) };
  return (
    <ConfirmAction
      title={t('devices.remove_title', { name: device.short_name })}
      confirm={t('devices.remove')}
      words="lighting"
      act={() => send(lightingMetersCalls.remove, { params, company })}
      onDone={() => toast.deleted()}
      onClose={onClose}
    >
      {t('devices.remove_text')}
    </ConfirmAction>
  );
}

function Devices({ box_id, onRemove }: { box_id: number; onRemove: ((device: BoxDevice) => void) | null }) {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const query = useCall(boxesCalls.devices, { query: { box_id: String(box_id) } });
  return (
    <Known query={query} height={80}>
      {(devices) =>
        devices.length === 0 ? (
          <Muted>{t('devices.none')}</Muted>
        ) : (
          <Entries label={t('devices.title')}>
            {devices.map((device) => (
              <Entry
                key={`${device.kind} ${device.device_id}`}
                icon={device.kind === 'meter' ? IconGauge : IconCpu}
                name={device.short_name}
                details={[
                  t(`devices.kinds.${device.kind}`),
                  device.description,
                  t(`devices.states.${device.state}`),
                  device.heard_at && dateTime(device.heard_at),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                actions={
                  onRemove &&
                  device.kind === 'meter' && (
                    <RowButton
                      label={t('devices.remove_one', { name: device.short_name })}
                      icon={IconTrash}
                      onClick={() => onRemove(device)}
                    />
                  )
                }
              />
            ))}
          </Entries>
        )
      }
    </Known>
  );
}

/** Controller and meters of a box, and its power. */
export function DevicesSection({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const [assigning, setAssigning] = useState(false);
  const [removed, setRemoved] = useState<BoxDevice | null>(null);
  const assign = may && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setAssigning(true)}
    >
      {t('devices.assign')}
    </Button>
  );
  return (
    <Section title={t('devices.title')} actions={assign}>
      <Power box_id={box_id} />
      <Devices box_id={box_id} onRemove={may ? setRemoved : null} />
      {assigning && <MeterDialog box_id={box_id} onClose={() => setAssigning(false)} />}
      {removed && <RemoveMeter device={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}
