import { Flex, Group, Text, UnstyledButton } from '@mantine/core';
import {
  IconBuildingFactory2,
  IconChevronDown,
  IconChevronRight,
  IconPlug,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../../shared/web/ui/StatePill.tsx';
import { STATE_LOOK } from '../DeviceStatePill.tsx';
import { useReasonLabels } from '../reasons.public.ts';
import { addressOf, isPortAsleep, type Row } from './home.model.ts';

type PlantRow = Extract<Row, { kind: 'plant' }>;
type PortRow = Extract<Row, { kind: 'port' }>;

interface FoldProps {
  folded: boolean;
  onFold: () => void;
}

/** Opens and folds what stands below; what follows its name stands beside it. */
function GroupHead(
  props: FoldProps & { icon: TablerIcon; name: string; empty?: boolean; children: ReactNode },
) {
  const { icon: Icon, empty = false, folded } = props;
  const Chevron = folded ? IconChevronRight : IconChevronDown;
  return (
    <Flex gap="2px 10px" align="center" miw={0} wrap={{ base: 'wrap', sm: 'nowrap' }}>
      <UnstyledButton
        aria-expanded={!folded}
        disabled={empty}
        mih={{ base: 44, sm: 0 }}
        miw={0}
        onClick={props.onFold}
        data-row-link
      >
        <Group gap={6} wrap="nowrap">
          <Chevron size={15} stroke={2} aria-hidden="true" visibility={empty ? 'hidden' : undefined} />
          <Icon size={16} stroke={1.7} aria-hidden="true" />
          <Text inherit fw={600} truncate>
            {props.name}
          </Text>
        </Group>
      </UnstyledButton>
      {props.children}
    </Flex>
  );
}

/** A plant above its ports. */
export function PlantHead({ row, ...fold }: FoldProps & { row: PlantRow }) {
  const { t } = useTranslation('field');
  const { number } = useFormat();
  const { plant, shown, silent } = row;
  return (
    <GroupHead {...fold} icon={IconBuildingFactory2} name={plant.name}>
      <Muted as="span">{plant.proj_code}</Muted>
      <Muted as="span">{t('home.devices', { count: shown, all: number(shown, 0) })}</Muted>
      {silent > 0 && (
        <StatePill
          {...STATE_LOOK.silent}
          label={t('home.silent', { count: silent, all: number(silent, 0) })}
        />
      )}
    </GroupHead>
  );
}

function PortState({ row: { port } }: { row: PortRow }) {
  const { t } = useTranslation('field');
  const reasonLabels = useReasonLabels();
  if (!port.enabled) return <StatePill {...STATE_LOOK.disabled} label={t('port.off')} />;
  if (port.state === null) return <Muted as="span">{t('port.unknown')}</Muted>;
  if (port.state.connected) {
    // An open connection is the gateway's: it says nothing good of devices that do not answer through it.
    const quiet = port.devices.length > 0 && port.devices.every(({ state }) => state === 'silent');
    return <StatePill state={quiet ? 'nodata' : 'success'} icon={IconPlug} label={t('port.connected')} />;
  }
  if (isPortAsleep(port)) return <StatePill {...STATE_LOOK.asleep} label={t('state.asleep')} />;
  const reason = reasonLabels(port.state.reason);
  return (
    <>
      <StatePill state="alarm" icon={IconPlugConnectedX} label={t('port.cut')} />
      {reason && (
        <Text size="xs" c="var(--alarm-text)" truncate title={reason}>
          {reason}
        </Text>
      )}
    </>
  );
}

/** A port above its devices: how it is reached, whether it is connected, and if not why. */
export function PortHead({ row, ...fold }: FoldProps & { row: PortRow }) {
  const { t } = useTranslation('field');
  const { port, shown } = row;
  const address = addressOf(port);
  return (
    <GroupHead {...fold} icon={IconPlug} name={port.name || address} empty={shown === 0}>
      {port.name !== '' && port.name !== address && <Muted as="span">{address}</Muted>}
      {shown === 0 && <Muted as="span">{t('port.empty')}</Muted>}
      <PortState row={row} />
    </GroupHead>
  );
}
