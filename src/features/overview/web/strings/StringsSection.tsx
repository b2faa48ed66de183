import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RangePicker } from '../../../../shared/web/charts/RangePicker.tsx';
import { windowOf } from '../../../../shared/web/charts/window.model.ts';
import { writeTime } from '../../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import type { PlantOverview } from '../../overview.contract.ts';
import { apartStrings } from '../../string-map.model.ts';
import { StringMap } from './StringMap.tsx';
import { StringTable } from './StringTable.tsx';
import { BOXES_AT_ONCE, pageOfBoxes, stringBoxesOf } from './string-boxes.model.ts';
import { type StringMapData, useStringMap } from './use-string-map.ts';

interface Props {
  overview: PlantOverview;
  /** A day of the plant (YYYY-MM-DD); none is today. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
  now: number;
}

const SHOWN = 6;
const DAY_ONLY = ['day'] as const;

/** The strings of a plant over a day: those that stand apart in words, then all of them as a map or a table. */
export function StringsSection({ overview, day, onDay, now }: Props) {
  const { t } = useTranslation('strings');
  const [view, setView] = useState<'map' | 'table'>('map');
  const [page, setPage] = useState(1);
  const { plant } = overview;
  const all = stringBoxesOf(overview.devices);
  const pages = Math.ceil(all.length / BOXES_AT_ONCE);
  const { shown, looked } = pageOfBoxes(all, page);
  const isShown = ({ device_id }: { device_id: number }) => shown.some((box) => box.device_id === device_id);
  const choice = { span: 'day', date: day } as const;
  const window = windowOf(choice, now, plant.time_zone);
  const map = useStringMap({ plant, boxes: looked, window });
  if (all.length === 0) return null;
  // While another page's are still on their way, those before stay.
  const drawn = (data: StringMapData): StringMapData =>
    data.boxes.some(isShown) ? { ...data, boxes: data.boxes.filter(isShown) } : data;
  return (
    <Section
      title={t('title')}
      hint={t('hint')}
      actions={
        <Group gap={5}>
          <RangePicker
            choice={choice}
            onChoice={({ date }) => onDay(date)}
            now={now}
            zone={plant.time_zone}
            of={t('title')}
            spans={DAY_ONLY}
            wide={false}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            value={view}
            onChange={(next) => setView(next === 'table' ? 'table' : 'map')}
            data={[
              { value: 'map', label: t('as_map') },
              { value: 'table', label: t('as_table') },
            ]}
          />
        </Group>
      }
    >
      <Known query={map} height={240}>
        {(data) => (
          <Stack gap={12}>
            <Standing data={data} all={all.length} isShown={isShown} zone={plant.time_zone} />
            {view === 'map' ? (
              <StringMap data={drawn(data)} proj_code={plant.proj_code} zone={plant.time_zone} />
            ) : (
              <StringTable data={drawn(data)} zone={plant.time_zone} />
            )}
            {pages > 1 && (
              <Group gap={8}>
                <Muted as="span">{t('some', { count: shown.length, all: all.length })}</Muted>
                <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {t('boxes_before')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={page === pages}
                  onClick={() => setPage(page + 1)}
                >
                  {t('boxes_after')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Known>
    </Section>
  );
}

/** The strings that stand apart, in words, the farthest first; or that none does, or that nothing can be told. */
function Standing(props: {
  data: StringMapData;
  /** Boxes of the plant. */
  all: number;
  isShown: (string: { device_id: number }) => boolean;
  zone: string;
}) {
  const { data, all, isShown, zone } = props;
  const { t } = useTranslation('strings');
  const { number } = useFormat();
  const apart = apartStrings(data.boxes);
  const strings = data.boxes.flatMap((box) => box.strings);
  const compared = strings.filter(({ share }) => share !== null).length;
  const elsewhere = apart.filter((string) => !isShown(string)).length;
  const gaps = strings.filter((string) => string.gaps > 0).length;
  const minutes = (ms: number) => Math.round(ms / 60_000);
  const said = apart.slice(0, SHOWN).map((string) => ({
    key: `${string.device_id}.${string.name}`,
    text: t('apart', {
      name: `${string.box} ${string.label}`,
      share: number(string.apart.share * 100, 0),
      hours: Math.floor(minutes(string.apart.for_ms) / 60),
      minutes: minutes(string.apart.for_ms) % 60,
      since: writeTime(string.apart.since, zone),
    }),
  }));
  return (
    <Stack gap={4}>
      {said.map(({ key, text }) => (
        <Note key={key} tone="warning" icon={IconPlugConnectedX}>
          {text}
        </Note>
      ))}
      {apart.length > SHOWN && <Muted>{t('apart_more', { count: apart.length - SHOWN })}</Muted>}
      {apart.length === 0 && <Muted>{compared === 0 ? t('nothing') : t('even', { count: compared })}</Muted>}
      {elsewhere > 0 && <Muted>{t('elsewhere', { count: elsewhere })}</Muted>}
      {data.boxes.length < all && <Muted>{t('these_boxes', { count: data.boxes.length, all })}</Muted>}
      {gaps > 0 && <Muted>{t('gaps', { count: gaps })}</Muted>}
    </Stack>
  );
}
