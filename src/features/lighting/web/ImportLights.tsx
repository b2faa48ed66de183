import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { FileTextField } from '../../../shared/web/forms/fields/FileTextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type CensusReport, lightPointsCalls } from '../light-points.contract.ts';

/** What would become of the file, and what is wrong with which rows. */
function Report({ report }: { report: CensusReport }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const { told, faults, ignored } = report;
  return (
    <>
      <Facts>
        {(['rows', 'added', 'changed', 'unchanged'] as const).map((name) => (
          <Fact key={name} label={t(`census.${name}`)}>
            {number(report[name], 0)}
          </Fact>
        ))}
      </Facts>
      {ignored.length > 0 && (
        <Note tone="warning">{t('census.ignored', { columns: ignored.join(', ') })}</Note>
      )}
      {faults > 0 && (
        <Note tone="alarm">
          {t('census.faults', { count: faults, shown: number(faults, 0) })}
          <ul>
            {told.map(({ row, column, code }) => (
              <li key={`${row} ${column} ${code}`}>
                {t('census.fault_of', { row, fault: t(`census.fault.${code}`, { column }) })}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

/** A census from a file: tried first, then taken over as a whole. */
export function ImportLights({ box_id, onClose }: { box_id: number; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const [trial, setTrial] = useState<{ of: string; report: CensusReport } | null>(null);
  const form = useActionForm({
    values: { text: '' },
    words: 'lighting',
    act: async ({ text }) => {
      const tried = trial?.of === text ? trial.report : null;
      const body = { text, box_id, dry_run: tried === null, ...(tried && { stand: tried.stand }) };
      try {
        const report = await send(lightPointsCalls.importLights, { body, company });
        if (tried === null) setTrial({ of: text, report });
        else {
          toast.saved(t('census.done', { added: report.added, changed: report.changed }));
          onClose();
        }
      } catch (fault) {
        // What was tried is not how things stand any more: it is tried again, which says what is wrong.
        if (fault instanceof CallError && tried !== null) setTrial(null);
        throw fault;
      }
    },
  });
  const text = useWatch({ control: form.form.control, name: 'text' });
  const tried = trial?.of === text ? trial.report : null;
  return (
    <Dialog title={t('census.title')} onClose={onClose}>
      <ActionForm form={form} label={t('census.title')}>
        <Muted>{t('census.hint')}</Muted>
        <FileTextField
          name="text"
          fileLabel={t('census.file')}
          label={t('census.text')}
          accept=".csv,.geojson,.json,text/csv,application/geo+json"
        />
        {tried && <Report report={tried} />}
        <ActionButtons
          form={form}
          submit={t(tried ? 'census.store' : 'census.try')}
          blocked={text === '' || (tried?.faults ?? 0) > 0}
          onCancel={onClose}
        />
      </ActionForm>
    </Dialog>
  );
}
