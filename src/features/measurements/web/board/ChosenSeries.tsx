import { ActionIcon, Box, ColorSwatch, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { Item } from './tree.model.ts';

interface Props {
  chosen: readonly Item[];
  colours: ReadonlyMap<string, string>;
  hidden: readonly string[];
  onRemove: (key: string) => void;
  onHidden: (key: string) => void;
}

/** What a series is called where plants stand side by side. */
export const fullLabel = (item: Item, language: 'it' | 'en'): string =>
  [item.plant_name, item.owner, language === 'it' ? item.label_it : item.label_en]
    .filter(Boolean)
    .join(' · ');

function Chip({ item, colours, hidden, onRemove, onHidden }: Omit<Props, 'chosen'> & { item: Item }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const label = language === 'it' ? item.label_it : item.label_en;
  const whole = fullLabel(item, language);
  const off = hidden.includes(item.key);
  return (
    <Group component="li" gap={8} wrap="nowrap" title={whole}>
      <ColorSwatch
        color={colours.get(item.key) ?? 'transparent'}
        size={10}
        withShadow={false}
        style={{ opacity: off ? 0.4 : 1 }}
        aria-hidden="true"
      />
      <Box flex={1} miw={0} opacity={off ? 0.55 : 1}>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" fw={500} lh="18px" truncate>
            {label}
          </Text>
          <Text size="sm" lh="18px" c="dimmed">
            {spellUnit(item.unit)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" lh="16px" truncate>
          {[item.plant_name, item.owner].filter(Boolean).join(' · ')}
        </Text>
      </Box>
      <Tooltip label={off ? t('chosen.show') : t('chosen.hide')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-pressed={off}
          aria-label={`${t('chosen.hide')}: ${whole}`}
          onClick={() => onHidden(item.key)}
        >
          {off ? <IconEyeOff size={15} stroke={1.7} /> : <IconEye size={15} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('chosen.remove')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`${t('chosen.remove')}: ${whole}`}
          onClick={() => onRemove(item.key)}
        >
          <IconX size={15} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** What is in the chart, each series in its colour, to be hidden or taken out. */
export function ChosenSeries(props: Props) {
  const { t } = useTranslation('board');
  if (props.chosen.length === 0) return null;
  return (
    <Stack
      component="ul"
      gap={6}
      m={0}
      p={0}
      mah="38%"
      style={{ overflowY: 'auto', listStyle: 'none' }}
      aria-label={t('chosen.label')}
    >
      {props.chosen.map((item) => (
        <Chip key={item.key} item={item} {...props} />
      ))}
    </Stack>
  );
}
