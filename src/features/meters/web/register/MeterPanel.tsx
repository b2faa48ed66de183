import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ExportMenu } from '../../../../shared/web/list/ExportMenu.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type EnergyMeter, energyMetersCalls } from '../../meters.contract.ts';
import { meterRegisterCalls, type RegisterLine } from '../../register.contract.ts';
import { CorrectionForm, EventForm, ReadingForm, SwapForm } from '../forms/ReadingForms.tsx';
import type { MetersAddress } from '../meters-address.ts';
import { RegisterTable } from './RegisterTable.tsx';

interface Props {
  meter: EnergyMeter;
  state: MetersAddress;
}

function MeterFacts({ meter }: { meter: EnergyMeter }) {
  const { t } = useTranslation('meters');
  const { number, date } = useFormat();
  return (
    <Facts>
      <Fact label={t('field.plant')}>{meter.plant_name}</Fact>
      <Fact label={t('field.section')}>{meter.section_name}</Fact>
      <Fact label={t('field.role')}>{t(`role.${meter.role}`)}</Fact>
      <Fact label={t('field.model')}>{meter.model}</Fact>
      <Fact label={t('field.constant_k')}>{number(meter.constant_k, 3)}</Fact>
      <Fact label={t('field.digits')}>{number(meter.digits, 0)}</Fact>
      <Fact label={t('field.device')}>{meter.device_name}</Fact>
      <Fact label={t('field.from_on')}>{date(meter.from_on)}</Fact>
      <Fact label={t('field.to_on')}>{meter.to_on && date(meter.to_on)}</Fact>
      <Fact label={t('field.replaces')}>{meter.replaces}</Fact>
      <Fact label={t('field.threshold_pct')}>{number(meter.threshold_pct, 1)} %</Fact>
      <Fact label={t('field.note')}>{meter.note || null}</Fact>
    </Facts>
  );
}

/** What is written into the register, and what is done with the meter. */
function MeterActions({ meter, state, onRemove }: Props & { onRemove: () => void }) {
  const { t } = useTranslation('meters');
  return (
    <Buttons>
      {meter.retired_at === null && (
        <>
          <Button onClick={() => state.set({ form: 'reading' })}>{t('reading.add')}</Button>
          <Button variant="default" onClick={() => state.set({ form: 'event' })}>
            {t('event.add')}
          </Button>
          <Button variant="default" onClick={() => state.set({ form: 'swap' })}>
            {t('swap.add')}
          </Button>
          <Button variant="default" onClick={() => state.set({ form: 'edit' })}>
            {t('edit')}
          </Button>
          <Button variant="default" color="red" onClick={onRemove}>
            {t(meter.lines > 0 ? 'retire.open' : 'remove.open')}
          </Button>
        </>
      )}
    </Buttons>
  );
}

function RemoveMeter({
  meter,
  onClose,
  onDone,
}: {
  meter: EnergyMeter;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('meters');
  const { id_client: company } = useCompany();
  const kind = meter.lines > 0 ? 'retire' : 'remove';
  return (
    <ConfirmAction
      title={t(`${kind}.title`, { name: meter.serial_number })}
      confirm={t(`${kind}.confirm`)}
      words="meters"
      act={() => send(energyMetersCalls.remove, { params: { id: String(meter.id) }, company })}
      onDone={() => {
        if (kind === 'remove') toast.deleted(meter.serial_number);
        else toast.saved();
        onDone();
      }}
      onClose={onClose}
    >
      <p>{t(`${kind}.text`)}</p>
    </ConfirmAction>
  );
}

/** A meter in full: what it is, its register, and what is written into it. */
export function MeterPanel({ meter, state }: Props) {
  const { t } = useTranslation('meters');
  const may = useCan('records.write');
  const { id_client: company } = useCompany();
  const params = { id: String(meter.id) };
  const lines = useCall(meterRegisterCalls.lines, { params });
  const check = useCall(meterRegisterCalls.check, { params });
  const [corrected, setCorrected] = useState<RegisterLine | null>(null);
  const [removing, setRemoving] = useState(false);
  const close = () => state.set({ form: undefined });
  const { form } = state.search;
  const now = new Date().getFullYear();
  const [year, setYear] = useState(String(now));
  const since = Number(meter.from_on.slice(0, 4));
  const file = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(meterRegisterCalls.exportRegister, {
      query: { serial_number: meter.serial_number, period: year, format },
      company,
    });
  return (
    <Stack gap={16}>
      <MeterFacts meter={meter} />
      {may && <MeterActions meter={meter} state={state} onRemove={() => setRemoving(true)} />}
      <Section
        title={t('register.title')}
        hint={t('register.hint')}
        look="plain"
        actions={
          <Buttons>
            <NativeSelect
              aria-label={t('register.year')}
              data={Array.from({ length: Math.max(1, now - since + 1) }, (_, i) => String(now - i))}
              value={year}
              onChange={(event) => setYear(event.currentTarget.value)}
            />
            <ExportMenu
              name={`${t('register.file')}-${meter.serial_number}-${year}`}
              formats={['csv', 'xlsx']}
              load={file}
              print={() => file('pdf')}
            />
          </Buttons>
        }
      >
        {check.data && !check.data.whole && (
          <Note tone="alarm">{t('register.broken', { line: check.data.broken_line ?? 0 })}</Note>
        )}
        {check.data?.whole && check.data.lines > 0 && <Note tone="success">{t('register.whole')}</Note>}
        <Known query={lines} height={200}>
          {(rows) => (
            <RegisterTable
              rows={rows}
              meter={meter}
              onCorrect={may && !meter.retired_at ? setCorrected : null}
            />
          )}
        </Known>
      </Section>
      {may && form === 'reading' && <ReadingForm meter={meter} onClose={close} />}
      {may && form === 'event' && <EventForm meter={meter} onClose={close} />}
      {may && form === 'swap' && (
        <SwapForm
          meter={meter}
          onClose={close}
          onDone={({ id }) => state.set({ form: undefined, open: String(id) })}
        />
      )}
      {corrected && <CorrectionForm meter={meter} line={corrected} onClose={() => setCorrected(null)} />}
      {removing && (
        <RemoveMeter
          meter={meter}
          onClose={() => setRemoving(false)}
          onDone={() => {
            setRemoving(false);
            if (meter.lines === 0) state.set({ open: undefined });
          }}
        />
      )}
    </Stack>
  );
}
