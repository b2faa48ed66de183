import { Button, Radio, SimpleGrid, Text } from '@mantine/core';
import {
  IconListNumbers,
  IconPencil,
  IconPlugConnected,
  IconRadar2,
  IconTemplate,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormElement } from '../../../../shared/web/forms/FormElement.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { mayLeave } from '../../../../shared/web/forms/use-unsaved.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { MoreFields } from '../../../../shared/web/ui/MoreFields.tsx';
import { HOWS, type How } from './add-search.ts';
import { HandForm } from './HandForm.tsx';
import { DraftText, FramerInput, SettingInput } from './Inputs.tsx';
import { useDraftFaults } from './use-fault-words.ts';
import type { Wizard } from './use-wizard.ts';
import { NameFields, WayFields } from './WayFields.tsx';
import { WhereFields } from './WhereFields.tsx';

interface Props {
  wizard: Wizard;
}

const ICONS: Readonly<Record<How, TablerIcon>> = {
  found: IconRadar2,
  template: IconTemplate,
  range: IconListNumbers,
  hand: IconPencil,
};

/** The four ways to add devices, the quickest first. */
function HowChoice({ wizard, onHow }: Props & { onHow: (how: How) => void }) {
  const { t } = useTranslation('add');
  const { draft, set } = wizard;
  return (
    <Radio.Group
      aria-label={t('how.title')}
      value={draft.how}
      onChange={async (how) => {
        // The other ways keep what was typed.
        if (draft.how === 'hand' && !(await mayLeave())) return;
        set({ how: how as How });
        onHow(how as How);
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing={8}>
        {HOWS.map((how) => {
          const Icon = ICONS[how];
          return (
            <Radio.Card
              key={how}
              value={how}
              p="10px 12px"
              radius={8}
              {...(how === draft.how && { bg: 'var(--brand-soft)', bd: '1px solid var(--brand)' })}
            >
              <Text component="span" fw={600} display="flex" style={{ gap: 8, alignItems: 'center' }}>
                <Icon size={18} stroke={1.7} aria-hidden="true" />
                {t(`how.${how}`)}
              </Text>
              <Muted as="div">{t(`how.${how}_hint`)}</Muted>
            </Radio.Card>
          );
        })}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** How requests reach the gateway, and what else few people need. */
function More({ wizard }: Props) {
  const { t } = useTranslation('add');
  const { draft, set } = wizard;
  const errorOf = useDraftFaults(wizard);
  const wrong = errorOf('timeout_ms') ?? errorOf('base');
  const search = draft.how === 'found';
  if (draft.port_id !== '' && draft.how === 'range') return null;
  return (
    <MoreFields
      label={search ? t('form.more') : t(draft.how === 'template' ? 'more.template' : 'more.connection')}
      forced={wrong !== undefined}
    >
      <FieldGrid min={200}>
        {draft.how === 'template' && <NameFields wizard={wizard} />}
        {draft.port_id === '' && (
          <>
            <FramerInput wizard={wizard} />
            <SettingInput
              name="timeout_ms"
              typed={draft.timeout_ms}
              error={errorOf('timeout_ms')}
              onTyped={(timeout_ms) => set({ timeout_ms })}
            />
          </>
        )}
        {search && (
          <DraftText
            wizard={wizard}
            name="base"
            label={t('form.base')}
            hint={t('form.base_hint')}
            placeholder="40000"
            numeric
          />
        )}
      </FieldGrid>
    </MoreFields>
  );
}

/** Asks the field. */
function AskBar({ wizard: { draft, rows } }: Props) {
  const { t } = useTranslation('add');
  const search = draft.how === 'found';
  const Icon = search ? IconRadar2 : IconPlugConnected;
  return (
    <Toolbar
      end={
        <Button type="submit" leftSection={<Icon size={16} />}>
          {search ? t('form.start') : t('bar.test', { count: rows.length })}
        </Button>
      }
    >
      <Muted>{t('form.reads_only')}</Muted>
    </Toolbar>
  );
}

interface StepProps extends Props {
  onHow: (how: How) => void;
  onAsk: () => void;
  onPasted: () => void;
  onMade: (id: number) => void;
}

/** Where the devices are and how they are added. */
export function StartStep({ wizard, onHow, onAsk, onPasted, onMade }: StepProps) {
  const { t } = useTranslation('add');
  const byHand = wizard.draft.how === 'hand';
  const submit = () => {
    if (!byHand && wizard.ready()) onAsk();
  };
  return (
    <>
      <FormElement label={t('title')} gap={12} onSubmit={submit}>
        <Section title={t('where.title')}>
          <WhereFields wizard={wizard} />
        </Section>
        <Section title={t('how.title')}>
          <HowChoice wizard={wizard} onHow={onHow} />
          {byHand && wizard.draft.port_id === '' && <More wizard={wizard} />}
          {!byHand && (
            <>
              <WayFields wizard={wizard} onPasted={onPasted} />
              <More wizard={wizard} />
              <AskBar wizard={wizard} />
            </>
          )}
        </Section>
      </FormElement>
      {byHand && <HandForm wizard={wizard} onMade={onMade} />}
    </>
  );
}
