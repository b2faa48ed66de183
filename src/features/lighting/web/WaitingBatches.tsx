import { Button, Group } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useBelonging, useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type CommandBatch, controllersCalls } from '../controllers.contract.ts';
import { namesOf, useSerials } from './serials.ts';

/** What a batch asks: how many boxes and lines, and which way. */
function useAsked() {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  return ({ boxes, lines, on }: CommandBatch): string =>
    [
      t('caution.boxes', { count: boxes, shown: number(boxes, 0) }),
      t(on === null ? 'caution.lines_both' : on ? 'caution.lines_on' : 'caution.lines_off', {
        count: lines,
        shown: number(lines, 0),
      }),
    ].join(', ');
}

interface DecisionProps {
  batch: CommandBatch;
  accept: boolean;
  /** Of whoever asked: they take it back. */
  isOwn: boolean;
  onClose: () => void;
}

/** Asks once more, and says of which boxes it could not be done. */
function DecisionDialog({ batch, accept, isOwn, onClose }: DecisionProps) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const company = useCompany().id_client;
  const asked = useAsked();
  const serials = useSerials();
  const verb = t(accept ? 'caution.accept_all' : isOwn ? 'caution.withdraw_all' : 'caution.decline_all');
  const form = useActionForm({
    values: {},
    words: 'lighting',
    act: async () => {
      const commands = await send(controllersCalls.decideBatch, {
        params: { id: String(batch.id) },
        body: { accept, commands: batch.commands },
        company,
      });
      const late = commands.filter(({ state }) => state !== (accept ? 'queued' : 'declined'));
      // One box may have been asked for more than one thing.
      const boxes = [...new Map(late.map((one) => [one.box_id, one])).values()];
      if (boxes.length > 0)
        toast.notDone(
          t('caution.not_decided', {
            count: boxes.length,
            shown: number(boxes.length, 0),
            names: namesOf(boxes),
          }),
        );
      if (late.length < commands.length)
        toast.done(t(accept ? 'switch.sent' : isOwn ? 'caution.withdrawn' : 'caution.declined'));
      onClose();
    },
  });
  return (
    <Dialog title={`${verb}: ${asked(batch)}`} small onClose={onClose}>
      <ActionForm form={form} label={verb}>
        <Muted>{serials(batch.serials, batch.boxes)}</Muted>
        {accept && <Muted>{t('caution.accept_all_hint')}</Muted>}
        <ActionButtons form={form} submit={verb} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}

interface BatchDecisionProps {
  batch: CommandBatch;
  isOwn: boolean;
  onDecide: (accept: boolean) => void;
}

/** The second person's word on all boxes at once; whoever asked for it can only take it back. */
function BatchDecision({ batch, isOwn, onDecide }: BatchDecisionProps) {
  const { t } = useTranslation('lighting');
  const asked = useAsked()(batch);
  return (
    <Group gap={8}>
      {!isOwn && (
        <Button
          size="compact-sm"
          aria-label={t('caution.accept_all_of', { asked })}
          onClick={() => onDecide(true)}
        >
          {t('caution.accept_all')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(isOwn ? 'caution.withdraw_all_of' : 'caution.decline_all_of', { asked })}
        onClick={() => onDecide(false)}
      >
        {t(isOwn ? 'caution.withdraw_all' : 'caution.decline_all')}
      </Button>
    </Group>
  );
}

/** What was asked for many boxes together and waits for a second person; nothing where nothing does. */
export function WaitingBatches() {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const may = useCan('lighting.switch');
  const asked = useAsked();
  const { user_id } = useBelonging();
  const { data = [] } = useCall(controllersCalls.batches);
  const [word, setWord] = useState<{ id: number; accept: boolean } | null>(null);
  const many = data.filter(({ boxes }) => boxes > 1);
  // It stays open while others decide about single boxes of it, down to the last.
  const batch = data.find(({ id }) => id === word?.id);
  const dialog = word && batch && (
    <DecisionDialog
      batch={batch}
      accept={word.accept}
      isOwn={user_id === batch.who?.id}
      onClose={() => setWord(null)}
    />
  );
  return (
    <>
      {many.length > 0 && (
        <Entries label={t('caution.together')}>
          {many.map((one) => (
            <Entry
              key={one.id}
              icon={IconUsersGroup}
              name={asked(one)}
              details={[
                one.who?.name || t('command.by_person'),
                one.reason,
                t('caution.until', { at: dateTime(one.expires_at) }),
              ]
                .filter(Boolean)
                .join(' · ')}
              actions={
                may && (
                  <BatchDecision
                    batch={one}
                    isOwn={user_id === one.who?.id}
                    onDecide={(accept) => setWord({ id: one.id, accept })}
                  />
                )
              }
            />
          ))}
        </Entries>
      )}
      {dialog}
    </>
  );
}
