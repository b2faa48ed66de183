import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { boxesCalls } from '../boxes.contract.ts';
import { controllersCalls, type IoController, type IoStatus } from '../controllers.contract.ts';
import { LINES } from '../night.model.ts';
import { ControllerForm } from './ControllerForm.tsx';
import { useFault } from './use-fault.ts';

/** What the controller said last, its clock, and the times that it holds itself. */
function Standing({ status, controller }: { status: IoStatus; controller: IoController }) {
  const { t } = useTranslation('lighting');
  const { dateTime, number } = useFormat();
  const cause = useFault();
  const { heard_at, fault, fault_since, clock_offset_s, timetable } = status;
  const compared = timetable?.compared_at ? ` · ${dateTime(timetable.compared_at)}` : '';
  const why =
    timetable?.state === 'failed' ? ` · ${t('command.why', { fault: cause(timetable.fault) })}` : '';
  return (
    <Facts>
      <Fact label={t('controller.device')}>{controller.short_name || null}</Fact>
      <Fact label={t('controller.poll')}>{`${number(controller.poll_s, 0)} s`}</Fact>
      <Fact label={t('box.heard_at')}>{heard_at === null ? t('box.never') : dateTime(heard_at)}</Fact>
      <Fact label={t('controller.silent_since')}>{fault_since && dateTime(fault_since)}</Fact>
      {fault !== '' && <Fact label={t('controller.fault')}>{cause(fault)}</Fact>}
      <Fact label={t('controller.clock')}>
        {clock_offset_s === null ? null : `${number(clock_offset_s, 1)} s`}
      </Fact>
      <Fact label={t('controller.timetable')}>
        {controller.own_timetable
          ? timetable && `${t(`controller.tables.${timetable.state}`)}${why}${compared}`
          : t('controller.no_timetable')}
      </Fact>
    </Facts>
  );
}

/** Where each line's output and inputs stand, and what they said last. */
function Wiring({ controller: { profile, lines } }: { controller: IoController }) {
  const { t } = useTranslation('lighting');
  const place = (at: number | null | undefined) => (at == null ? t('controller.not_wired') : String(at));
  const said = (is: boolean | null | undefined, yes: string, no: string) =>
    is == null ? '–' : is ? yes : no;
  const head = [t('lines.line'), t('controller.output'), t('controller.feedback'), t('controller.breaker')];
  return (
    <PlainTable label={t('controller.wiring')} inset stacked head={head}>
      {LINES.map((line) => {
        const state = lines.find((one) => one.line === line);
        const [on, off] = [t('lines.on'), t('lines.off')];
        return (
          <tr key={line}>
            <th scope="row" data-label={head[0]}>
              {line}
            </th>
            <td data-label={head[1]}>
              {`${place(profile.coils[line - 1])} · ${said(state?.target, on, off)}`}
            </td>
            <td data-label={head[2]}>
              {`${place(profile.feedback[line - 1])} · ${said(state?.feedback, on, off)}`}
            </td>
            <td data-label={head[3]}>
              {`${place(profile.breaker[line - 1])} · ${said(state?.breaker_tripped, t('controller.tripped'), t('controller.closed'))}`}
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}

function Shown({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const [editing, setEditing] = useState(false);
  const query = useCall(controllersCalls.controller, { query: { box_id: String(box_id) } });
  const status = useCall(controllersCalls.status, { query: { box_id: String(box_id) } });
  const edit = may && query.data && (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      onClick={() => setEditing(true)}
    >
      {t('controller.edit')}
    </Button>
  );
  return (
    <Section title={t('controller.title')} actions={edit}>
      <Known query={query} height={240}>
        {(controller) => (
          <>
            <Known query={status} height={60}>
              {(said) => <Standing status={said} controller={controller} />}
            </Known>
            <Wiring controller={controller} />
            {editing && (
              <ControllerForm box_id={box_id} controller={controller} onClose={() => setEditing(false)} />
            )}
          </>
        )}
      </Known>
    </Section>
  );
}

function None({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const [setting, setSetting] = useState(false);
  return (
    <Section
      title={t('controller.title')}
      actions={may && <Button onClick={() => setSetting(true)}>{t('controller.set')}</Button>}
    >
      <Muted>{t('controller.none')}</Muted>
      {setting && <ControllerForm box_id={box_id} controller={null} onClose={() => setSetting(false)} />}
    </Section>
  );
}

/** The controller of a box: outputs, inputs, clock and its own times. */
export function ControllerSection({ box_id }: { box_id: number }) {
  const query = useCall(boxesCalls.devices, { query: { box_id: String(box_id) } });
  return (
    <Known query={query} height={240}>
      {(devices) =>
        devices.some(({ kind }) => kind === 'controller') ? (
          <Shown box_id={box_id} />
        ) : (
          <None box_id={box_id} />
        )
      }
    </Known>
  );
}
