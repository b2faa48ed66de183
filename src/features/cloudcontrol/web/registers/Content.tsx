import { Button, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { IconArrowsVertical, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { BitTable } from './BitTable.tsx';
import { fromWire } from './notation.model.ts';
import type { ContentProps } from './outcome-props.ts';
import { bitsOfEarlier, REPEATS, type Reading, samePlace, wordsOfEarlier } from './reading.model.ts';
import { useKnown } from './use-known.ts';
import { WordsView } from './WordsView.tsx';

/** The readings that the newest one can be compared with. */
function comparable({ readings, newest }: ContentProps): Reading[] {
  return readings.all.filter(
    (one) =>
      one.number !== newest.number &&
      samePlace(one.question, newest.question) &&
      (wordsOfEarlier(one, newest) !== null || bitsOfEarlier(one, newest) !== null),
  );
}

/** What was read, when, and how long it took; with all that reads it again. */
function ReadLine(
  props: ContentProps & { earlier: Reading | null; onEarlier: (number: number | null) => void },
) {
  const { newest, readings, search, earlier, onEarlier, onAround } = props;
  const { t } = useTranslation('registers');
  const { time } = useFormat();
  const { question, latency_ms, at } = newest;
  const choices = comparable(props);
  const count = newest.words?.length ?? newest.bits?.length ?? 0;
  const from = fromWire(question.address, question.function_code, search.as);
  return (
    <Group gap="8px 12px">
      <Group component="p" gap="0 10px" flex="1 1 320px" role="status">
        <strong>
          {t(newest.words ? 'told.registers' : 'told.bits', { count, from, unit: question.unit_id })}
        </strong>
        <Muted as="span" size="md">
          {latency_ms !== null && t('latency', { ms: Math.round(latency_ms) })} ·{' '}
          {time(at, HERE, { seconds: true })}
        </Muted>
      </Group>
      <NativeSelect
        size="xs"
        aria-label={t('compare.label')}
        flex="0 1 210px"
        value={earlier ? String(earlier.number) : ''}
        data={[
          { value: '', label: t(choices.length > 0 ? 'compare.none' : 'compare.nothing') },
          ...choices.map((one) => ({
            value: String(one.number),
            label: t('compare.with', { time: time(one.at, HERE, { seconds: true }) }),
          })),
        ]}
        disabled={choices.length === 0}
        onChange={(event) => onEarlier(Number(event.currentTarget.value) || null)}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsVertical size={15} />}
        onClick={() => onAround(question)}
      >
        {t('around')}
      </Button>
      <Switch
        size="sm"
        label={readings.left > 0 ? t('repeat.left', { count: readings.left }) : t('repeat.label')}
        title={t('repeat.hint', { count: REPEATS })}
        checked={readings.left > 0}
        onChange={(event) => readings.repeat(event.currentTarget.checked)}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={15} />}
        loading={readings.pending}
        onClick={() => void readings.read(question)}
      >
        {t('again')}
      </Button>
    </Group>
  );
}

/** What came, beside an earlier read and beside the variables that are configured already. */
export function Content(props: ContentProps) {
  const { newest } = props;
  // Undefined until the reader chooses: the read before this one.
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const choices = comparable(props);
  const earlier =
    chosen === null ? null : (choices.find(({ number }) => number === chosen) ?? choices[0] ?? null);
  const place = useKnown(newest, earlier);
  const bits = useMemo(() => bitsOfEarlier(earlier, newest), [earlier, newest]);
  return (
    <Stack gap={12}>
      <ReadLine {...props} earlier={earlier} onEarlier={setChosen} />
      {newest.words ? (
        <WordsView {...props} earlier={earlier} place={place} />
      ) : (
        <BitTable {...props} before={bits} place={place} />
      )}
    </Stack>
  );
}
