import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { spanWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { DeviceStatePill } from '../DeviceStatePill.tsx';
import { addressOf } from '../home/home.model.ts';
import { useKindLabels } from '../kind-words.ts';
import { useReasonLabels } from '../reasons.public.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceAdvice } from './DeviceAdvice.tsx';
import classes from './device.module.css';
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
    <span className={classes.why} data-silent={health.state === 'silent' || cut || undefined}>
      {off ?? reason}
      {since && !off && (
        <span className="muted" title={dateTime(health.since, HERE)}>
          {t('head.since', { span: since })}
        </span>
      )}
    </span>
  );
}

/** What the device is called, how it stands and why, and what can be done with it as a whole. */
export function DeviceHead(props: TabProps) {
  const { details, standing } = props;
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
    <header className={classes.header}>
      <Link to="/apps/cloudcontrol" className={classes.back}>
        <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
        {t('home.title')}
      </Link>
      <div className={classes.titleRow}>
        <h1 className={classes.title}>{device.short_name}</h1>
        <DeviceStatePill state={standing.health.state} />
        <Why {...props} />
        <DeviceActions details={details} />
      </div>
      <p className={classes.about}>
        <span>{about.filter((one) => one !== '').join(' · ')}</span>
        <MadeFrom template={details.template} />
        {tags.map(({ id, name, colour }) => (
          <span key={id} className={classes.tag}>
            <span className={classes.dot} style={{ background: colour || undefined }} aria-hidden="true" />
            {name}
          </span>
        ))}
      </p>
      <DeviceAdvice {...props} />
      <FirstReading {...props} />
      <HeadFigures {...props} />
    </header>
  );
}
