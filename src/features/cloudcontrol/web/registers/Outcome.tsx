import { Alert, Button, Group, List } from '@mantine/core';
import { IconAlertCircle, IconArrowRight, IconBan, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { AllowCommand } from '../field/allow-command.public.tsx';
import { useExceptionLabels, useReasonLabels } from '../field/reasons.public.ts';
import { type Advice, adviceOn } from './advice.model.ts';
import { Content } from './Content.tsx';
import { fromWire } from './notation.model.ts';
import type { OutcomeProps } from './outcome-props.ts';
import { hasContent, type Reading } from './reading.model.ts';

/** Why the call itself was refused, in a sentence. */
function useRefusedLabels(): (fault: unknown) => string {
  const { t } = useTranslation('registers');
  const { formMessage } = useErrorMessage('field');
  return (fault) => {
    if (!(fault instanceof CallError)) return formMessage(fault);
    const [first] = fault.errors;
    if (first?.code === 'asked_too_many_gateways') return t('refused.gateways');
    if (first?.path.endsWith('port_id')) return t('refused.port_off');
    if (fault.status !== 429) return formMessage(fault);
    const seconds = Number(first?.params?.seconds ?? fault.problem.retry_after);
    return t('refused.limit', { count: seconds > 0 ? Math.ceil(seconds) : 60 });
  };
}

function Refused({ fault, onRetry }: { fault: unknown; onRetry: (() => void) | null }) {
  const { t } = useTranslation('registers');
  const { t: tc } = useTranslation();
  const words = useRefusedLabels();
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle size={18} />}
      title={t('refused.title')}
    >
      <p>{words(fault)}</p>
      {onRetry && (
        <Button mt={8} size="compact-sm" variant="default" onClick={onRetry}>
          {tc('retry')}
        </Button>
      )}
    </Alert>
  );
}

/** What may be tried, with a button where another question tries it. */
function AdviceList({
  advice,
  reading,
  search,
  onOther,
}: { advice: readonly Advice[]; reading: Reading } & Pick<OutcomeProps, 'search' | 'onOther'>) {
  const { t } = useTranslation('registers');
  return (
    <List listStyleType="none" spacing={8} mt={8} fz="inherit">
      {advice.map(({ code, change }) => {
        const question = { ...reading.question, ...change };
        const { address, count, function_code } = question;
        const shown = fromWire(address, function_code, search.as);
        return (
          <List.Item key={code}>
            <Group gap="4px 12px">
              <span>{t(`advice.${code}`, { address: shown, count, code: function_code })}</span>
              {change && (
                <Button
                  size="compact-sm"
                  variant="default"
                  rightSection={<IconArrowRight size={14} />}
                  onClick={() => onOther(question)}
                >
                  {t(`try.${code as 'fewer'}`, { address: shown, count, code: function_code })}
                </Button>
              )}
            </Group>
          </List.Item>
        );
      })}
    </List>
  );
}

/** The gateway's own: it has no way to the device, or the device behind it is silent. */
const isOfGateway = (exception: number): boolean => exception === 10 || exception === 11;

/** The device answered, or its gateway did, with a refusal: an exception of the protocol in words. */
function Exception(
  props: { reading: Reading; exception: number } & Pick<OutcomeProps, 'search' | 'onOther'>,
) {
  const { reading, exception } = props;
  const { t } = useTranslation('registers');
  const exceptionWords = useExceptionLabels();
  const code = exception.toString(16).toUpperCase().padStart(2, '0');
  const gateway = isOfGateway(exception);
  const title = t(gateway ? 'exception.gateway_title' : 'exception.title', {
    code,
    words: exceptionWords(exception),
  });
  return (
    <Alert role="alert" color="orange" variant="light" icon={<IconBan size={18} />} title={title}>
      <p>
        {reading.latency_ms === null
          ? t(gateway ? 'exception.gateway' : 'exception.answered')
          : t(gateway ? 'exception.gateway_in' : 'exception.answered_in', {
              ms: Math.round(reading.latency_ms),
            })}
      </p>
      <AdviceList {...props} advice={adviceOn(exception, reading.question)} />
    </Alert>
  );
}

const HINTED = [
  'nobody_polls',
  'timeout',
  'wrong_unit',
  'wrong_function',
  'wrong_length',
  'refused_address',
  'refused_tty',
  'connect_failed',
  'connect_timeout',
  'garbage',
  'gateway',
] as const;

/** Nothing came: nobody asked, the way is barred, or there was silence. */
function Nothing({ reading, onRetry }: { reading: Reading; onRetry: () => void }) {
  const { t } = useTranslation('registers');
  const { t: tc } = useTranslation();
  const reasonLabels = useReasonLabels();
  const code = reading.reason?.code;
  const hint = HINTED.find((one) => one === code);
  const title = reasonLabels(reading.reason);
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconPlugConnectedX size={18} />}
      title={title || t('nothing.unknown')}
    >
      {hint && <p>{t(`hint.${hint}`)}</p>}
      <AllowCommand reason={reading.reason} />
      <Button mt={8} size="compact-sm" variant="default" onClick={onRetry}>
        {tc('retry')}
      </Button>
    </Alert>
  );
}

/** What came of the newest read; an earlier table stays in sight, paled, while the next one is asked for. */
export function Outcome(props: OutcomeProps) {
  const { readings, search, onOther } = props;
  const { t } = useTranslation('registers');
  const [newest] = readings.all;
  const again = newest ? () => void readings.read(newest.question) : null;
  if (readings.fault !== null && !readings.pending) return <Refused fault={readings.fault} onRetry={again} />;
  if (!newest || (readings.pending && !hasContent(newest))) {
    return (
      <>
        <Muted size="md" role="status">
          {t('reading')}
        </Muted>
        <Waiting heights={[320]} />
      </>
    );
  }
  if (newest.exception !== null)
    return <Exception reading={newest} exception={newest.exception} search={search} onOther={onOther} />;
  if (!hasContent(newest))
    return <Nothing reading={newest} onRetry={() => void readings.read(newest.question)} />;
  return <Content {...props} newest={newest} />;
}
