import { Badge, ColorSwatch, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { spanWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { BackLink } from '../../../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../../../shared/web/page/Page.tsx';
import { DeviceStatePill } from '../DeviceStatePill.tsx';
import { addressOf } from '../home/home.model.ts';
import { useKindLabels } from '../kind-words.ts';
import { useReasonLabels } from '../reasons.public.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceAdvice } from './DeviceAdvice.tsx';
import { FirstReading } from './FirstReading.tsx';
import { HeadFigures } from './HeadFigures.tsx';
import { MadeFrom } from './MadeFrom.tsx';
import type { TabProps } from './standing.ts';

/** Why it does not answer, and since when. */
function Why({ details: { device, port }, standing: { health, port_state }, now }: TabProps) {
  const { t } = useTranslation('field');
  const { language, dateTime } = useFormat();
  const reasonLabels = useReasonLabels();
  // Before its first poll nothing is known of it, but of its port: where that is cut, nothing can come.
  const cut = health.state === 'unknown' && port_state !== null && !port_state.connected;
  const reason = reasonLabels(cut ? port_state.reason : health.state === 'silent' ? health.reason : null);
  const since =
    health.state === 'silent' || health.state === 'answering' ? spanWords(health.since, now, language) : null;
  // spec §8: 'Device is deactivated'
  const off = !device.enabled ? t('head.deactivated') : port && !port.enabled ? t('head.port_off') : null;
  return (
    <Text component="span" inherit c={health.state === 'silent' || cut ? 'var(--alarm-text)' : 'inherit'}>
      {off ?? reason}{' '}
      {since && !off && (
        <span className="muted" title={dateTime(health.since, HERE)}>
          {t('head.since', { span: since })}
        </span>
      )}
    </Text>
  );
}

/** Where the device stands, what it was made from, and its tags. */
function About({ details }: Pick<TabProps, 'details'>) {
  const { device, port, category, tags } = details;
  const { t } = useTranslation('field');
  const language = useLanguage();
  const kindLabels = useKindLabels();
  const about = [
    device.plant_name,
    category ? (language === 'it' ? category.label_it : category.label_en) : kindLabels(device.category),
    port ? addressOf(port) : t(device.virtual ? 'head.virtual' : 'head.no_port'),
    device.unit_id === null ? '' : t('head.unit', { unit: device.unit_id }),
  ];
  return (
    <Group gap="4px 8px">
      <span>{about.filter((one) => one !== '').join(' · ')}</span>
      <MadeFrom template={details.template} />
      {tags.map(({ id, name, colour }) => (
        <Badge
          key={id}
          variant="default"
          tt="none"
          fw={400}
          leftSection={<ColorSwatch component="span" size={8} color={colour || 'var(--text-muted)'} />}
        >
          {name}
        </Badge>
      ))}
    </Group>
  );
}

/** The page of a device: what it is called, how it stands and why, and what can be done with it as a whole. */
export function DeviceFrame({ children, ...props }: TabProps & { children: ReactNode }) {
  const { t } = useTranslation('field');
  return (
    <Page
      title={props.details.device.short_name}
      back={<BackLink to="/apps/cloudcontrol">{t('home.title')}</BackLink>}
      beside={
        <>
          <DeviceStatePill state={props.standing.health.state} />
          <Why {...props} />
        </>
      }
      subtitle={<About {...props} />}
      actions={<DeviceActions details={props.details} />}
    >
      <DeviceAdvice {...props} />
      <FirstReading {...props} />
      <HeadFigures {...props} />
      {children}
    </Page>
  );
}
