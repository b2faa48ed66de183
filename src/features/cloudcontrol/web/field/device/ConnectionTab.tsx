import { Alert, Button, Select } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconInfoCircle, IconPlug } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { UnsavedQuestion } from '../../../../../shared/web/forms/UnsavedQuestion.tsx';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../../shared/web/ui/Known.tsx';
import type { DeviceTree } from '../../../configuration.contract.ts';
import type { ConfiguredDevice, ConfiguredPort, DeviceDetails } from '../../../configured.contract.ts';
import { useDeviceTree } from '../configuration.api.ts';
import { EntityFields, FieldGroup, FormFooter, FormNotices } from '../forms/EntityFields.tsx';
import { PORT_FIELDS, portFieldsFor, UNIT_FIELD } from '../forms/entities.model.ts';
import { type Field, parseField } from '../forms/fields.model.ts';
import forms from '../forms/forms.module.css';
import { useEntityForm } from '../forms/use-entity-form.ts';
import { useUnitQuestion } from '../forms/use-unit-question.tsx';
import { addressOf, sameUnit } from '../home/home.model.ts';
import { PortDialog } from '../ports/PortDialog.tsx';
import { fetchDetails, patchDevice, patchPort } from '../writes.ts';
import classes from './device.module.css';
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

const of = (fields: readonly Field[], ...names: string[]) =>
  fields.filter(({ name }) => names.includes(name));

function PortForm({ details, port }: { details: DeviceDetails; port: ConfiguredPort }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { id } = details.device;
  const [type, setType] = useState<string>(port.type);
  const fields = useMemo(() => portFieldsFor(type), [type]);
  const form = useEntityForm<ConfiguredPort>({
    fields,
    entity: port,
    save: async (change, version) =>
      (await patchPort(company, port.id, { ...change, version, master_id: id }))?.port ?? port,
    reload: async () => (await fetchDetails(company, id)).port ?? port,
  });
  if (form.typed.type !== type) setType(String(form.typed.type));
  const tree = useDeviceTree();
  const neighbours = useMemo(() => neighboursOf(tree.data, port.id, id), [tree.data, port.id, id]);
  const others = neighbours?.length ?? 0;
  return (
    <form
      noValidate
      className={`panel ${classes.form}`}
      aria-label={t('connection.port')}
      onSubmit={(event) => {
        event.preventDefault();
        if (neighbours) void form.submit();
      }}
    >
      <UnsavedQuestion unsaved={form.dirty} />
      <FormNotices form={form} fields={PORT_FIELDS} />
      <FieldGroup title={t('connection.port')}>
        <EntityFields
          form={form}
          // spec §9: IP hint {ip}
          fields={of(fields, 'name', 'type', 'framer', 'host', 'port', 'tty', 'enabled')}
          placeholders={{ host: '{ip}', port: '502', tty: '/dev/ttyUSB0' }}
        />
      </FieldGroup>
      {type === 'serial' && (
        <FieldGroup title={t('connection.serial')}>
          <EntityFields form={form} fields={of(fields, 'baudrate', 'bytesize', 'parity', 'stopbits')} />
        </FieldGroup>
      )}
      <FieldGroup title={t('connection.patience')}>
        <EntityFields form={form} fields={of(fields, 'timeout_ms', 'gap_ms', 'window')} />
      </FieldGroup>
      {neighbours ? (
        <Neighbours names={neighbours} />
      ) : (
        <NeighboursUnknown failed={!tree.isPending && !tree.isFetching} onRetry={() => void tree.refetch()} />
      )}
      <FormFooter
        form={form}
        blocked={!neighbours}
        text={others > 0 ? t('connection.shared_short', { count: others + 1 }) : null}
      />
    </form>
  );
}

const PLACE_FIELDS = [{ name: 'port_id', kind: 'choice', nullable: true }, UNIT_FIELD] as const;

/** Which port the device stands behind, and its number there. */
function PlaceForm({ details, tree }: { details: DeviceDetails; tree: DeviceTree }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { device } = details;
  const [making, setMaking] = useState(false);
  const ports = tree.find(({ proj_code }) => proj_code === device.proj_code)?.ports ?? [];
  const choices = ports.map((port) => port.id);
  const fields: readonly Field[] = [{ ...PLACE_FIELDS[0], choices }, UNIT_FIELD];
  const form = useEntityForm<ConfiguredDevice>({
    fields,
    entity: device,
    save: async (change, version) => (await patchDevice(company, device.id, { ...change, version })).device,
    reload: async () => (await fetchDetails(company, device.id)).device,
  });
  const typed = parseField(UNIT_FIELD, form.typed.unit_id);
  const unit = 'value' in typed && typeof typed.value === 'number' ? typed.value : null;
  const behind = ports.find(({ id }) => String(id) === String(form.typed.port_id));
  const names = device.template ? [] : sameUnit(behind, unit, device.id);
  const { ask, question } = useUnitQuestion();
  return (
    <>
      {question}
      <form
        noValidate
        className={`panel ${classes.form}`}
        aria-label={t('connection.place')}
        onSubmit={(event) => {
          event.preventDefault();
          ask({ unit: unit ?? 0, names, save: () => void form.submit() });
        }}
      >
        <UnsavedQuestion unsaved={form.dirty} />
        <FormNotices form={form} fields={fields} />
        <FieldGroup title={t('connection.place')}>
          <div className={forms.grid}>
            <Select
              label={t('connection.behind')}
              placeholder={t('connection.none')}
              searchable
              clearable
              limit={200}
              data={ports.map((port) => ({
                value: String(port.id),
                label: [port.name, addressOf(port)].filter(Boolean).join(' · '),
              }))}
              value={String(form.typed.port_id ?? '') || null}
              onChange={(id) => form.set('port_id', id ?? '')}
              error={form.errorOf('port_id')}
            />
            <EntityFields form={form} fields={[UNIT_FIELD]} />
          </div>
          {unit !== null && names.length > 0 && (
            <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
              {t('unit.same', { unit, names: names.join(', ') })}. {t('unit.why')}
            </Alert>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            w="max-content"
            leftSection={<IconPlug size={15} />}
            onClick={() => setMaking(true)}
          >
            {t('connection.new_port')}
          </Button>
        </FieldGroup>
        <FormFooter form={form} />
        {making && (
          <PortDialog
            proj_code={device.proj_code}
            onClose={() => setMaking(false)}
            onMade={(port) => {
              setMaking(false);
              form.set('port_id', String(port.id));
            }}
          />
        )}
      </form>
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
