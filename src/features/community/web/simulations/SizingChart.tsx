import { useTranslation } from 'react-i18next';
import type { SizingGoal } from '../../../../energy/community/sizing.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { SizePoint } from '../../what-if.contract.ts';
import { figureOf } from './sizing.model.ts';
import classes from './sizing.module.css';

const FRAME = { width: 560, height: 220, left: 64, right: 8, top: 8, bottom: 24 } as const;
const LINES = 5;

/** A goal's figure by power, a line for each battery; what is not known is a gap. */
export function SizingChart({ points, goal }: { points: readonly SizePoint[]; goal: SizingGoal }) {
  const { t } = useTranslation('simulations');
  const { number } = useFormat();
  const figures = points.flatMap((point) => figureOf(point, goal) ?? []);
  if (figures.length === 0) return null;
  const [low, high] = [Math.min(0, ...figures), Math.max(0, ...figures)];
  const most = Math.max(...points.map(({ kwp }) => kwp));
  const { width, height, left, right, top, bottom } = FRAME;
  const x = (kwp: number) => left + ((width - left - right) * kwp) / most;
  const y = (value: number) => top + ((height - top - bottom) * (high - value)) / (high - low || 1);
  const batteries = [...new Set(points.map(({ battery_kwh }) => battery_kwh))];
  const pathOf = (battery: number) => {
    let pen = 'M';
    return points
      .filter(({ battery_kwh }) => battery_kwh === battery)
      .map((point) => {
        const value = figureOf(point, goal);
        const step = value === null ? '' : `${pen}${x(point.kwp).toFixed(1)} ${y(value).toFixed(1)}`;
        pen = value === null ? 'M' : 'L';
        return step;
      })
      .join('');
  };
  const label = t('sizing.chart', { goal: t(`sizing.goals.${goal}`) });
  return (
    <figure className={classes.figure}>
      <Muted as="div">{t(`sizing.figures.${goal}`)}</Muted>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={classes.chart}>
        {[low, 0, high]
          .filter((value, i, all) => all.indexOf(value) === i)
          .map((value) => (
            <g key={value}>
              <path className={classes.grid} d={`M${left} ${y(value)}H${width - right}`} />
              <text className={classes.tick} x={left - 6} y={y(value) + 4} textAnchor="end">
                {number(value, goal === 'npv' ? 0 : 1)}
              </text>
            </g>
          ))}
        <text className={classes.tick} x={width - right} y={height - 6} textAnchor="end">
          {`${number(most, 0)} kWp`}
        </text>
        {batteries.map((battery, i) => (
          <path key={battery} className={classes.line} data-line={i % LINES} d={pathOf(battery)} />
        ))}
      </svg>
      <figcaption className={classes.legend}>
        {batteries.map((battery, i) => (
          <span key={battery} data-line={i % LINES} className={classes.key}>
            {t('sizing.battery_of', { kwh: number(battery, 0) })}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
