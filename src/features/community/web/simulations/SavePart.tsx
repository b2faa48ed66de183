import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import type { ResultToSave, SimulationReport } from '../../parameters.contract.ts';
import { simulationsCalls } from '../../simulations.contract.ts';
import { PrintButton } from './PrintButton.tsx';
import { saveCsv } from './report-csv.ts';

interface Props {
  result: ResultToSave;
  report: SimulationReport;
  /** Of the simulation that is open; a new one is given one here. */
  code: string | undefined;
  /** Of that simulation as it stood when this was calculated. */
  version: number | undefined;
}

/** Keeps a result under a code, with its months as a CSV file. // spec §4: saving status true, false, null at first */
export function SavePart({ result, report, code, version }: Props) {
  const { t } = useTranslation('simulations');
  const { id_client: company } = useCompany();
  const navigate = useNavigate();
  const [name, setName] = useState(code ?? '');
  const [saved, setSaved] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  // What it must still be; nothing any more once somebody has seen that a colleague changed it, or saved this here.
  const [expected, setExpected] = useState(version);
  const [changed, setChanged] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const kept = code ?? (await created()).code;
      const upload_id = await saveCsv(report, kept, company);
      await send(simulationsCalls.saveResults, {
        body: {
          code: kept,
          result_to_save: result,
          upload_id,
          ...(expected !== undefined && { version: expected }),
        },
        company,
      });
      setSaved(true);
      setChanged(false);
      setExpected(undefined);
      await navigate({ to: '/apps/cerresid/cer_simulation/simulation', search: { code: kept } as never });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSaved(false);
      setChanged(error.status === 409);
      if (error.status === 409) setExpected(undefined);
    } finally {
      setBusy(false);
    }
  };
  const created = () =>
    send(simulationsCalls.create, { body: { ...(name.trim() && { code: name.trim() }) }, company });
  return (
    <Section title={t('save.title')}>
      {code === undefined && (
        <TextInput
          label={t('field.code')}
          description={t('save.code_hint')}
          value={name}
          maxLength={32}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {saved === true && (
        <Note tone="success" role="status">
          {t('save.done')}
        </Note>
      )}
      {saved === false && (
        <Note tone="alarm" role="alert">
          {t(changed ? 'save.changed' : 'save.failed')}
        </Note>
      )}
      <Buttons>
        <Button loading={busy} onClick={() => void save()}>
          {t(changed ? 'save.over' : 'save.save')}
        </Button>
        {saved === true && code !== undefined && <PrintButton code={code} />}
      </Buttons>
    </Section>
  );
}
