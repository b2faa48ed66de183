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
        ...{ params: { id: String(batch.id) }, body: { accept }, company },
      });
      const late = commands.filter(({ state }) => state !== (accept ? 'queued' : 'declined'));
      if (late.length > 0)
        toast.notDone(
          t('caution.not_decided', {
            ...{ count: late.length, shown: number(late.length, 0), names: namesOf(late) },
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

/** The second person's word on all boxes at once; whoever asked for it can only take it back. */
function BatchDecision({ batch }: { batch: CommandBatch }) {
  const { t } = useTranslation('lighting');
  const asked = useAsked()(batch);
  const isOwn = useBelonging().user_id === batch.who?.id;
  const [accept, setAccept] = useState<boolean | null>(null);
  return (
    <Group gap={8}>
      {!isOwn && (
        <Button
          size="compact-sm"
          aria-label={t('caution.accept_all_of', { asked })}
          onClick={() => setAccept(true)}
        >
          {t('caution.accept_all')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(isOwn ? 'caution.withdraw_all_of' : 'caution.decline_all_of', { asked })}
        onClick={() => setAccept(false)}
      >
        {t(isOwn ? 'caution.withdraw_all' : 'caution.decline_all')}
      </Button>
      {accept !== null && <DecisionDialog {...{ batch, accept, isOwn }} onClose={() => setAccept(null)} />}
    </Group>
  );
}

/** What was asked for many boxes together and waits for a second person; nothing where nothing does. */
export function WaitingBatches() {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const may = useCan('lighting.switch');
  const asked = useAsked();
  const { data = [] } = useCall(controllersCalls.batches);
  const many = data.filter(({ boxes }) => boxes > 1);
  if (many.length === 0) return null;
  return (
    <Entries label={t('caution.together')}>
      {many.map((batch) => (
        <Entry
          key={batch.id}
          icon={IconUsersGroup}
          name={asked(batch)}
          details={[
            batch.who?.name || t('command.by_person'),
            batch.reason,
            t('caution.until', { at: dateTime(batch.expires_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          actions={may && <BatchDecision batch={batch} />}
        />
      ))}
    </Entries>
  );
}
