import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconInfoCircle, IconPlug } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormPage } from '../../../../../shared/web/forms/FormPage.tsx';
import { FieldGroup } from '../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../../shared/web/forms/fields/SelectField.tsx';
import { onlyChanged } from '../../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../../shared/web/ui/Known.tsx';
import { changesCalls } from '../../../changes.contract.ts';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { EXAMPLE_IP, HINTS } from '../../../configuration.model.ts';
import type { ConfiguredDevice, ConfiguredPort, DeviceDetails } from '../../../configured.contract.ts';
import { DEVICE_FIELDS, type Field, missingOfPort, pick, portFieldsFor } from '../forms/entities.model.ts';
import { SettingField } from '../forms/SettingFields.tsx';
import { useUnitQuestion } from '../forms/use-unit-question.ts';
import { addressOf, portLabel, sameUnit } from '../home/home.model.ts';
import { PortDialog } from '../ports/PortDialog.tsx';
import { useDeviceTree } from '../use-devices.ts';
import { patchDevice, patchPort } from '../writes.ts';
import { PortStanding } from './PortStanding.tsx';
import { neighboursOf } from './port-neighbours.model.ts';
import type { TabProps } from './standing.ts';

const NAMED = 8;

function Neighbours({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('field');
  if (names.length === 0) return null;
  const more = names.length - NAMED;
  return (
    <Alert color="cobalt" variant="light" icon={<IconInfoCircle size={18} />}>
      {t('connection.shared', { count: names.length })} {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` ${t('connection.more', { count: more })}`}
    </Alert>
  );
}

/** Who else stands behind the port is not known yet, or could not be found out: the port is not changed before. */
function NeighboursUnknown({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  if (!failed) return <p className="muted">{t('connection.looking')}</p>;
  return (
    <Alert role="alert" color="orange" variant="light" icon={<IconCloudOff size={18} />}>
      <p>{t('connection.unknown')}</p>
      <Button size="compact-sm" variant="default" mt={8} onClick={onRetry}>
        {tc('retry')}
      </Button>
    </Alert>
  );
}

const settings = (fields: readonly Field[], placeholders: Record<string, string>, ...names: string[]) =>
  pick(fields, ...names).map((field) => (
    <SettingField key={field.name} field={field} placeholder={placeholders[field.name]} />
  ));
const PLACEHOLDERS = { host: EXAMPLE_IP, port: String(HINTS.port), tty: '/dev/ttyUSB0' };

/** What a port of the chosen type has. */
function PortSettings() {
  const { t } = useTranslation('field');
  const type = String(useWatch({ name: 'type' }));
  const fields = portFieldsFor(type);
  return (
    <>
      <FieldGroup title={t('connection.port')}>
        {settings(fields, PLACEHOLDERS, 'name', 'type', 'framer', 'host', 'port', 'tty')}
      </FieldGroup>
      {type === 'serial' && (
        <FieldGroup title={t('connection.serial')}>
          {settings(fields, {}, 'baudrate', 'bytesize', 'parity', 'stopbits')}
        </FieldGroup>
      )}
      <FieldGroup title={t('connection.patience')}>
        {settings(fields, {}, 'timeout_ms', 'gap_ms', 'window')}
      </FieldGroup>
    </>
  );
}

function PortForm({ details, port }: { details: DeviceDetails; port: ConfiguredPort }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { id } = details.device;
  const form = useRecordForm({
    call: changesCalls.changePort,
    record: port,
    toBody: onlyChanged,
    check: missingOfPort,
    fromAnswer: (answer) => answer?.port ?? port,
    send: (body) => patchPort(company, port.id, { ...body, master_id: id }),
    savedAs: () => port.name || addressOf(port),
    words: 'field',
  });
  const tree = useDeviceTree();
  const neighbours = useMemo(() => neighboursOf(tree.data, port.id, id), [tree.data, port.id, id]);
  const others = neighbours?.length ?? 0;
  return (
    <FormPage
      form={form}
      label={t('connection.port')}
      blocked={!neighbours}
      text={others > 0 ? t('connection.shared_short', { count: others + 1 }) : null}
    >
      <PortSettings />
      {neighbours ? (
        <Neighbours names={neighbours} />
      ) : (
        <NeighboursUnknown failed={!tree.isPending && !tree.isFetching} onRetry={() => void tree.refetch()} />
      )}
    </FormPage>
  );
}

/** Makes a port without leaving the form, which then names it. */
function NewPort({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('field');
  const [making, setMaking] = useState(false);
  const { setValue } = useFormContext();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        w="max-content"
        leftSection={<IconPlug size={15} />}
        onClick={() => setMaking(true)}
      >
        {t('connection.new_port')}
      </Button>
      {making && (
        <PortDialog
          proj_code={proj_code}
          onClose={() => setMaking(false)}
          onMade={(port) => {
            setMaking(false);
            setValue('port_id', port.id, { shouldDirty: true });
          }}
        />
      )}
    </>
  );
}

/** Which port the device stands behind, and its number there. */
function PlaceForm({ details, tree }: { details: DeviceDetails; tree: DeviceTree }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { device } = details;
  const ports = tree.find(({ proj_code }) => proj_code === device.proj_code)?.ports ?? [];
  const twins = ({ port_id, unit_id }: Pick<ConfiguredDevice, 'port_id' | 'unit_id'>) =>
    device.template
      ? []
      : sameUnit(
          ports.find(({ id }) => id === port_id),
          unit_id,
          device.id,
        );
  const { askOfUnit, question } = useUnitQuestion();
  const form = useRecordForm({
    call: changesCalls.changeDevice,
    record: device,
    toBody: onlyChanged,
    fromAnswer: (answer) => answer.device,
    send: (body) => patchDevice(company, device.id, body),
    confirm: (values) => askOfUnit(values.unit_id, twins(values)),
    savedAs: ({ short_name }) => short_name,
    words: 'field',
  });
  const [port_id, unit_id] = form.form.watch(['port_id', 'unit_id']);
  const names = twins({ port_id, unit_id });
  return (
    <>
      {question}
      <FormPage form={form} label={t('connection.place')}>
        <FieldGroup title={t('connection.place')}>
          <SelectField
            name="port_id"
            label={t('connection.behind')}
            none={t('connection.none')}
            searchable
            options={ports.map((port) => ({
              value: port.id,
              label: portLabel(port),
            }))}
          />
          {settings(DEVICE_FIELDS, {}, 'unit_id')}
        </FieldGroup>
        {names.length > 0 && (
          <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
            {t('unit.same', { unit: unit_id ?? 0, names: names.join(', ') })}. {t('unit.why')}
          </Alert>
        )}
        <NewPort proj_code={device.proj_code} />
      </FormPage>
    </>
  );
}

/** How the device is reached. // spec §3 Port, §9 hints */
export function ConnectionTab(props: TabProps) {
  const { details, standing } = props;
  const { t } = useTranslation('field');
  const tree = useDeviceTree();
  if (details.device.virtual) {
    return <EmptyState icon={IconPlug} title={t('head.virtual')} hint={t('connection.virtual')} />;
  }
  return (
    <>
      {details.port && <PortStanding standing={standing} now={props.now} />}
      <Known query={tree} height={210}>
        {(data) => <PlaceForm details={details} tree={data} />}
      </Known>
      {details.port && <PortForm key={details.port.id} details={details} port={details.port} />}
    </>
  );
}
