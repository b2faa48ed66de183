import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerStop, IconRadar2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormElement } from '../../../../shared/web/forms/FormElement.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { unitsText } from '../../unit-range.model.ts';
import { addressOf } from '../field/home/home.model.ts';
import { AddBar } from './AddBar.tsx';
import type { How } from './add-search.ts';
import type { Done } from './done.model.ts';
import { FoundCard } from './FoundCard.tsx';
import { isTwin, keyOf, machinesOf } from './find.model.ts';
import { DraftText } from './Inputs.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Progress } from './Progress.tsx';
import { SilenceNote } from './SilenceNote.tsx';
import type { Search } from './use-found.ts';
import type { Wizard } from './use-wizard.ts';

interface Props {
  wizard: Wizard;
  search: Search;
  onAsk: () => void;
  onHow: (how: How, unit: number) => void;
  onDone: (done: Done) => void;
}

/** What is asked, and asking again at other units. */
function SearchAgain({ wizard, search, onAsk }: Pick<Props, 'wizard' | 'search' | 'onAsk'>) {
  const { t } = useTranslation('add');
  const { draft, port } = wizard;
  const address = port ? addressOf(port) : `${draft.host}:${draft.port}`;
  return (
    <Panel pad="sm">
      <FormElement
        label={t('form.start')}
        onSubmit={() => {
          if (!search.busy && wizard.ready()) onAsk();
        }}
      >
        <Group gap={12} align="end">
          <DraftText wizard={wizard} name="units" label={t('form.units_at', { address })} />
          {search.busy ? (
            // Another button than the one that asks: else the same press would ask again.
            <Button
              key="stop"
              variant="default"
              leftSection={<IconPlayerStop size={16} />}
              onClick={search.task.stop}
            >
              {t('form.stop')}
            </Button>
          ) : (
            <Button key="ask" type="submit" variant="default" leftSection={<IconRadar2 size={16} />}>
              {t(search.looked ? 'form.again' : 'form.start')}
            </Button>
          )}
        </Group>
      </FormElement>
    </Panel>
  );
}

/** Devices that few people want to see first. */
function Folded({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  const [shown, setShown] = useState<boolean | null>(null);
  const whole = shown ?? open;
  return (
    <Stack gap={8}>
      <FoldButton open={whole} onToggle={setShown}>
        {label}
      </FoldButton>
      {whole && children}
    </Stack>
  );
}

/** So many stand on the screen before those that are no news are folded away. */
const FEW = 4;

/** What was found: new devices first, then what stands already and what answers at several units. */
function Found({ search }: Pick<Props, 'search'>) {
  const { t } = useTranslation('add');
  const { found } = search.results;
  const isStanding = ({ device_id }: FoundDevice) => device_id !== null;
  const standing = found.filter(isStanding);
  const twins = found.filter((one) => !isStanding(one) && isTwin(one));
  const fresh = found.filter((one) => !isStanding(one) && !isTwin(one));
  const few = found.length <= FEW;
  const cards = (devices: readonly FoundDevice[]) =>
    devices.map((one) => (
      <FoundCard key={keyOf(one)} found={one} choices={search.choices} open={found.length === 1} />
    ));
  const unitsOf = (devices: readonly FoundDevice[]) => unitsText(devices.map(({ unit_id }) => unit_id));
  return (
    <>
      {cards(fresh)}
      {twins.length > 0 && (
        <Folded label={t('twins', { units: unitsOf(twins), count: twins.length })} open={few}>
          {cards(twins)}
        </Folded>
      )}
      {standing.length > 0 && (
        <Folded label={t('standing', { count: standing.length })} open={few}>
          {cards(standing)}
        </Folded>
      )}
    </>
  );
}

/** The answers of a search as they come, and what is done with them. */
export function CheckFound(props: Props) {
  const { search, onHow, onDone } = props;
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const { formMessage } = useErrorMessage('field');
  const { task, results, looked, busy } = search;
  const ended = task.state === 'ended';
  const machines = machinesOf(results.found).length;
  const count = results.found.length;
  return (
    <>
      <SearchAgain {...props} />
      {task.state === 'failed' && <FormError>{formMessage(task.fault)}</FormError>}
      {busy && <Progress results={results} units={looked?.question.unit_ids ?? []} />}
      {ended && results.ended > 0 && (
        <div role="status">
          <h2>
            {t('found', { count })}
            {machines < count && ` · ${t('machines', { count: machines })}`}
          </h2>
        </div>
      )}
      {looked && count > 0 && <Found search={search} />}
      {looked &&
        results.silences.map(({ reason, units }) => (
          <SilenceNote
            key={JSON.stringify(reason)}
            reasons={[reason]}
            whom={`${tf('fields.unit_id')} ${unitsText(units)}`}
            next={
              <NextSteps looked={looked} unit={units[0] ?? 1} onHow={(how) => onHow(how, units[0] ?? 1)} />
            }
          />
        ))}
      {ended && results.ended === 0 && <EmptyState title={t('stopped')} />}
      {!looked && <EmptyState icon={IconRadar2} title={t('not_asked')} hint={t('form.reads_only')} />}
      {looked && count > 0 && <AddBar search={search} looked={looked} onDone={onDone} />}
    </>
  );
}
