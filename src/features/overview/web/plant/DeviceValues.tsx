import { ActionIcon, Stack, Tooltip } from '@mantine/core';
import { IconChartLine, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saidValue } from '../../../../devices/values/value-words.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useGroups } from '../../../../shared/web/charts/group-words.tsx';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { displayed } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { type Device, type DeviceValue, valueGroups } from './devices.model.ts';
import classes from './devices.module.css';
import { QualityMark } from './QualityMark.tsx';

interface Props {
  device: Device;
  zone: string;
  now: number;
  chosenKeys: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** The variable that would have been a fifth unit of measure. */
  refused: string | null;
  /** What the device is stands elsewhere on the page. */
  bare?: boolean;
}

function ValueRow({ device, value, zone, now, chosenKeys, onToggle }: Props & { value: DeviceValue }) {
  const { t } = useTranslation('plant');
  const { number, scaled, language, dateTimeAt } = useFormat();
  const figure = displayed(value.value, value.unit, value.decimals);
  const said = value.value === null ? null : saidValue(value, value.value, language);
  const exact =
    value.value === null ? undefined : `${number(value.value, value.decimals)} ${spellUnit(value.unit)}`;
  const label = language === 'it' ? value.label_it : value.label_en;
  const key = `${device.device_id}.${value.name}`;
  const drawn = chosenKeys.has(key);
  const action = drawn ? t('devices.drawn', { label }) : t('devices.draw', { label });
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-number title={exact}>
        <b>{said ?? scaled(figure)}</b>
        {said === null && figure.value !== null && figure.unit && (
          <span className="muted"> {figure.unit}</span>
        )}
      </td>
      <td title={value.ts ? dateTimeAt(value.ts, zone) : undefined}>
        <Muted as="span">{ageWords(value.ts, now, language) ?? t('never')}</Muted>
      </td>
      <td>{value.quality !== 'good' && <QualityMark quality={value.quality} />}</td>
      <td>
        <Tooltip label={action}>
          <ActionIcon
            variant={drawn ? 'light' : 'subtle'}
            color={drawn ? 'cobalt' : 'gray'}
            size={28}
            aria-label={action}
            aria-pressed={drawn}
            onClick={() => onToggle(key)}
          >
            {drawn ? <IconCheck size={16} stroke={1.8} /> : <IconChartLine size={16} stroke={1.8} />}
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}

/** Every value of a device, by group, with its age, and its quality where that is not good; each can be put into the chart. */
export function DeviceValues(props: Props) {
  const { device, refused, bare } = props;
  const { t } = useTranslation('plant');
  const { t: charts } = useTranslation('charts');
  const groups = useGroups();
  if (device.values.length === 0) return <Muted>{t('devices.no_variables')}</Muted>;
  const about = [
    [device.manufacturer, device.model].filter(Boolean).join(' '),
    device.serial_number ? t('devices.serial', { serial: device.serial_number }) : '',
    t('devices.every', { seconds: device.interval_s }),
  ].filter((one) => one !== '');
  return (
    <Stack gap={8} className={(bare ? '' : classes.values) ?? ''}>
      {!bare && <Muted>{about.join(' · ')}</Muted>}
      <div role="alert">
        {refused?.startsWith(`${device.device_id}.`) && (
          <Note tone="warning" filled>
            {charts('too_many_units')}
          </Note>
        )}
      </div>
      <div className={classes.groups}>
        {valueGroups(device, groups.placeOf).map((group) => (
          <div key={group.name} className={classes.group}>
            <PlainTable
              caption={groups.nameOf(group.name)}
              headHidden
              head={[
                t('value_table.variable'),
                t('value_table.value'),
                t('value_table.age'),
                t('value_table.quality'),
                t('value_table.chart'),
              ]}
            >
              {group.values.map((value) => (
                <ValueRow key={value.name} {...props} value={value} />
              ))}
            </PlainTable>
          </div>
        ))}
      </div>
    </Stack>
  );
}
