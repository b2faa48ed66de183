import { IconBuildingFactory2, IconChevronDown, IconPlug, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { StatePill } from '../../../../../shared/web/ui/StatePill.tsx';
import { STATE_LOOK } from '../DeviceStatePill.tsx';
import { useReasonLabels } from '../reasons.public.ts';
import { addressOf, type Row } from './home.model.ts';
import classes from './tree.module.css';

type PlantRow = Extract<Row, { kind: 'plant' }>;
type PortRow = Extract<Row, { kind: 'port' }>;

interface FoldProps {
  folded: boolean;
  onFold: () => void;
}

/** A plant above its ports: opens and folds them. */
export function PlantHead({ row, folded, onFold }: FoldProps & { row: PlantRow }) {
  const { t } = useTranslation('field');
  const { number } = useFormat();
  const { plant, shown, silent } = row;
  return (
    <span className={classes.group}>
      <button type="button" className={classes.fold} aria-expanded={!folded} onClick={onFold} data-row-link>
        <IconChevronDown size={15} stroke={2} aria-hidden="true" />
        <IconBuildingFactory2 size={16} stroke={1.7} aria-hidden="true" />
        <span className={classes.groupName}>{plant.name}</span>
      </button>
      <span className={classes.of}>{plant.proj_code}</span>
      <span className={classes.of}>{t('home.devices', { count: shown, all: number(shown, 0) })}</span>
      {silent > 0 && (
        <StatePill
          {...STATE_LOOK.silent}
          label={t('home.silent', { count: silent, all: number(silent, 0) })}
        />
      )}
    </span>
  );
}

function PortState({ row: { port } }: { row: PortRow }) {
  const { t } = useTranslation('field');
  const reasonLabels = useReasonLabels();
  if (!port.enabled) return <StatePill {...STATE_LOOK.disabled} label={t('port.off')} />;
  if (port.state === null) return <span className={classes.of}>{t('port.unknown')}</span>;
  if (port.state.connected) return <StatePill state="success" label={t('port.connected')} />;
  const reason = reasonLabels(port.state.reason);
  return (
    <>
      <StatePill state="alarm" icon={IconPlugConnectedX} label={t('port.cut')} />
      {reason && (
        <span className={classes.reason} title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}

/** A port above its devices: how it is reached, whether it is connected, and if not why. */
export function PortHead({ row, folded, onFold }: FoldProps & { row: PortRow }) {
  const { t } = useTranslation('field');
  const { port, shown } = row;
  return (
    <span className={classes.group}>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={!folded}
        disabled={shown === 0}
        onClick={onFold}
        data-row-link
      >
        <IconChevronDown size={15} stroke={2} aria-hidden="true" />
        <IconPlug size={16} stroke={1.7} aria-hidden="true" />
        <span className={classes.portName}>{port.name || addressOf(port)}</span>
      </button>
      {port.name !== '' && port.name !== addressOf(port) && (
        <span className={classes.of}>{addressOf(port)}</span>
      )}
      {shown === 0 && <span className={classes.of}>{t('port.empty')}</span>}
      <PortState row={row} />
    </span>
  );
}
