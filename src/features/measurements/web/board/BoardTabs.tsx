import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './board.module.css';

const NOTHING = {};

/** The two views of the workbench: a chart of one's own making, and one variable over all devices. */
export function BoardTabs() {
  const { t } = useTranslation('board');
  const common = { className: classes.tab ?? '', activeProps: { 'aria-current': 'page' as const } };
  const activeOptions = { exact: true, includeSearch: false };
  return (
    <nav className={classes.tabs} aria-label={t('views.label')}>
      <Link to="/apps/asset/charts" search={NOTHING} activeOptions={activeOptions} {...common}>
        {t('views.chart')}
      </Link>
      <Link to="/apps/asset/charts/devices" activeOptions={activeOptions} {...common}>
        {t('views.devices')}
      </Link>
    </nav>
  );
}
