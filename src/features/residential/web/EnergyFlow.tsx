import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { LastPowers } from '../home-energies.contract.ts';
import classes from './flow.module.css';

/** Powers of less than so many kW are drawn as none. */
const LITTLE_KW = 0.02;
const MIDDLE = { x: 180, y: 130 };
const PLACES = {
  sun: { x: 180, y: 40 },
  battery: { x: 60, y: 130 },
  grid: { x: 300, y: 130 },
  house: { x: 180, y: 220 },
} as const;
type Place = keyof typeof PLACES;

interface Node {
  readonly place: Place;
  readonly name: string;
  readonly kw: number | null;
  /** Whether its power comes to the middle, goes away from it, or neither. */
  readonly way: 'in' | 'out' | null;
}

/** Which way a power goes; positive comes to the middle. */
const wayOf = (kw: number | null): Node['way'] =>
  kw === null || Math.abs(kw) < LITTLE_KW ? null : kw > 0 ? 'in' : 'out';

/** A line from a place to the middle with an arrow on it. */
function Way({ place, way }: Pick<Node, 'place' | 'way'>) {
  const { x, y } = PLACES[place];
  const [ax, ay] = [(x + MIDDLE.x) / 2, (y + MIDDLE.y) / 2];
  const turned = (Math.atan2(MIDDLE.y - y, MIDDLE.x - x) * 180) / Math.PI + (way === 'out' ? 180 : 0);
  return (
    <>
      <line
        x1={x}
        y1={y}
        x2={MIDDLE.x}
        y2={MIDDLE.y}
        className={way === null ? classes.line : classes.moving}
      />
      {way !== null && (
        <path
          d="M-6,-6 L6,0 L-6,6 Z"
          transform={`translate(${ax},${ay}) rotate(${turned})`}
          fill="var(--brand)"
        />
      )}
    </>
  );
}

/** Where a home's energy comes from and goes to just now; the same stands below it in words, for whoever does not see it. */
export function EnergyFlow({ powers }: { powers: Omit<LastPowers, 'proj_code'> }) {
  const { t } = useTranslation('residential');
  const { number } = useFormat();
  const { produced_kw, battery_kw, grid_kw, used_kw, charge_pct, has_battery } = powers;
  const drawn = grid_kw === null ? null : -grid_kw;
  const battery: Node = { place: 'battery', name: t('flow.battery'), kw: battery_kw, way: wayOf(battery_kw) };
  const nodes: Node[] = [
    { place: 'sun', name: t('flow.sun'), kw: produced_kw, way: wayOf(produced_kw) },
    ...(has_battery ? [battery] : []),
    { place: 'grid', name: t('flow.grid'), kw: drawn, way: wayOf(drawn) },
    { place: 'house', name: t('flow.house'), kw: used_kw, way: wayOf(used_kw === null ? null : -used_kw) },
  ];
  const said = ({ kw }: Node) => (kw === null ? UNKNOWN : `${number(Math.abs(kw), 2)} kW`);
  const words = nodes.map((node) => `${node.name}: ${said(node)}`).join(', ');
  return (
    <svg
      className={classes.flow}
      viewBox="0 0 360 260"
      role="img"
      aria-label={`${t('flow.title')}. ${words}`}
    >
      {nodes.map(({ place, way }) => (
        <Way key={place} place={place} way={way} />
      ))}
      {nodes.map((node) => {
        const { x, y } = PLACES[node.place];
        return (
          <g key={node.place} transform={`translate(${x},${y})`}>
            <rect className={classes.node} x={-55} y={-30} width={110} height={60} rx={12} />
            <text className={classes.name} y={-8}>
              {node.name}
              {node.place === 'battery' && charge_pct !== null && ` ${number(charge_pct, 0)} %`}
            </text>
            <text className={classes.value} y={16}>
              {said(node)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
