import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconLockOpen, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '../../../../shared/units/zones.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { leftBehind, opensUntil } from './field-mode.model.ts';
import type { Program } from './keep-program.ts';
import type { FieldModeState } from './use-field-mode.ts';

interface Props {
  mode: FieldModeState;
  program: Program | undefined;
}

/** How old what is shown is, and until when it opens without a network. */
export function Age({ mode }: Pick<Props, 'mode'>) {
  const { t } = useTranslation('fieldmode');
  const { language, dateTime } = useFormat();
  const now = useNow(MINUTE_MS);
  const kept = mode.kept?.kept;
  if (!kept || !mode.told) return null;
  const age = ageWords(new Date(kept.at).toISOString(), now, language);
  const when = dateTime(kept.at, HERE);
  if (mode.told.kind === 'fresh')
    return (
      <Note tone="success" icon={IconCloudCheck} role="status">
        {t('status.fresh', { company: kept.company.name, when })}
      </Note>
    );
  return (
    <Note tone="warning" icon={IconCloudOff} role="status" filled>
      {t('status.away', { company: kept.company.name, age, when, until: dateTime(opensUntil(kept), HERE) })}
    </Note>
  );
}

/** Whether this page opens without a network. */
function Opens({ program }: Pick<Props, 'program'>) {
  const { t } = useTranslation('fieldmode');
  if (program === undefined) return null;
  if (program === 'ready') return <Muted>{t('status.ready')}</Muted>;
  return (
    <Note tone="warning" icon={IconLockOpen} filled>
      {t(program === 'insecure' ? 'status.insecure' : 'status.missing')}
    </Note>
  );
}

/** What one must know of what the page shows: how old it is, whether it opens without a network, what was removed. */
export function FieldStatus({ mode, program }: Props) {
  const { t } = useTranslation('fieldmode');
  const { formMessage } = useErrorMessage('fieldmode');
  const { kept, told, asking, ask } = mode;
  const shown = kept?.kept ?? null;
  const behind = shown ? leftBehind(shown.answer) : 0;
  return (
    <>
      <Age mode={mode} />
      {told?.kind === 'refused' && <Note tone="alarm">{formMessage(told.fault)}</Note>}
      {told?.kind === 'fresh' && told.removed > 0 && (
        <Note tone="alarm" role="alert">
          {t('status.removed', { count: told.removed })}
        </Note>
      )}
      {behind > 0 && <Note tone="warning">{t('status.left_behind', { count: behind })}</Note>}
      <Opens program={program} />
      {shown && (
        <div>
          <Button
            variant="default"
            loading={asking}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={ask}
          >
            {t('status.ask')}
          </Button>
        </div>
      )}
    </>
  );
}
