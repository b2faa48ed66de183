import { Box, Stepper } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { DeviceTree } from '../../configuration.contract.ts';
import { FirstPlant } from '../field/home/FirstPlant.tsx';
import { placedOf } from '../field/home/home.model.ts';
import { useDeviceTree } from '../field/use-devices.ts';
import type { How } from './add-search.ts';
import { type AddSearch, STEPS } from './add-search.ts';
import { searchOf } from './address.model.ts';
import { CheckFound } from './CheckFound.tsx';
import { CheckRows } from './CheckRows.tsx';
import { DoneStep } from './DoneStep.tsx';
import type { Done } from './done.model.ts';
import { StartStep } from './StartStep.tsx';
import { useFound } from './use-found.ts';
import { useWizard } from './use-wizard.ts';

const route = getRouteApi('/portal/apps/cloudcontrol/add');

/** What was added according to the address, where nobody remembers how it was tried. */
function doneOf(tree: DeviceTree, added: string): Done {
  const ids = added.split(',').map(Number);
  const devices = placedOf(tree).flatMap(({ device }) => (ids.includes(device.id) ? [device] : []));
  return {
    added: devices.map(({ id, short_name }) => ({ id, name: short_name, reason: null, answered: false })),
    left: [],
  };
}

/** The step on screen, which the address holds with all that was typed. */
function Steps({ tree, search }: { tree: DeviceTree; search: AddSearch }) {
  const { t } = useTranslation('add');
  const navigate = useNavigate();
  const wizard = useWizard(tree, search);
  const found = useFound(wizard);
  const [done, setDone] = useState<Done | null>(null);
  const [stored, setStored] = useState(false);
  // Rows cannot be tried before the form says what they are, and what is typed by hand is tried where it is typed.
  const { how } = wizard.draft;
  const early = how === 'hand' || (how !== 'found' && wizard.formFaults.size > 0);
  const step = search.step === 'check' && early ? 'start' : search.step;
  const go = (part: Partial<AddSearch>, replace = false) =>
    navigate({
      to: '/apps/cloudcontrol/add',
      search: { ...searchOf(wizard.typed), ...part },
      replace,
      resetScroll: !replace,
    });
  const ask = () => {
    if (how === 'found') found.ask();
    else wizard.test(wizard.rows);
    void go({ step: 'check' });
  };
  const open = (id: number) => navigate({ to: '/apps/cloudcontrol/devices/$id', params: { id: String(id) } });
  const finish = (next: Done) => {
    const [only, ...others] = next.added;
    toast.done(t('add.done', { count: next.added.length }));
    if (only && others.length === 0 && next.left.length === 0) {
      // What was typed is stored: nothing is asked on the way.
      flushSync(() => setStored(true));
      return void open(only.id);
    }
    setDone(next);
    void go({ step: 'added', added: next.added.map(({ id }) => id).join(',') });
  };
  const goOn = (how: How, unit: number) => {
    wizard.set({ how, units: String(unit) });
    void go({ step: 'start', how, units: String(unit) });
  };
  const addMore = () => {
    if (done?.left.length === 0) {
      wizard.list.reset();
      found.choices.clear();
    }
    void go({ step: 'start' });
  };
  const unsaved = how === 'found' ? found.choices.typed : how !== 'hand' && wizard.list.typed;
  const active = STEPS.indexOf(step);
  return (
    <>
      <UnsavedQuestion unsaved={unsaved && !stored && step !== 'added'} />
      <Stepper
        size="xs"
        active={active}
        onStepClick={(next) => void go({ step: STEPS[next] ?? 'start' })}
        allowNextStepsSelect={false}
        wrap={false}
      >
        {STEPS.map((one, i) => (
          <Stepper.Step
            key={one}
            label={
              i === active ? (
                t(`step.${one}`)
              ) : (
                <>
                  <Box component="span" visibleFrom="sm">
                    {t(`step.${one}`)}
                  </Box>
                  <Box component="span" hiddenFrom="sm" className="visually-hidden">
                    {t(`step.${one}`)}
                  </Box>
                </>
              )
            }
            allowStepSelect={i < active && step !== 'added'}
          />
        ))}
      </Stepper>
      {step === 'start' && (
        <StartStep
          wizard={wizard}
          onHow={(how) => void go({ how }, true)}
          onAsk={ask}
          onPasted={() => void go({ step: 'check' })}
          onMade={open}
        />
      )}
      {step === 'check' && how === 'found' && (
        <CheckFound wizard={wizard} search={found} onAsk={ask} onHow={goOn} onDone={finish} />
      )}
      {step === 'check' && how !== 'found' && <CheckRows wizard={wizard} onDone={finish} />}
      {step === 'added' && (
        <DoneStep done={done ?? doneOf(tree, search.added)} plant={wizard.draft.proj_code} onMore={addMore} />
      )}
    </>
  );
}

/** Adds devices to a plant: found in the network, by a template, by a range, or by hand; each tried before it is added. */
export function AddPage() {
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const tree = useDeviceTree();
  const search = route.useSearch();
  const company = useCompany().id_client;
  return (
    <Page
      title={t('title')}
      subtitle={t('text')}
      width={1500}
      back={<BackLink to="/apps/cloudcontrol">{tf('home.view.devices')}</BackLink>}
    >
      <Known query={tree} height={420}>
        {(plants) =>
          plants.length === 0 ? <FirstPlant /> : <Steps key={company} tree={plants} search={search} />
        }
      </Known>
    </Page>
  );
}
