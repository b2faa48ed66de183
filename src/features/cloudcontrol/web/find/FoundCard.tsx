import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { useKindLabels } from '../field/kind-words.ts';
import { ChoiceFields } from './ChoiceFields.tsx';
import { FoundChain } from './FoundChain.tsx';
import { FoundValues } from './FoundValues.tsx';
import { groupedWarnings, keyOf } from './find.model.ts';
import classes from './find.module.css';
import { asTurned, hasDirection } from './power-direction.model.ts';
import type { Choices } from './use-choices.ts';
import { useWarningLabels } from './use-warning-words.ts';

const nameOf = ({ manufacturer, model, unit_id }: FoundDevice, unit: string) =>
  [manufacturer, model].filter(Boolean).join(' ') || `${unit} ${unit_id}`;

/** Maker and model, and what tells this device from its siblings. */
function Head({ found, choices, title }: { found: FoundDevice; choices: Choices; title: string }) {
  const { t } = useTranslation('find');
  const { t: tf } = useTranslation('field');
  const kindOf = useKindLabels();
  const choice = choices.choices.get(keyOf(found));
  const name = nameOf(found, tf('fields.unit_id'));
  const facts = [
    `${tf('fields.unit_id')} ${found.unit_id}`,
    found.serial_number && t('card.serial', { serial: found.serial_number }),
    found.firmware && t('card.firmware', { firmware: found.firmware }),
    found.options,
  ].filter(Boolean);
  return (
    <header className={classes.cardHead}>
      {found.device_id === null ? (
        <Checkbox
          aria-label={t('card.choose', { name, unit: found.unit_id })}
          checked={choice?.chosen ?? false}
          onChange={(event) => choices.change(keyOf(found), { chosen: event.currentTarget.checked })}
        />
      ) : (
        <IconCircleCheck size={20} stroke={1.8} className={classes.stands} aria-hidden="true" />
      )}
      <div className={classes.what}>
        <h2 id={title}>
          {name}
          <span className={classes.kind}>{kindOf(found.category)}</span>
        </h2>
        <p className="muted">{facts.join(' · ')}</p>
      </div>
      {found.device_id !== null && (
        <Link
          className={classes.added}
          to="/apps/cloudcontrol/devices/$id"
          params={{ id: String(found.device_id) }}
        >
          {t('card.added')}
        </Link>
      )}
    </header>
  );
}

/** What is only good to know: nothing is amiss with the device. */
const NOTES: readonly unknown[] = ['asleep', 'power_factor', 'power_factor_zero', 'same_twice'];

function Warnings({ found }: { found: FoundDevice }) {
  const { t } = useTranslation('find');
  const words = useWarningLabels();
  if (found.warnings.length === 0) return null;
  return (
    <ul className={classes.warnings}>
      {groupedWarnings(found.warnings).map(({ warning, more }) => (
        <li key={JSON.stringify(warning)} data-note={NOTES.includes(warning.code) || undefined}>
          {NOTES.includes(warning.code) ? (
            <IconInfoCircle size={15} stroke={2} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
          )}
          <span>
            {words(warning)}
            {more > 0 && ` (${t('card.more_warnings', { count: more })})`}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  found: FoundDevice;
  choices: Choices;
  /** Begins without its values: there are many, or it stands already. */
  folded: boolean;
}

/** A device that was found: what it is, what it reads just now, and as what it is added. */
export function FoundCard({ found, choices, folded }: Props) {
  const { t } = useTranslation('find');
  const title = useId();
  const [shown, setShown] = useState<boolean | null>(null);
  const whole = shown ?? !folded;
  const choice = choices.choices.get(keyOf(found));
  if (!choice) return null;
  const open = found.device_id === null && choice.chosen;
  const turned = open && choice.turned && hasDirection(found, choice.category);
  const seen = { ...found, variables: [...asTurned(found.variables, turned)] };
  return (
    <article className={`panel ${classes.card}`} aria-labelledby={title} data-chosen={open || undefined}>
      <Head found={found} choices={choices} title={title} />
      <Warnings found={found} />
      {open && (
        <ChoiceFields
          found={found}
          choice={choice}
          fault={choices.faults.get(keyOf(found))}
          onChange={(part) => choices.change(keyOf(found), part)}
        />
      )}
      {whole && (
        <div className={classes.body}>
          <FoundValues found={seen} without={open && choice.measured_only} />
          <FoundChain found={found} />
        </div>
      )}
      {folded && (
        <Button
          className={classes.unfold ?? ''}
          variant="subtle"
          size="compact-sm"
          aria-expanded={whole}
          onClick={() => setShown(!whole)}
        >
          {t(whole ? 'card.fold' : 'card.unfold')}
        </Button>
      )}
    </article>
  );
}
