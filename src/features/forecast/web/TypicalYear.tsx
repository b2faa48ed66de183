import { Button, FileButton, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { typicalYearsCalls } from '../typical-years.contract.ts';

/** The typical year of the plant's site: which one there is, and another one from a file of PVGIS or in EPW. */
export function TypicalYear({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('forecast');
  const { number, date } = useFormat();
  const mayWrite = useCan('plants.write');
  const messages = useErrorMessage('forecast');
  const params = { proj_code };
  const { data } = useCall(typicalYearsCalls.find, { params });
  const onDone = () => toast.saved();
  const replace = useSend(typicalYearsCalls.replace, { onDone });
  const remove = useSend(typicalYearsCalls.remove, { onDone, goneIsDone: true });
  const take = (file: File | null) => {
    if (file) replace.mutate({ params, query: { file_name: file.name.slice(0, 200) }, body: file });
  };
  const fault = replace.error ?? remove.error;
  return (
    <Stack gap={8}>
      <Muted>
        {data
          ? t('typical.known', {
              file: data.file_name,
              date: date(data.imported_at),
              km: data.distance_km === null ? '–' : number(data.distance_km, 1),
            })
          : t('typical.none')}
      </Muted>
      {fault && (
        <Note tone="alarm" role="alert">
          {messages.formMessage(fault)}
        </Note>
      )}
      {mayWrite && (
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
          {data && (
            <Button
              variant="subtle"
              size="xs"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params })}
            >
              {t('typical.remove')}
            </Button>
          )}
        </Buttons>
      )}
    </Stack>
  );
}
