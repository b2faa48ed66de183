import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { MarksProps } from './marks.model.ts';
import { useMarks } from './use-marks.ts';

const MarksDialog = lazy(async () => ({ default: (await import('./MarksDialog.tsx')).MarksDialog }));

/** Opens the plant's bad readings: how many ranges stand, and the way to mark another or to undo one. */
export function MarksButton(props: MarksProps) {
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const [open, setOpen] = useState(false);
  const { data } = useMarks(props.proj_code, false);
  const count = data && data.count > 0 ? ` (${number(data.count, 0)})` : '';
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFlag size={16} stroke={1.7} />}
        onClick={() => setOpen(true)}
      >
        {t('marks.open')}
        {count}
      </Button>
      {open && (
        <Suspense>
          <MarksDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
