import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { MarkForm } from './MarkForm.tsx';
import { MarkList } from './MarkList.tsx';
import type { MarksProps } from './marks.model.ts';

/** Readings of a plant that people declared bad: mark a range, see who marked what and why, undo it. */
export function MarksDialog({
  proj_code,
  zone,
  devices,
  view,
  onClose,
}: MarksProps & { onClose: () => void }) {
  const { t } = useTranslation('measurements');
  const can = useCan('plants.write');
  const labels = new Map(
    devices.flatMap(({ device_id, variables }) =>
      variables.map(({ name, label }) => [`${device_id}/${name}`, label] as const),
    ),
  );
  return (
    <Dialog title={t('marks.title')} size={680} keeps={can} onClose={onClose}>
      <Stack gap={16}>
        <p className="muted">{t('marks.intro')}</p>
        {can && <MarkForm devices={devices} zone={zone} view={view} />}
        <MarkList
          proj_code={proj_code}
          zone={zone}
          labelOf={(device_id, name) => labels.get(`${device_id}/${name}`) ?? name}
        />
      </Stack>
    </Dialog>
  );
}
