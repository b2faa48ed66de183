import { Button, Progress } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { SimulationParameters, type SimulationReport } from '../../parameters.contract.ts';
import { isOutdated } from '../../simulation-age.model.ts';
import { type SimulationRun, simulationsCalls } from '../../simulations.contract.ts';
import { PrintButton } from './PrintButton.tsx';
import { type ParameterValues, parametersOf, valuesOf } from './parameters-form.model.ts';
import { SavePart } from './SavePart.tsx';
import { MemberFields, MoneyFields, PlantFields } from './SimulationFields.tsx';
import { SimulationReportView } from './SimulationReportView.tsx';
import { SizingPart } from './SizingPart.tsx';
import { WhatIf } from './WhatIf.tsx';

/** How often a run is looked at while it is calculated. */
const LOOK_MS = 500;
const isStanding = ({ state }: SimulationRun): boolean => state === 'waiting' || state === 'running';

function Parameters({
  parameters,
  onRun,
}: {
  parameters: SimulationParameters;
  onRun: (id: number) => void;
}) {
  const { t } = useTranslation('simulations');
  const { id_client: company } = useCompany();
  const form = useActionForm<ParameterValues>({
    values: valuesOf(parameters),
    words: 'simulations',
    act: async (values) => {
      const body = { parameters: parametersOf(values) };
      onRun((await send(simulationsCalls.startRun, { body, company })).id);
    },
  });
  return (
    <Section title={t('form.title')}>
      <ActionForm form={form} label={t('form.title')}>
        <MemberFields />
        <PlantFields />
        <MoneyFields />
        <Buttons>
          <Button type="submit" loading={form.busy}>
            {t('run.start')}
          </Button>
        </Buttons>
      </ActionForm>
    </Section>
  );
}

/** A run while it is calculated: how far it is, and a way to stop it. // spec §4 */
function Standing({ run }: { run: SimulationRun }) {
  const { t } = useTranslation('simulations');
  const { id_client: company } = useCompany();
  const cancel = () => send(simulationsCalls.cancelRun, { params: { id: String(run.id) }, company });
  return (
    <Section title={t('run.running')}>
      <Progress value={run.progress} aria-label={t('run.progress', { percent: run.progress })} />
      <Buttons>
        <Button variant="default" onClick={() => void cancel()}>
          {t('run.cancel')}
        </Button>
      </Buttons>
    </Section>
  );
}

interface Further {
  readonly parameters: SimulationParameters;
  readonly report: SimulationReport;
  /** Takes other parameters over into the form. */
  readonly onUse: (parameters: SimulationParameters) => void;
}

/** What else it could be; for those who may calculate. */
function Further(given: Further) {
  if (!useCan('community.write')) return null;
  return (
    <>
      <WhatIf {...given} />
      {given.parameters.plants.length === 0 && (
        <SizingPart parameters={given.parameters} onUse={given.onUse} />
      )}
    </>
  );
}

interface RunProps extends Pick<Further, 'onUse'> {
  readonly code: string | undefined;
  /** Of the simulation as it stood when this was started. */
  readonly version: number | undefined;
}

function Ended({ run, code, version, onUse }: RunProps & { run: SimulationRun }) {
  const { t } = useTranslation('simulations');
  if (run.state === 'cancelled')
    return (
      <Note tone="muted" role="status">
        {t('run.cancelled')}
      </Note>
    );
  const { result_report: report, result_to_save: result } = run;
  // spec §8: 'Simulation failed', 'Simulation ok'
  if (!report || !result)
    return (
      <Note tone="alarm" role="alert" filled>
        {t('run.failed')}
      </Note>
    );
  return (
    <>
      <Note tone="success" role="status" filled>
        {t('run.ok')}
      </Note>
      <SavePart result={result} report={report} code={code} version={version} />
      <SimulationReportView report={report} />
      <Further parameters={run.parameters} report={report} onUse={onUse} />
    </>
  );
}

function Run({ id, ...given }: RunProps & { id: number }) {
  const query = useCall(
    simulationsCalls.run,
    { params: { id: String(id) } },
    { refetchInterval: ({ state: { data } }) => (data && !isStanding(data) ? false : LOOK_MS) },
  );
  return (
    <Known query={query} height={120}>
      {(run) => (isStanding(run) ? <Standing run={run} /> : <Ended run={run} {...given} />)}
    </Known>
  );
}

function Saved({ code, onUse }: Pick<Further, 'onUse'> & { code: string }) {
  const { t } = useTranslation('simulations');
  const query = useCall(simulationsCalls.results, { query: { code } });
  return (
    <Known query={query} height={320}>
      {({ result_report, run_parameters }) => (
        <>
          <Section title={t('saved.title')} look="plain" actions={<PrintButton code={code} />}>
            {isOutdated(result_report) && <Note tone="warning">{t('outdated.text')}</Note>}
            <SimulationReportView report={result_report} />
          </Section>
          <Further parameters={run_parameters} report={result_report} onUse={onUse} />
        </>
      )}
    </Known>
  );
}

/** A simulation: what is assumed, what it comes to, and what of it is kept. // spec §2, §3 */
export function SimulationPage() {
  const { t } = useTranslation('simulations');
  const { code }: { code?: string } = useSearch({ strict: false });
  const [run, setRun] = useState<{ id: number; version: number | undefined } | null>(null);
  const [taken, setTaken] = useState<{ nth: number; parameters: SimulationParameters } | null>(null);
  const stored = useCall(simulationsCalls.get, code === undefined ? null : { params: { id: code } });
  // Whoever may only read is shown what was saved.
  const may = useCan('community.write');
  const navigate = useNavigate();
  const use = (parameters: SimulationParameters) => {
    setTaken((before) => ({ nth: (before?.nth ?? 0) + 1, parameters }));
    window.scrollTo({ top: 0 });
  };
  const restart = () => {
    setRun(null);
    setTaken(null);
    void navigate({ to: '/apps/cerresid/cer_simulation/simulation', search: {} as never });
  };
  return (
    <Page
      title={code === undefined ? t('one.new') : t('one.title', { code })}
      subtitle={t('one.subtitle')}
      back={<BackLink to="/apps/cerresid/cer_simulation">{t('title')}</BackLink>}
      actions={
        may &&
        code !== undefined && (
          <Button variant="default" onClick={restart}>
            {t('add')}
          </Button>
        )
      }
    >
      {code === undefined ? (
        may ? (
          <Parameters
            key={taken?.nth}
            parameters={taken?.parameters ?? SimulationParameters.parse({})}
            onRun={(id) => setRun({ id, version: undefined })}
          />
        ) : (
          <Note tone="muted">{t('one.readers')}</Note>
        )
      ) : (
        <Known query={stored} height={480}>
          {({ parameters, saved_at, version }) =>
            may ? (
              <Parameters
                key={`${code} ${taken?.nth}`}
                parameters={taken?.parameters ?? parameters}
                onRun={(id) => setRun({ id, version })}
              />
            ) : (
              saved_at === null && <Note tone="muted">{t('not_saved')}</Note>
            )
          }
        </Known>
      )}
      {run !== null && <Run key={run.id} {...run} code={code} onUse={use} />}
      {run === null && code !== undefined && stored.data?.saved_at && <Saved code={code} onUse={use} />}
    </Page>
  );
}
