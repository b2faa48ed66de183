import { Menu } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { MarksProps } from './marks.model.ts';
import { useMarks } from './use-marks.ts';

export type { Markable } from './marks.model.ts';

const MarksDialog = lazy(async () => ({ default: (await import('./MarksDialog.tsx')).MarksDialog }));

/** An entry for a chart's menu: how many ranges of readings stand as bad, and the way to mark another or to undo one. */
function MarksItem({ proj_code, onOpen }: Pick<MarksProps, 'proj_code'> & { onOpen: () => void }) {
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const { data } = useMarks(proj_code, false);
  const count = data && data.count > 0 ? ` (${number(data.count, 0)})` : '';
  return (
    <Menu.Item leftSection={<IconFlag size={16} stroke={1.6} />} onClick={onOpen}>
      {t('marks.open')}
      {count}
    </Menu.Item>
  );
}

/** A plant's bad readings: the entry that opens them, and the dialog, which is fetched when it is opened. */
export function useMarksDialog(props: MarksProps) {
  const [open, setOpen] = useState(false);
  return {
    item: <MarksItem proj_code={props.proj_code} onOpen={() => setOpen(true)} />,
    dialog: open && (
      <Suspense>
        <MarksDialog {...props} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
