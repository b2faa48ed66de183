import { Button } from '@mantine/core';
import { IconArchive, IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useRefusalSentence } from '../../../shared/web/forms/refusal.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type ArchivedPlant, plantsCalls } from '../plants.contract.ts';

function Archived({ plants }: { plants: readonly ArchivedPlant[] }) {
  const { t } = useTranslation('plants');
  const { dateTime } = useFormat();
  const sentence = useRefusalSentence();
  const restore = useSend(plantsCalls.restore, { onDone: () => toast.saved() });
  if (plants.length === 0)
    return <EmptyState icon={IconArchive} title={t('archive.none')} hint={t('archive.none_hint')} />;
  return (
    <>
      {restore.isError && <FormError>{sentence(restore.error)}</FormError>}
      <Entries>
        {plants.map(({ proj_code, name, devices, archived_at }) => (
          <Entry
            key={proj_code}
            name={name}
            beside={<Muted as="span">{proj_code}</Muted>}
            details={`${t('archive.since', { when: dateTime(archived_at, HERE) })} · ${t('archive.devices', { count: devices })}`}
            actions={
              <Button
                variant="default"
                leftSection={<IconRestore size={16} />}
                loading={restore.isPending && restore.variables.params.proj_code === proj_code}
                onClick={() => restore.mutate({ params: { proj_code }, body: {} })}
              >
                {t('archive.restore')}
              </Button>
            }
          />
        ))}
      </Entries>
    </>
  );
}

/** The archived plants, and the way back for each. */
export function ArchiveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('plants');
  const archive = useCall(plantsCalls.listArchived);
  return (
    <Dialog title={t('archive.list')} size={600} onClose={onClose}>
      <Known query={archive} height={120}>
        {(plants) => <Archived plants={plants} />}
      </Known>
    </Dialog>
  );
}
