import { Button, Skeleton } from '@mantine/core';
import { IconAlertOctagon, IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import type { PreviewedDevice, TemplatePreview } from '../../templates.contract.ts';
import { DifferenceList } from '../field/device/versions/Difference.tsx';
import { type Alike, alikeOf } from './preview.model.ts';
import classes from './templates.module.css';
import { usePreview } from './use-templates.ts';

/** Names said of many devices; the rest is counted. */
const NAMED = 6;

interface Props {
  preview: TemplatePreview;
  remove: boolean;
  called: (name: string) => string | undefined;
}

function Details({ device, preview, remove, called }: Props & { device: PreviewedDevice }) {
  const wish = { key: preview.key, device_ids: [device.device_id], remove, details: true };
  const { data, error, refetch } = usePreview(wish);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} radius={8} aria-busy="true" />;
  return <DifferenceList lines={data.devices[0]?.differences ?? []} called={called} />;
}

function Counts({ of, same }: { of: PreviewedDevice; same: boolean }) {
  const { t } = useTranslation('templates');
  if (of.fault) {
    const { code, ...params } = of.fault;
    return (
      <span className={classes.cannot}>
        <IconAlertOctagon size={14} stroke={2} aria-hidden="true" /> {t(`preview.${code}`, { ...params })}
      </span>
    );
  }
  if (same)
    return (
      <span className="muted">
        <IconCircleCheck size={14} stroke={2} aria-hidden="true" /> {t('preview.same')}
      </span>
    );
  return (['added', 'changed', 'removed'] as const).map(
    (one) =>
      of[one] > 0 && (
        <span key={one} className={classes.count}>
          {t(`preview.${one}`, { count: of[one] })}
        </span>
      ),
  );
}

/** What happens beside: what comes back, what stays. */
function Notes({ of }: { of: PreviewedDevice }) {
  const { t } = useTranslation('templates');
  const notes = [
    of.back > 0 && t('preview.back', { count: of.back }),
    of.left > 0 && t('preview.left', { count: of.left }),
    of.kept.length > 0 && t('preview.kept', { names: of.kept.join(', ') }),
  ].filter((one) => one !== false);
  return notes.map((note) => (
    <p key={note} className={classes.note}>
      {note}
    </p>
  ));
}

function Group(props: Props & { group: Alike; open: boolean }) {
  const { t } = useTranslation('templates');
  const { number } = useFormat();
  const [open, setOpen] = useState(props.open);
  const { first, devices, same } = props.group;
  const named = devices.slice(0, NAMED).map(({ short_name }) => short_name);
  const more = devices.length - named.length;
  const many = devices.length > 1;
  return (
    <li className={classes.group} data-fault={first.fault ? true : undefined}>
      <div className={classes.counts}>
        <b>{many ? t('preview.devices', { count: devices.length }) : first.short_name}</b>
        <Counts of={first} same={same} />
      </div>
      <p className={classes.note}>
        {many
          ? [named.join(', '), more > 0 && t('preview.more', { count: more, n: number(more, 0) })]
              .filter(Boolean)
              .join(' ')
          : first.plant_name}
      </p>
      <Notes of={first} />
      {!same && !first.fault && (
        <>
          <div>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={open}
              leftSection={open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
              onClick={() => setOpen(!open)}
            >
              {t(open ? 'preview.hide' : 'preview.show')}
            </Button>
          </div>
          {open && (
            <section className={classes.details} aria-label={t('preview.of', { name: first.short_name })}>
              <Details {...props} device={first} />
            </section>
          )}
        </>
      )}
    </li>
  );
}

/** What would change: once for all devices that change alike, with each change on demand. */
export function PreviewGroups(props: Props) {
  const { t } = useTranslation('templates');
  const groups = useMemo(() => alikeOf(props.preview.devices), [props.preview]);
  return (
    <ul className={classes.groups} aria-label={t('apply.next')}>
      {groups.map((group) => (
        <Group
          key={`${group.likeness}/${props.remove}`}
          {...props}
          group={group}
          open={groups.length === 1 && group.devices.length === 1}
        />
      ))}
    </ul>
  );
}
