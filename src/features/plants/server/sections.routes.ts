import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { listHistory } from '../../../shared/server/records/history.repository.ts';
import type { sectionsCalls } from '../sections.contract.ts';
import { getPlant } from './plants.service.ts';
import { changeSection, createSection, orderSections, removeSection } from './sections.public.ts';
import { findSection, listPlantSections, MOST_SECTIONS } from './sections.repository.ts';

/** Nobody is answered a part of the sections as if it were all of them. */
function tooManySections(): AppError {
  const message = `There are more than ${MOST_SECTIONS} sections: ask for those of one plant`;
  const params = { most: MOST_SECTIONS };
  return new AppError('invalid', message, {
    errors: [{ path: 'proj_code', message, code: 'too_many', params }],
  });
}

/** Sections of plants. */
export const sectionsHandlers: Handlers<typeof sectionsCalls> = {
  async listSections({ tx, query: { proj_code } }) {
    if (proj_code !== undefined) await getPlant(tx, proj_code);
    const rows = await listPlantSections(tx, proj_code);
    if (rows.length > MOST_SECTIONS) throw tooManySections();
    return rows;
  },
  createSection: ({ tx, body }) => createSection(tx, body),
  updateSection: ({ tx, params, body }) => changeSection(tx, params.id, body),
  orderSections: ({ tx, body }) => orderSections(tx, body),
  removeSection: ({ tx, params }) => removeSection(tx, params.id),
  async sectionHistory({ tx, params: { id }, query }) {
    (await findSection(tx, id)) ?? notFound();
    return listHistory(tx, { kind: 'section', id }, query);
  },
};
