import { Badge, Box } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import type { PreviewedDevice, TemplatePreview } from '../../templates.contract.ts';
import { DifferenceList } from '../field/device/versions/Difference.tsx';
import { type Alike, alikeOf } from './preview.model.ts';
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
  return (
    <Known query={usePreview(wish)} height={120}>
      {({ devices }) => <DifferenceList lines={devices[0]?.differences ?? []} called={called} />}
    </Known>
  );
}

function Counts({ of, same }: { of: PreviewedDevice; same: boolean }) {
  const { t } = useTranslation('templates');
  if (of.fault) {
    const { code, ...params } = of.fault;
    return (
      <Note tone="alarm" inline icon={IconAlertOctagon}>
        {t(`preview.${code}`, { ...params })}
      </Note>
    );
  }
  if (same)
    return (
      <Note tone="muted" inline icon={IconCircleCheck}>
        {t('preview.same')}
      </Note>
    );
  return (['added', 'changed', 'removed'] as const).map(
    (one) =>
      of[one] > 0 && (
        <Badge key={one} variant="default" tt="none">
          {t(`preview.${one}`, { count: of[one] })}
        </Badge>
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
  return notes.map((note) => <Muted key={note}>{note}</Muted>);
}

/** The names of the devices of a group, or the plant of its only one. */
function useNames({ first, devices }: Alike): string {
  const { t } = useTranslation('templates');
  const { number } = useFormat();
  if (devices.length === 1) return first.plant_name;
  const named = devices.slice(0, NAMED).map(({ short_name }) => short_name);
  const more = devices.length - named.length;
  return [named.join(', '), more > 0 && t('preview.more', { count: more, n: number(more, 0) })]
    .filter(Boolean)
    .join(' ');
}

function AlikeEntry(props: Props & { group: Alike; open: boolean }) {
  const { t } = useTranslation('templates');
  const [open, setOpen] = useState(props.open);
  const id = useId();
  const { first, devices, same } = props.group;
  return (
    <Entry
      name={devices.length > 1 ? t('preview.devices', { count: devices.length }) : first.short_name}
      beside={<Counts of={first} same={same} />}
      details={useNames(props.group)}
    >
      <Notes of={first} />
      {!same && !first.fault && (
        <>
          <FoldButton open={open} onToggle={setOpen} controls={id}>
            {t(open ? 'preview.hide' : 'preview.show')}
          </FoldButton>
          {open && (
            <Box component="section" id={id} aria-label={t('preview.of', { name: first.short_name })}>
              <Details {...props} device={first} />
            </Box>
          )}
        </>
      )}
    </Entry>
  );
}

/** What would change: once for all devices that change alike, with each change on demand. */
export function PreviewGroups(props: Props) {
  const { t } = useTranslation('templates');
  const groups = useMemo(() => alikeOf(props.preview.devices), [props.preview]);
  return (
    <Entries label={t('apply.next')}>
      {groups.map((group) => (
        <AlikeEntry
          key={`${group.likeness}/${props.remove}`}
          {...props}
          group={group}
          open={groups.length === 1 && group.devices.length === 1}
        />
      ))}
    </Entries>
  );
}
