import { Button, Group, List, Loader, Text } from '@mantine/core';
import { IconPlayerStop, IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Note, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { EvaluatedCode } from '../../../notifications/alarm-codes.model.ts';
import type { AlarmRulePreview } from '../../alarm-rules.contract.ts';
import { type Draft, isSame } from './draft.model.ts';
import { PreviewBars } from './PreviewBars.tsx';
import { useRuleLabels } from './rule-labels.ts';
import classes from './rules.module.css';
import { type PreviewState, usePreview } from './use-preview.ts';
import type { SubjectSearch } from './use-rules.ts';

function Listed({ preview }: { preview: AlarmRulePreview }) {
  const { t } = useTranslation('rules');
  const { dateTime } = useFormat();
  const { first, count } = preview.proposed;
  if (first.length === 0) return null;
  return (
    <details>
      <summary style={{ cursor: 'pointer' }}>{t('preview.first', { shown: first.length, count })}</summary>
      <List mt={8}>
        {first.map((alarm) => (
          <List.Item key={`${alarm.proj_code}/${alarm.device_id}/${alarm.port_name}/${alarm.from}`}>
            <strong>{alarm.short_name ?? alarm.port_name ?? alarm.plant_name}</strong>
            {(alarm.short_name ?? alarm.port_name) && <span className="muted"> {alarm.plant_name}</span>}{' '}
            <Nowrap>{dateTime(alarm.from, alarm.time_zone)}</Nowrap>
            {' – '}
            <Nowrap>{alarm.to ? dateTime(alarm.to, alarm.time_zone) : t('preview.stands')}</Nowrap>
            {alarm.count > 1 && <span className="muted"> × {alarm.count}</span>}
          </List.Item>
        ))}
      </List>
    </details>
  );
}

function Notes({ preview, code }: { preview: AlarmRulePreview; code: EvaluatedCode }) {
  const { t } = useTranslation('rules');
  const { date } = useFormat();
  const { looked_until, step_min, real } = preview;
  const read = preview.days.filter((day) => day.read).length;
  const notes = [
    t('preview.read', { count: read, days: preview.days.length }),
    looked_until !== null && t('preview.until', { day: date(looked_until, 'UTC') }),
    code === 'connection_lost' && t('preview.by_silence'),
    t('preview.real', { count: real }),
    t('preview.step', { count: step_min }),
  ].filter((note) => note !== false);
  return (
    <List size="xs" c="dimmed">
      {notes.map((note) => (
        <List.Item key={note}>{note}</List.Item>
      ))}
    </List>
  );
}

function Result({ preview, code }: { preview: AlarmRulePreview; code: EvaluatedCode }) {
  const { t } = useTranslation('rules');
  const { number } = useFormat();
  const { minutes } = useRuleLabels();
  const { proposed, in_force, plants, looked_until } = preview;
  if (plants.looked_at === 0)
    return <Note tone="warning">{t(plants.asked === 0 ? 'preview.no_plants' : 'preview.no_time')}</Note>;
  const partial = plants.looked_at < plants.asked || looked_until !== null;
  const same = proposed.count === in_force.count && proposed.stood_min === in_force.stood_min;
  const stood = (min: number) =>
    minutes(min > 2880 ? Math.round(min / 1440) * 1440 : min > 180 ? Math.round(min / 60) * 60 : min);
  return (
    <>
      {plants.looked_at < plants.asked && (
        <Note tone="warning">
          {t('preview.so_far', { count: plants.asked, looked_at: plants.looked_at })}
        </Note>
      )}
      <p className="num">
        {partial && <span>{t('preview.at_least')} </span>}
        <Text component="strong" fz={28} fw={640}>
          {number(proposed.count, 0)}
        </Text>{' '}
        <span>
          {t('preview.alarms', { count: proposed.count })},{' '}
          {same ? t('preview.as_now') : t('preview.instead_of', { count: number(in_force.count, 0) })}
        </span>
      </p>
      <p className="muted">
        {proposed.count === 0
          ? t(partial ? 'preview.nothing_yet' : 'preview.nothing')
          : t('preview.stood', { proposed: stood(proposed.stood_min), in_force: stood(in_force.stood_min) })}
      </p>
      <PreviewBars days={preview.days} />
      <Listed preview={preview} />
      <Notes preview={preview} code={code} />
    </>
  );
}

/** How far it is, once the first answer is there; until then for how long it has been asked. */
function Progress({ result }: Pick<PreviewState, 'result'>) {
  const { t } = useTranslation('rules');
  const [begun] = useState(() => Date.now());
  const now = useNow(1000);
  if (result === null)
    return t('preview.running_for', { seconds: Math.max(0, Math.round((now - begun) / 1000)) });
  const { asked, looked_at } = result.preview.plants;
  return t('preview.running_of', { count: asked, looked_at });
}

/** What the values in the form would have raised in the last 30 days, beside those in force. */
export function RulePreview(props: { subject: SubjectSearch; code: EvaluatedCode; draft: Draft }) {
  const { subject, code, draft } = props;
  const { t } = useTranslation('rules');
  const sentence = useRefusalSentence();
  const { running, result, fault, ask, stop } = usePreview(subject, code);
  // An answer that is not there in time says nothing of the server.
  const messageFor = (failed: unknown) =>
    failed instanceof CallError && [0, 503].includes(failed.status) ? t('preview.slow') : sentence(failed);
  const isOutdated = result !== null && !isSame(result.draft, draft);
  return (
    <Panel pad="sm" label={t('preview.title')}>
      <Group gap={8} justify="space-between">
        <h3>{t('preview.title')}</h3>
        {running ? (
          <Button variant="default" size="sm" leftSection={<IconPlayerStop size={16} />} onClick={stop}>
            {t('preview.stop')}
          </Button>
        ) : (
          <Button
            variant="light"
            size="sm"
            leftSection={<IconTestPipe size={16} />}
            onClick={() => void ask(draft)}
          >
            {t('preview.ask')}
          </Button>
        )}
      </Group>
      <div role="status" className={classes.result} data-old={isOutdated || undefined}>
        {running && (
          <Group gap={8} data-now>
            <Loader size="xs" /> <Progress result={result} />
          </Group>
        )}
        {!running && isOutdated && (
          <div data-now>
            <Note tone="warning">{t('preview.old')}</Note>
          </div>
        )}
        {!running && fault !== null && <FormError>{messageFor(fault)}</FormError>}
        {result && <Result preview={result.preview} code={code} />}
        {!result && !running && fault === null && <p className="muted">{t('preview.hint')}</p>}
      </div>
    </Panel>
  );
}
