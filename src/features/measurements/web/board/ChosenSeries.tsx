import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import classes from './board.module.css';
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
    <li className={classes.chip} data-off={off || undefined} title={whole}>
      <span className={classes.colour} style={{ background: colours.get(item.key) }} aria-hidden="true" />
      <span className={classes.chipWords}>
        <span className={classes.chipLabel}>
          {label} <span className="muted">{spellUnit(item.unit)}</span>
        </span>
        <span className={classes.chipPlace}>{[item.plant_name, item.owner].filter(Boolean).join(' · ')}</span>
      </span>
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
    </li>
  );
}

/** What is in the chart, each series in its colour, to be hidden or taken out. */
export function ChosenSeries(props: Props) {
  const { t } = useTranslation('board');
  if (props.chosen.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('chosen.label')}>
      {props.chosen.map((item) => (
        <Chip key={item.key} item={item} {...props} />
      ))}
    </ul>
  );
}
