import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../page/Facts.tsx';
import { Muted } from '../page/Text.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './chart.module.css';

const KEYS = [
  ['← →', 'move'],
  ['Ctrl ← →', 'far'],
  ['Shift ← →', 'pan'],
  ['+ −', 'zoom'],
  ['Home End', 'ends'],
  ['Esc', 'reset'],
] as const;

/** What mouse, fingers and keys do on the chart. */
export function ChartHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('charts');
  return (
    <Dialog title={t('keys.title')} size={380} small onClose={onClose}>
      <Muted style={{ marginBottom: 8 }}>{t('keys.drag')}</Muted>
      <Muted style={{ marginBottom: 8 }}>{t('keys.hint')}</Muted>
      <div className={classes.keys}>
        <Facts look="rows">
          {KEYS.map(([keys, what]) => (
            <Fact key={what} label={t(`keys.${what}`)}>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </Fact>
          ))}
        </Facts>
      </div>
    </Dialog>
  );
}
