import { Badge, Checkbox, Group, Stack, Title } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { useKindLabels } from '../field/kind-words.ts';
import { ChoiceFields } from './ChoiceFields.tsx';
import { FoundDetails, useSeenLabels } from './FoundDetails.tsx';
import { firstOf, groupedWarnings, keyOf } from './find.model.ts';
import { asTurned, hasDirection } from './power-direction.model.ts';
import type { Choices } from './use-choices.ts';
import { useWarningLabels } from './use-warning-words.ts';

/** Values that stand in the card before somebody opens it. */
const TELLING = 3;

const deviceName = ({ manufacturer, model, unit_id }: FoundDevice, unit: string) =>
  [manufacturer, model].filter(Boolean).join(' ') || `${unit} ${unit_id}`;

/** Maker and model, what tells this device from its siblings, and what it reads just now. */
function Head({ found, choices, title }: { found: FoundDevice; choices: Choices; title: string }) {
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const kindOf = useKindLabels();
  const { nameOf, readingOf, unitOf } = useSeenLabels();
  const name = deviceName(found, tf('fields.unit_id'));
  const facts = [
    `${tf('fields.unit_id')} ${found.unit_id}`,
    found.serial_number && t('card.serial', { serial: found.serial_number }),
    found.firmware && t('card.firmware', { firmware: found.firmware }),
    found.options,
  ].filter(Boolean);
  const telling = firstOf(found.variables, TELLING).filter(({ value }) => value !== null);
  return (
    <Group gap={12} wrap="nowrap" align="flex-start">
      {found.device_id === null && (
        <Checkbox
          aria-label={t('card.choose', { name, unit: found.unit_id })}
          checked={choices.choices.get(keyOf(found))?.chosen ?? false}
          onChange={(event) => choices.change(keyOf(found), { chosen: event.currentTarget.checked })}
        />
      )}
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="2px 10px">
          <Title order={2} fz={15} lh="20px" id={title}>
            {name}
          </Title>
          <Badge color="gray">{kindOf(found.category)}</Badge>
        </Group>
        <Muted>{facts.join(' · ')}</Muted>
        {telling.length > 0 && (
          <Group gap="2px 14px">
            {telling.map((seen) => (
              <span key={seen.name}>
                <Muted as="span">{nameOf(seen)}</Muted> <b>{`${readingOf(seen)} ${unitOf(seen)}`.trim()}</b>
              </span>
            ))}
          </Group>
        )}
      </Stack>
      {found.device_id !== null && (
        <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(found.device_id) }}>
          {t('card.added')}
        </Link>
      )}
    </Group>
  );
}

/** What is only good to know: nothing is amiss with the device. */
const NOTES: readonly unknown[] = ['asleep', 'power_factor', 'power_factor_zero', 'same_twice'];

function Warnings({ found }: { found: FoundDevice }) {
  const { t } = useTranslation('add');
  const words = useWarningLabels();
  return groupedWarnings(found.warnings).map(({ warning, more }) => (
    <Note
      key={JSON.stringify(warning)}
      tone={NOTES.includes(warning.code) ? 'muted' : 'warning'}
      icon={NOTES.includes(warning.code) ? IconInfoCircle : IconAlertTriangle}
    >
      {words(warning)}
      {more > 0 && ` (${t('card.more_warnings', { count: more })})`}
    </Note>
  ));
}

interface Props {
  found: FoundDevice;
  choices: Choices;
  /** Begins with its values and models in sight. */
  open: boolean;
}

/** A device that was found: what it is, what it reads just now, and as what it is added. */
export function FoundCard({ found, choices, open }: Props) {
  const { t } = useTranslation('add');
  const title = useId();
  const details = useId();
  const [shown, setShown] = useState<boolean | null>(null);
  const whole = shown ?? open;
  const choice = choices.choices.get(keyOf(found));
  if (!choice) return null;
  const chosen = found.device_id === null && choice.chosen;
  const turned = chosen && choice.turned && hasDirection(found, choice.category);
  const seen = { ...found, variables: [...asTurned(found.variables, turned)] };
  return (
    <article aria-labelledby={title}>
      <Panel pad="sm">
        <Head found={seen} choices={choices} title={title} />
        <Warnings found={found} />
        {chosen && (
          <ChoiceFields
            found={found}
            choice={choice}
            fault={choices.faults.get(keyOf(found))}
            onChange={(part) => choices.change(keyOf(found), part)}
          />
        )}
        <FoldButton open={whole} controls={details} onToggle={setShown}>
          {t('card.details')}
        </FoldButton>
        <div id={details} hidden={!whole}>
          {whole && <FoundDetails found={seen} without={chosen && choice.measured_only} />}
        </div>
      </Panel>
    </article>
  );
}
