import { Box, Button, Group } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import type { Plant } from '../../plants.contract.ts';
import { type PlantSection, sectionsCalls } from '../../sections.contract.ts';
import { RemoveSection, SectionDialog, SectionHistory } from './SectionDialogs.tsx';
import { SectionTable } from './SectionTable.tsx';

type Opened =
  | { kind: 'edit'; section: PlantSection | null }
  | { kind: 'remove' | 'history'; section: PlantSection };

const swapped = (ids: readonly number[], i: number, j: number): number[] =>
  ids.map((id, place) => (place === i ? (ids[j] ?? id) : place === j ? (ids[i] ?? id) : id));

interface RowActionsProps {
  sections: readonly PlantSection[];
  place: number;
  onOrder: (ids: number[]) => void;
  onOpen: (next: Opened) => void;
}

/** What whoever may see a section may open of it. */
function HistoryButton({ section, onOpen }: { section: PlantSection; onOpen: (next: Opened) => void }) {
  const { t } = useTranslation();
  return (
    <RowButton
      label={t('history.title', { name: section.name })}
      icon={IconHistory}
      onClick={() => onOpen({ kind: 'history', section })}
    />
  );
}

function RowActions({ sections, place, onOrder, onOpen }: RowActionsProps) {
  const { t } = useTranslation('plants');
  const { t: common } = useTranslation();
  const section = sections[place];
  if (!section) return null;
  const { name } = section;
  const ids = sections.map(({ id }) => id);
  const move = (to: number) => () => onOrder(swapped(ids, place, to));
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <RowButton
        label={t('sections.up', { name })}
        icon={IconArrowUp}
        obstacle={place === 0 ? t('sections.first') : null}
        onClick={move(place - 1)}
      />
      <RowButton
        label={t('sections.down', { name })}
        icon={IconArrowDown}
        obstacle={place === sections.length - 1 ? t('sections.last') : null}
        onClick={move(place + 1)}
      />
      <HistoryButton section={section} onOpen={onOpen} />
      <RowButton
        label={common('company_list.edit', { name })}
        icon={IconPencil}
        onClick={() => onOpen({ kind: 'edit', section })}
      />
      <RowButton
        label={common('company_list.remove_of', { name })}
        icon={IconTrash}
        onClick={() => onOpen({ kind: 'remove', section })}
      />
    </Group>
  );
}

/** The sections of a plant: how they are inclined, what they can make, in which order they are shown. */
export function SectionsPart({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plants');
  const { formMessage } = useErrorMessage('plants');
  const mayWrite = useCan('plants.write');
  const { proj_code } = plant;
  const sections = useCall(sectionsCalls.listSections, { query: { proj_code } });
  const order = useSend(sectionsCalls.orderSections);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const add = mayWrite && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} />}
      onClick={() => setOpened({ kind: 'edit', section: null })}
    >
      {t('sections.add')}
    </Button>
  );
  return (
    <Section title={t('sections.title')} hint={t('sections.hint')} actions={add} look="table">
      <FormError>{order.error && formMessage(order.error)}</FormError>
      <Known query={sections} height={120}>
        {(rows) =>
          rows.length === 0 ? (
            <Box px={18} pb={14}>
              <Muted>{t('sections.none')}</Muted>
            </Box>
          ) : (
            <SectionTable
              sections={rows}
              plant={plant}
              actions={(place) => {
                const section = rows[place];
                if (!mayWrite) return section && <HistoryButton section={section} onOpen={setOpened} />;
                return (
                  <RowActions
                    sections={rows}
                    place={place}
                    onOrder={(ids) => order.mutate({ body: { proj_code, ids } })}
                    onOpen={setOpened}
                  />
                );
              }}
            />
          )
        }
      </Known>
      {opened?.kind === 'edit' && <SectionDialog plant={plant} section={opened.section} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveSection section={opened.section} onClose={close} />}
      {opened?.kind === 'history' && <SectionHistory section={opened.section} onClose={close} />}
    </Section>
  );
}
