import { Button, FileButton, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type TypicalYear as Imported, typicalYearsCalls } from '../typical-years.contract.ts';

const HEIGHT = 60;

/** The typical year of the plant's site: which one there is, and another one from a file of PVGIS or in EPW. */
export function TypicalYear({ proj_code }: { proj_code: string }) {
  const found = useCall(typicalYearsCalls.find, { params: { proj_code } });
  return (
    <Known query={found} height={HEIGHT}>
      {(year) => <Year proj_code={proj_code} year={year} />}
    </Known>
  );
}

interface Props {
  proj_code: string;
  /** Null: none was imported. */
  year: Imported | null;
}

function Year({ proj_code, year }: Props) {
  const { t } = useTranslation('forecast');
  const { number, date } = useFormat();
  const mayWrite = useCan('plants.write');
  return (
    <Stack gap={8}>
      <Muted>
        {year
          ? t('typical.known', {
              file: year.file_name,
              date: date(year.imported_at),
              km: year.distance_km === null ? '–' : number(year.distance_km, 1),
            })
          : t('typical.none')}
      </Muted>
      {mayWrite && <Changes proj_code={proj_code} year={year} />}
    </Stack>
  );
}

/** Another file in its place, or none. */
function Changes({ proj_code, year }: Props) {
  const { t } = useTranslation('forecast');
  const { formMessage } = useErrorMessage('forecast');
  const [removing, setRemoving] = useState(false);
  const params = { proj_code };
  const replace = useSend(typicalYearsCalls.replace, { onDone: () => toast.saved() });
  const remove = useSend(typicalYearsCalls.remove, { goneIsDone: true });
  const take = (file: File | null) => {
    if (file) replace.mutate({ params, query: { file_name: file.name.slice(0, 200) }, body: file });
  };
  return (
    <>
      {replace.error && (
        <Note tone="alarm" role="alert">
          {formMessage(replace.error)}
        </Note>
      )}
      <Buttons>
        <FileButton onChange={take} accept=".csv,.epw,text/csv">
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={replace.isPending}
              leftSection={<IconFileImport size={16} stroke={1.8} aria-hidden="true" />}
            >
              {t('typical.import')}
            </Button>
          )}
        </FileButton>
        {year && (
          <Button variant="subtle" size="xs" onClick={() => setRemoving(true)}>
            {t('typical.remove')}
          </Button>
        )}
      </Buttons>
      {year && removing && (
        <ConfirmAction
          title={t('typical.remove_title')}
          confirm={t('typical.remove')}
          words="forecast"
          act={() => remove.mutateAsync({ params })}
          onDone={() => toast.deleted()}
          onClose={() => setRemoving(false)}
        >
          {t('typical.remove_text', { file: year.file_name })}
        </ConfirmAction>
      )}
    </>
  );
}
