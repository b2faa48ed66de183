import { Button, Group, Stack } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { TextAreaField } from '../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { SideDrawer } from '../../../shared/web/ui/SideDrawer.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type LightReport, lightReportsCalls } from '../light-reports.contract.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';

/** Closes a report, or opens it again. */
function Steps({ report: { id, state, version } }: { report: LightReport }) {
  const { t } = useTranslation('lighting');
  const { formMessage } = useErrorMessage('lighting');
  const step = useSend(lightReportsCalls.change, {});
  const go = (next: LightReport['state']) =>
    step.mutate({ params: { id: String(id) }, body: { state: next, version } });
  return (
    <Group gap={8} mt={6}>
      {step.error && <FormError>{formMessage(step.error)}</FormError>}
      {(state === 'open' ? (['repaired', 'dismissed'] as const) : (['open'] as const)).map((next) => (
        <Button
          key={next}
          size="compact-sm"
          variant={next === 'repaired' ? 'filled' : 'default'}
          loading={step.isPending}
          onClick={() => go(next)}
        >
          {t(next === 'open' ? 'reports.reopen' : `reports.${next}`)}
        </Button>
      ))}
    </Group>
  );
}

/** Who entered a report and when, and who closed it. */
function useFollowed() {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  return ({ state, reporter, created_by, created_at, ended_by, ended_at }: LightReport): string => {
    const name = (person: LightReport['ended_by']) => person?.name || t('reports.gone');
    const entered = t('reports.entered', { name: name(created_by), at: dateTime(created_at) });
    const ended =
      ended_at &&
      t('reports.ended', {
        state: t(`reports.states.${state}`),
        name: name(ended_by),
        at: dateTime(ended_at),
      });
    const open = ended_at === null ? t('reports.states.open') : '';
    return [open, reporter, entered, ended].filter(Boolean).join(' · ');
  };
}

function ReportForm({ light_id }: { light_id: number }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const form = useActionForm({
    values: { text: '', reporter: '' },
    words: 'lighting',
    act: async (values, { reset }) => {
      await send(lightReportsCalls.create, { body: { ...values, light_id }, company });
      toast.saved();
      reset();
    },
  });
  return (
    <ActionForm form={form} label={t('reports.add')}>
      <TextAreaField name="text" label={t('reports.text')} maxLength={1000} required />
      <TextField name="reporter" label={t('reports.reporter')} maxLength={160} />
      <ActionButtons form={form} submit={t('reports.enter')} />
    </ActionForm>
  );
}

/** What citizens reported of a light point, and what became of it. */
export function LightReports({ light, onClose }: { light: LightPoint; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const followed = useFollowed();
  const query = useCall(lightReportsCalls.list, { query: { light_id: String(light.id), page_size: '50' } });
  const title = t('reports.title', { code: light.code });
  return (
    <SideDrawer title={title} side="right" width={560} opened onClose={onClose}>
      <Stack gap={20} p={16}>
        {may && <ReportForm light_id={light.id} />}
        <Known query={query} height={160}>
          {({ results }) =>
            results.length === 0 ? (
              <Muted>{t('reports.none')}</Muted>
            ) : (
              <Entries label={title}>
                {results.map((report) => (
                  <Entry
                    key={report.id}
                    icon={IconMessageReport}
                    name={report.text}
                    details={followed(report)}
                  >
                    {may && <Steps report={report} />}
                  </Entry>
                ))}
              </Entries>
            )
          }
        </Known>
      </Stack>
    </SideDrawer>
  );
}
