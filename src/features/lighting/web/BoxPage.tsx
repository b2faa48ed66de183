import { Button } from '@mantine/core';
import { IconBulb, IconBulbOff, IconPencil, IconTools } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { AlarmsSection } from './AlarmsSection.tsx';
import { AtWork } from './AtWork.tsx';
import { BoxCommands } from './BoxCommands.tsx';
import { BoxForm } from './BoxForm.tsx';
import { BoxStatePill } from './BoxStatePill.tsx';
import { ControllerSection } from './ControllerSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { EnergySection } from './EnergySection.tsx';
import { LightsSection } from './LightsSection.tsx';
import { type AskedSwitch, LinesTable } from './LinesTable.tsx';
import { PowerLines } from './PowerLines.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';
import { TonightTable } from './TonightTable.tsx';
import { WorkDialog } from './WorkDialog.tsx';

/** What is known of a box. */
function About({ box }: { box: Box }) {
  const { t } = useTranslation('lighting');
  const { dateTime, number } = useFormat();
  return (
    <Facts>
      <Fact label={t('comune')}>{box.comune_name ?? t('state.unpaired')}</Fact>
      <Fact label={t('box.reg_number')}>{box.reg_number}</Fact>
      <Fact label={t('box.pod')}>{box.pod || null}</Fact>
      <Fact label={t('box.supply_code')}>{box.supply_code || null}</Fact>
      <Fact label={t('box.power_kw')}>{box.power_kw === null ? null : `${number(box.power_kw)} kW`}</Fact>
      <Fact label={t('box.lights')}>{number(box.lights, 0)}</Fact>
      <Fact label={t('box.heard_at')}>{box.heard_at === null ? t('box.never') : dateTime(box.heard_at)}</Fact>
    </Facts>
  );
}

/** Lines, inputs and the night: what it does, and what it should be doing. */
function Status({ box, onSwitch }: { box: Box; onSwitch: ((asked: AskedSwitch) => void) | null }) {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const query = useCall(boxesCalls.status, { query: { box_id: String(box.id), digital_inputs: 'true' } });
  const yesNo = (is: boolean | null | undefined) => (is == null ? null : t(is ? 'yes' : 'no'));
  return (
    <Known query={query} height={320}>
      {({ lines, tonight, digital_inputs: inputs, override_until }) => (
        <>
          {box.state === 'silent' && (
            <Note tone="warning">
              {box.heard_at === null
                ? t('box.never_heard')
                : t('box.silent_since', { at: dateTime(box.heard_at) })}
            </Note>
          )}
          {override_until && <Note tone="brand">{t('box.override', { at: dateTime(override_until) })}</Note>}
          <Section title={t('lines.title')} look="table">
            <LinesTable lines={lines} onSwitch={onSwitch} />
          </Section>
          <Section title={t('inputs.title')}>
            <Facts>
              <Fact label={t('inputs.manual')}>{yesNo(inputs?.manual)}</Fact>
              <Fact label={t('inputs.door_open')}>{yesNo(inputs?.door_open)}</Fact>
              <Fact label={t('inputs.supply_ok')}>{yesNo(inputs?.supply_ok)}</Fact>
              <Fact label={t('inputs.leakage')}>{yesNo(inputs?.leakage)}</Fact>
            </Facts>
          </Section>
          <Section title={t('tonight.title')} look="table">
            {tonight ? <TonightTable tonight={tonight} /> : <Muted>{t('tonight.none')}</Muted>}
          </Section>
        </>
      )}
    </Known>
  );
}

function Shown({ box }: { box: Box }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const [asked, setAsked] = useState<AskedSwitch | null>(null);
  const [editing, setEditing] = useState(false);
  const [planning, setPlanning] = useState(false);
  const actions = may && (
    <>
      <Button
        leftSection={<IconBulb size={16} aria-hidden="true" />}
        onClick={() => setAsked({ line: null, on: true })}
      >
        {t('switch.on')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBulbOff size={16} aria-hidden="true" />}
        onClick={() => setAsked({ line: null, on: false })}
      >
        {t('switch.off')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => setEditing(true)}
      >
        {t('box.edit')}
      </Button>
      {box.work_until === null && (
        <Button
          variant="default"
          leftSection={<IconTools size={16} aria-hidden="true" />}
          onClick={() => setPlanning(true)}
        >
          {t('work.title')}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={box.name === '' ? box.serial : `${box.serial} · ${box.name}`}
      back={<BackLink to="/apps/illuminazione">{t('title')}</BackLink>}
      beside={<BoxStatePill state={box.state} />}
      actions={actions}
    >
      <AtWork box={box} />
      <Section title={t('box.about')}>
        <About box={box} />
      </Section>
      <AlarmsSection box_id={box.id} />
      <Status box={box} onSwitch={may ? setAsked : null} />
      <PowerLines box_id={box.id} />
      <EnergySection box={box} />
      <DevicesSection box_id={box.id} />
      <ControllerSection box_id={box.id} />
      <LightsSection box={box} />
      <BoxCommands box_id={box.id} />
      {asked && <SwitchDialog box={box} {...asked} onClose={() => setAsked(null)} />}
      {planning && <WorkDialog box={box} onClose={() => setPlanning(false)} />}
      {editing && <BoxForm box={box} onClose={() => setEditing(false)} />}
    </Page>
  );
}

/** A box: its lines, its controller's inputs, what was commanded. // spec §2 */
export function BoxPage() {
  const { id } = useParams({ from: '/portal/apps/illuminazione/boxes/$id' });
  const query = useCall(boxesCalls.get, { params: { id } });
  return (
    <Known query={query} height={480}>
      {(box) => <Shown box={box} />}
    </Known>
  );
}
