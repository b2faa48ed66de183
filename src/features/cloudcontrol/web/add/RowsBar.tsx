import { Box, Button, Progress } from '@mantine/core';
import { IconPlayerStop, IconPlugConnected, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { StickyBar } from '../../../../shared/web/page/Toolbar.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import type { Row } from './draft.model.ts';
import { focusFault } from './focus-fault.ts';
import { isDoubt } from './row-faults.model.ts';
import type { Adding } from './use-adding.ts';
import type { Wizard } from './use-wizard.ts';

interface Props {
  wizard: Wizard;
  adding: Adding;
}

/** How far the trying is, and what came of it. */
function Standing({ wizard }: Pick<Props, 'wizard'>) {
  const { t } = useTranslation('add');
  const { answers, answered, silent, rows } = wizard;
  const ended = answered.length + silent.length;
  if (!answers.asking && ended === 0) return t('bar.reads_only');
  return (
    <>
      <p role="status">
        {answers.asking
          ? t('bar.asking', { ended, all: rows.length })
          : t('bar.ended', { count: answered.length, silent: silent.length })}
      </p>
      {answers.asking && (
        <Progress value={(100 * ended) / Math.max(1, rows.length)} size="sm" aria-label={t('bar.progress')} />
      )}
    </>
  );
}

function Tests({ wizard }: Pick<Props, 'wizard'>) {
  const { t } = useTranslation('add');
  const { answers, rows, silent } = wizard;
  if (answers.asking) {
    return (
      <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={answers.stop}>
        {t('bar.stop')}
      </Button>
    );
  }
  return (
    <>
      {silent.length > 0 && (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => wizard.test(silent)}>
          {t('bar.again', { count: silent.length })}
        </Button>
      )}
      <Button
        variant={silent.length > 0 ? 'subtle' : 'default'}
        leftSection={<IconPlugConnected size={16} />}
        disabled={rows.length === 0}
        onClick={() => wizard.test(rows)}
      >
        {t('bar.test', { count: rows.length })}
      </Button>
    </>
  );
}

/** Tries the rows, and adds them: all, or those that answered. Stays in sight below them. */
export function RowsBar({ wizard, adding }: Props) {
  const { t } = useTranslation('add');
  const { formMessage } = useErrorMessage('field');
  const [asked, setAsked] = useState<readonly Row[] | null>(null);
  const { rows, answered, draft, answers, rowFaults } = wizard;
  const faultsIn = (which: readonly Row[]) => which.flatMap(({ key }) => rowFaults.get(key) ?? []);
  const ownFaults = faultsIn(rows).filter((one) => !isDoubt(one)).length;
  const add = (which: readonly Row[]) => {
    // Rows with a fault are not to be hidden.
    wizard.onlySilent(false);
    if (!wizard.ready()) return;
    if (faultsIn(which).some((one) => !isDoubt(one))) return focusFault();
    if (faultsIn(which).length > 0) setAsked(which);
    else adding.add(which);
  };
  const ofItself = draft.kind === 'sunspec';
  const some = answered.length > 0 && (answered.length < rows.length || ofItself);
  const sentences = [
    ...adding.refused.whole,
    ...(answers.fault ? [formMessage(answers.fault)] : []),
    ...(ownFaults > 0 ? [t('bar.faults', { count: ownFaults })] : []),
  ];
  return (
    <StickyBar note={<Standing wizard={wizard} />}>
      {sentences.length > 0 && (
        <Box w="100%" style={{ order: -1 }}>
          <FormError>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </FormError>
        </Box>
      )}
      <Tests wizard={wizard} />
      {!ofItself && (
        <Button
          variant={some ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} />}
          disabled={rows.length === 0}
          loading={adding.adding}
          onClick={() => add(rows)}
        >
          {t('bar.add_all', { count: rows.length })}
        </Button>
      )}
      {(some || ofItself) && (
        <Button
          leftSection={<IconPlus size={16} />}
          disabled={answered.length === 0}
          loading={adding.adding}
          onClick={() => add(answered)}
        >
          {t('bar.add_answered', { count: answered.length })}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={t('doubt.title')}
          confirm={t('doubt.add')}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            adding.add(asked);
          }}
        >
          <p>{t('doubt.why', { count: faultsIn(asked).length })}</p>
        </ConfirmDialog>
      )}
    </StickyBar>
  );
}
