import { Badge, Flex, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Ellipsis, Muted } from '../../../../../shared/web/page/Text.tsx';
import { DeviceStatePill } from '../DeviceStatePill.tsx';
import { useReasonLabels } from '../reasons.public.ts';
import type { Column } from './columns.ts';
import { addressOf, lastHeard, type Placed, sameUnit, type Words } from './home.model.ts';

interface Props {
  placed: Placed;
  words: Words;
  now: number;
  /** Whether the row stands by itself, so that its plant is to be named. */
  alone: boolean;
}

/** The device's name, which opens it; what it is beside it. */
export function DeviceName({ placed: { device, plant }, alone }: Omit<Props, 'now' | 'words'>) {
  const { t } = useTranslation('field');
  return (
    <Flex gap={8} align="baseline" miw={0} wrap={{ base: 'wrap', sm: 'nowrap' }}>
      <Ellipsis text={device.short_name}>
        <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(device.id) }} data-row-link>
          {device.short_name}
        </Link>
      </Ellipsis>
      {device.virtual && (
        <Badge variant="default" size="sm" tt="none" fw={500}>
          {t('home.virtual')}
        </Badge>
      )}
      {alone && (
        <Muted as="span">
          <Ellipsis>{plant.name}</Ellipsis>
        </Muted>
      )}
    </Flex>
  );
}

/** How it stands; before its first poll, why its port cannot be reached. */
function State({ placed: { device, port } }: Pick<Props, 'placed'>) {
  const reasonLabels = useReasonLabels();
  const cut = device.state === 'unknown' && port?.enabled && port.state?.connected === false;
  const reason = cut ? reasonLabels(port.state?.reason ?? null) : null;
  return (
    <span title={reason ?? undefined}>
      <DeviceStatePill device={device} />
      {reason && (
        <Text component="span" size="xs" c="var(--alarm-text)">
          {' '}
          {reason}
        </Text>
      )}
    </span>
  );
}

/** Its number on the bus, with a mark where another device behind the port has it too. */
function Unit({ placed: { device, port } }: Pick<Props, 'placed'>) {
  const { t } = useTranslation('field');
  const twins = device.template ? [] : sameUnit(port, device.unit_id, device.id);
  if (device.unit_id === null || twins.length === 0) return device.unit_id ?? '–';
  const said = t('unit.same', { unit: device.unit_id, names: twins.join(', ') });
  return (
    <Text component="span" inherit c="var(--warning-text)" title={said}>
      <IconAlertTriangle size={14} stroke={2} role="img" aria-label={said} /> {device.unit_id}
    </Text>
  );
}

/** What stands in one column of a device. */
export function useCell(): (id: Column['id'], props: Props) => ReactNode {
  const { number } = useFormat();
  const { t } = useTranslation('field');
  const { language, dateTime } = useFormat();
  return (id, props) => {
    const { device, port } = props.placed;
    switch (id) {
      case 'device':
        return <DeviceName {...props} />;
      case 'state':
        return <State placed={props.placed} />;
      case 'contact': {
        const at = lastHeard(device);
        const text = at === null ? null : new Date(at).toISOString();
        return (
          <span title={text ? dateTime(text, HERE) : undefined}>
            {ageWords(text, props.now, language) ?? t('never')}
          </span>
        );
      }
      case 'success':
        return device.success_rate === null ? '–' : `${number(device.success_rate * 100, 1)} %`;
      case 'latency':
        return device.latency_ms === null ? '–' : `${number(device.latency_ms, 0)} ms`;
      case 'category':
        return props.words.categoryOf(device).label;
      case 'unit':
        return <Unit placed={props.placed} />;
      case 'address':
        return port ? <span title={addressOf(port)}>{addressOf(port)}</span> : '–';
    }
  };
}
