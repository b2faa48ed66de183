import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconChevronRight, IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { displayed } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Fact, Facts, Unit } from '../../../../shared/web/page/Facts.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { DeviceState } from '../device/DeviceHead.tsx';
import { DeviceValues } from './DeviceValues.tsx';
import { type Device, headlinesOf } from './devices.model.ts';
import classes from './devices.module.css';

interface Props {
  device: Device;
  proj_code: string;
  zone: string;
  now: number;
  chosenKeys: ReadonlySet<string>;
  onToggle: (key: string) => void;
  refused: string | null;
  /** Absent where the reader may not import. */
  onImport?: (() => void) | undefined;
}

function Headlines({ device }: { device: Device }) {
  const { scaled, language } = useFormat();
  const headlines = headlinesOf(device).map((value) => ({
    ...value,
    figure: displayed(value.value, value.unit, value.decimals),
  }));
  return (
    <div className={classes.headlines}>
      <Facts min={108} strong>
        {headlines.map(({ figure, ...value }) => (
          <Fact key={value.name} label={language === 'it' ? value.label_it : value.label_en}>
            {scaled(figure)}
            {figure.value !== null && figure.unit && <Unit> {figure.unit}</Unit>}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

/** The way to the device's own page. */
function OpenDevice({ device, proj_code }: Pick<Props, 'device' | 'proj_code'>) {
  const { t } = useTranslation('plant');
  const label = t('devices.open', { device: device.short_name });
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        renderRoot={(root) => (
          <Link
            {...root}
            to="/apps/asset/plants/$proj_code/devices/$id"
            params={{ proj_code, id: String(device.device_id) }}
            preload={false}
          />
        )}
      >
        <IconChevronRight size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

/** A device with what it last said; it opens to all its values. */
export function DeviceRow({ device, proj_code, zone, now, chosenKeys, onToggle, refused, onImport }: Props) {
  const { t } = useTranslation('plant');
  const { language, dateTimeAt } = useFormat();
  const [open, setOpen] = useState(false);
  const region = useId();
  const { short_name, description, last_reading_at } = device;
  return (
    <>
      <tr className={classes.row} data-device-row data-open={open || undefined}>
        <th scope="row">
          <FoldButton open={open} onToggle={setOpen} controls={region}>
            <span>
              <b>{short_name}</b>
              <Muted as="span">
                <br />
                {description || t(`devices.category.${device.category}`)}
              </Muted>
            </span>
          </FoldButton>
        </th>
        <td>
          <Headlines device={device} />
        </td>
        <td title={last_reading_at ? dateTimeAt(last_reading_at, zone) : undefined}>
          {ageWords(last_reading_at, now, language) ?? t('never')}
        </td>
        <td>
          <DeviceState device={device} />
        </td>
        <td>
          <Group gap={2} wrap="nowrap" justify="flex-end">
            {onImport && (
              <RowButton
                label={t('devices.import_of', { device: short_name })}
                icon={IconFileImport}
                onClick={onImport}
              />
            )}
            <OpenDevice device={device} proj_code={proj_code} />
          </Group>
        </td>
      </tr>
      <tr id={region} hidden={!open}>
        <td colSpan={5} aria-label={t('devices.values_of', { device: short_name })}>
          {open && (
            <DeviceValues
              device={device}
              zone={zone}
              now={now}
              chosenKeys={chosenKeys}
              onToggle={onToggle}
              refused={refused}
            />
          )}
        </td>
      </tr>
    </>
  );
}
