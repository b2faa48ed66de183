import { sumIfAllKnown } from '../../shared/units/sums.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import type { DayInputs } from './day-irradiance.model.ts';
import type { EnergySource, SectionModel } from './plant-model.model.ts';

/** When something that makes energy stood in its plant: half-open, epoch ms. */
export interface Standing {
  readonly from: number;
  readonly until: number;
}

export const standsAt = ({ from, until }: Standing, at: number): boolean => at >= from && at < until;

/** Since when a source stood there, and until when: one that was switched off stands up to its last reading. */
export const standingOf = ({ ended_at }: Pick<EnergySource, 'ended_at'>, since: number): Standing => ({
  from: since,
  until: ended_at ?? Number.POSITIVE_INFINITY,
});

/** The same on a day; on its first one a source stands from the first hour of which its energy is known. */
export function standingOn(
  sources: readonly Pick<EnergySource, 'ended_at'>[],
  { energy, since, start }: Pick<DayInputs, 'energy' | 'since' | 'start'>,
): Standing[] {
  return sources.map((source, i) => {
    const standing = standingOf(source, since[i] ?? 0);
    if (standing.from < start) return standing;
    const first = energy[i]?.findIndex((kwh) => !Number.isNaN(kwh)) ?? -1;
    return first < 0 ? standing : { ...standing, from: start + first * HOUR_MS };
  });
}

/** [source][section]. */
export type Shares = readonly (readonly number[])[];

/** Whether a source with these shares makes anything of its plant's energy. */
export const isMaker = (own: readonly number[]): boolean => own.some((share) => share > 0);

/**
 * Who makes a section's energy: what stands in it, else what stands in no section; where no source was ever entered in it, all.
 * A section whose own sources are all gone is made by nobody else's.
 */
function makersIn(
  section_id: number | null,
  sources: readonly EnergySource[],
  stands: readonly boolean[],
): number[] {
  const places = [...sources.keys()];
  const entered = places.filter((i) => section_id !== null && sources[i]?.section_id === section_id);
  const inside = entered.filter((i) => stands[i]);
  const free = places.filter((i) => stands[i] && sources[i]?.section_id === null);
  if (inside.length > 0 || free.length > 0) return inside.length > 0 ? inside : free;
  return entered.length > 0 ? [] : places.filter((i) => stands[i]);
}

/** Which share of each section's energy each source makes, of those that stand there: by nominal power, alike where one's is not known. */
function sharesOf(
  sources: readonly EnergySource[],
  sections: readonly Pick<SectionModel, 'section_id'>[],
  stands: readonly boolean[],
): Shares {
  const shares = sources.map(() => sections.map(() => 0));
  for (const [column, { section_id }] of sections.entries()) {
    const makers = makersIn(section_id, sources, stands);
    const powers = makers.map((i) => sources[i]?.nominal_power ?? null);
    const total = sumIfAllKnown(powers) ?? 0;
    makers.forEach((i, place) => {
      const row = shares[i];
      if (row) row[column] = total > 0 ? (powers[place] ?? 0) / total : 1 / makers.length;
    });
  }
  return shares;
}

/** Share of each section's energy that each source makes, [source][section], by which of them stand there. */
export class SharesOf {
  readonly #sources: readonly EnergySource[];
  readonly #sections: readonly Pick<SectionModel, 'section_id'>[];
  readonly #known = new Map<string, Shares>();

  constructor(sources: readonly EnergySource[], sections: readonly Pick<SectionModel, 'section_id'>[]) {
    this.#sources = sources;
    this.#sections = sections;
  }

  /** A section's shares add up to 1, or to 0 where nothing that makes its energy stands there. */
  of(stands: readonly boolean[]): Shares {
    const key = stands.map(Number).join('');
    const known = this.#known.get(key);
    if (known) return known;
    const made = sharesOf(this.#sources, this.#sections, stands);
    this.#known.set(key, made);
    return made;
  }

  /** Shares at an instant, epoch ms. */
  at(standings: readonly Standing[], at: number): Shares {
    return this.of(standings.map((standing) => standsAt(standing, at)));
  }
}
