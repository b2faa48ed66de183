/** The colours of the offline map, as the theme in force gives them. */
export interface MapLook {
  sea: string;
  land: string;
  italy: string;
  border: string;
  text: string;
  halo: string;
}

export function mapLookOf(place: Element): MapLook {
  const style = getComputedStyle(place);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    sea: of('--map-sea'),
    land: of('--map-land'),
    italy: of('--map-italy'),
    border: of('--map-border'),
    text: of('--text-muted'),
    halo: of('--surface'),
  };
}
