import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { addDevices } from './add-devices.ts';
import { type Behind, bodyFor } from './choices.model.ts';
import { keyOf } from './find.model.ts';
import classes from './find.module.css';
import type { Choices } from './use-choices.ts';
import type { Looked } from './use-find-form.ts';

interface Props {
  found: readonly FoundDevice[];
  choices: Choices;
  looked: Looked;
  /** Others may still be found. */
  busy: boolean;
}

const behindOf = ({ question: { target } }: Looked): Behind =>
  'port_id' in target ? { port_id: target.port_id } : { port: target };

/** Adds what is chosen as one change, and goes to where its values come in. */
function useAdding({ found, choices, looked }: Props) {
  const { t } = useTranslation('find');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const chosen = found.filter((one) => choices.choices.get(keyOf(one))?.chosen);
  const adding = useMutation({
    mutationFn: () => {
      const devices = chosen.flatMap((one) => {
        const choice = choices.choices.get(keyOf(one));
        return choice ? bodyFor(one, choice, behindOf(looked)) : [];
      });
      return addDevices(company, { proj_code: looked.proj_code, devices });
    },
    onSuccess: ([first, ...others]) => {
      toast.done(t('add.done', { count: others.length + 1 }));
      if (first !== undefined && others.length === 0)
        return navigate({ to: '/apps/cloudcontrol/devices/$id', params: { id: String(first) } });
      return navigate({ to: '/apps/cloudcontrol', search: { plant: looked.proj_code } });
    },
  });
  return { adding, chosen };
}

/** Chooses all or none, and adds what is chosen. Stays in sight below the cards. */
export function AddBar(props: Props) {
  const { found, choices, busy } = props;
  const { t } = useTranslation('find');
  const { formMessage } = useErrorMessage('field');
  const { adding, chosen } = useAdding(props);
  const free = found.filter(({ device_id }) => device_id === null);
  if (free.length === 0) return null;
  return (
    <div className={classes.bar}>
      {adding.error && (
        <Alert
          className={classes.refused ?? ''}
          role="alert"
          color="red"
          variant="light"
          icon={<IconAlertCircle size={18} />}
        >
          {formMessage(adding.error)}
        </Alert>
      )}
      {free.length > 1 && (
        <Checkbox
          label={t('add.all', { count: free.length })}
          checked={chosen.length === free.length}
          indeterminate={chosen.length > 0 && chosen.length < free.length}
          onChange={(event) => choices.chooseAll(event.currentTarget.checked)}
        />
      )}
      <p className="muted">{t(busy ? 'add.more_may_come' : 'add.next')}</p>
      <Button
        leftSection={<IconPlus size={16} />}
        disabled={chosen.length === 0 || choices.faults.size > 0}
        loading={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {t('add.button', { count: chosen.length })}
      </Button>
    </div>
  );
}
