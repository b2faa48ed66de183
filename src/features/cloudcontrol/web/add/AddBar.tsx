import { Box, Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { StickyBar } from '../../../../shared/web/page/Toolbar.tsx';
import { addDevices } from './add-devices.ts';
import { type Behind, bodyFor } from './choices.model.ts';
import type { Done } from './done.model.ts';
import { keyOf } from './find.model.ts';
import type { Looked, Search } from './use-found.ts';

interface Props {
  search: Search;
  looked: Looked;
  onDone: (done: Done) => void;
}

const behindOf = ({ question: { target } }: Looked): Behind =>
  'port_id' in target ? { port_id: target.port_id } : { port: target };

/** Adds what is chosen as one change. */
function useAdding({ search, looked, onDone }: Props) {
  const company = useCompany().id_client;
  const chosen = search.results.found.flatMap((found) => {
    const choice = search.choices.choices.get(keyOf(found));
    return choice?.chosen ? [{ found, choice }] : [];
  });
  const adding = useMutation({
    mutationFn: () => {
      const devices = chosen.map(({ found, choice }) => bodyFor(found, choice, behindOf(looked)));
      return addDevices(company, { proj_code: looked.proj_code, devices });
    },
    onSuccess: (ids) => {
      const added = chosen.flatMap(({ choice: { short_name: name } }, i) => {
        const id = ids[i];
        return id === undefined ? [] : [{ id, name, reason: null, answered: true }];
      });
      onDone({ added, left: [] });
    },
  });
  return { adding, chosen };
}

/** Chooses all or none, and adds what is chosen. Stays in sight below the cards. */
export function AddBar(props: Props) {
  const { t } = useTranslation('add');
  const { formMessage } = useErrorMessage('field');
  const { adding, chosen } = useAdding(props);
  const { choices, results, busy } = props.search;
  const free = results.found.filter(({ device_id }) => device_id === null);
  if (free.length === 0) return null;
  return (
    <StickyBar note={t(busy ? 'add.more_may_come' : 'add.next')}>
      {adding.error && (
        <Box w="100%" style={{ order: -1 }}>
          <FormError>{formMessage(adding.error)}</FormError>
        </Box>
      )}
      {free.length > 1 && (
        <Checkbox
          label={t('add.all', { count: free.length })}
          checked={chosen.length === free.length}
          indeterminate={chosen.length > 0 && chosen.length < free.length}
          onChange={(event) => choices.chooseAll(event.currentTarget.checked)}
        />
      )}
      <Button
        leftSection={<IconPlus size={16} />}
        disabled={chosen.length === 0 || choices.faults.size > 0}
        loading={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {t('add.button', { count: chosen.length })}
      </Button>
    </StickyBar>
  );
}
