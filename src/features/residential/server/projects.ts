import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import { errorCode } from '../../../shared/server/start-fault.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { projectCalls, ResidentialProject } from '../projects.contract.ts';
import { deleteProject, insertProject, listProjects, updateProject } from './projects.repository.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** @throws AppError conflict */
function nameTaken(): never {
  throw new AppError('conflict', 'A project with this name already exists', {
    errors: [{ path: 'name', message: 'already taken', code: 'taken' }],
  });
}

async function getProject(tx: Tx, id: number): Promise<ResidentialProject> {
  const [project] = await listProjects(tx, { id });
  return project ?? notFound();
}

// spec §7: projects, hub110-projects
export const projectHandlers: Handlers<typeof projectCalls> = {
  projects: ({ tx }) => listProjects(tx),
  hub110Projects: ({ tx }) => listProjects(tx, { kind: 'hub110' }),
  async createProject({ tx, body }) {
    const id = (await insertProject(tx, body)) ?? nameTaken();
    await recordAudit(tx, 'residential_project.created', String(id), { name: body.name });
    return getProject(tx, id);
  },
  async changeProject({ tx, params, body }) {
    const id = Number(params.id);
    await getProject(tx, id);
    const isStored = await updateProject(tx, id, body).catch((error: unknown) => {
      if (errorCode(error) === UNIQUE_VIOLATION) nameTaken();
      throw error;
    });
    if (!isStored) throw savedMeanwhile(await getProject(tx, id));
    const project = await getProject(tx, id);
    await recordAudit(tx, 'residential_project.changed', String(id), { name: project.name });
    return project;
  },
  async removeProject({ tx, params }) {
    const id = Number(params.id);
    const { name } = await getProject(tx, id);
    // Homes that whoever asks may not see count too: the key says so, which no filter narrows.
    await deleteProject(tx, id).catch((error: unknown) => {
      if (errorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
      throw new AppError('conflict', 'Homes are in this project: put them into another one first');
    });
    await recordAudit(tx, 'residential_project.removed', String(id), { name });
  },
};
