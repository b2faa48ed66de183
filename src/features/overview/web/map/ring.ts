import { arcsOf } from '../../map.model.ts';
import { OWN_LOOK } from '../own-state.ts';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 5;

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** The radius of a cluster of so many plants, in pixels. */
const radiusOf = (count: number) => (count > 80 ? 28 : count > 25 ? 25 : 22);

/** A ring that shows how many plants of a cluster are in which state, with their number in it. */
export function drawRing(counts: Readonly<Record<string, number>>, count: number, said: string): SVGElement {
  const radius = radiusOf(count);
  const middle = radius - WIDTH / 2;
  const around = 2 * Math.PI * middle;
  const ring = make('svg', { width: 2 * radius, height: 2 * radius, 'aria-hidden': 'true' });
  ring.append(make('circle', { r: radius, cx: radius, cy: radius, fill: 'var(--surface)' }));
  for (const { state, from, share } of arcsOf(counts)) {
    const arc = make('circle', {
      r: middle,
      cx: radius,
      cy: radius,
      fill: 'none',
      stroke: 'var(--state-solid)',
      'stroke-width': WIDTH,
      'stroke-dasharray': `${share * around} ${around}`,
      'stroke-dashoffset': -from * around,
      transform: `rotate(-90 ${radius} ${radius})`,
    });
    arc.dataset.state = state === 'snoozed' ? 'snoozed' : OWN_LOOK[state];
    ring.append(arc);
  }
  const text = make('text', {
    x: '50%',
    y: '50%',
    dy: '.35em',
    'text-anchor': 'middle',
    fill: 'var(--text)',
  });
  text.textContent = said;
  ring.append(text);
  return ring;
}
