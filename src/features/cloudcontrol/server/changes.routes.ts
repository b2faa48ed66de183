import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import {
  addAttribute,
  changeAttribute,
  removeAttribute,
  takeAttribute,
} from '../../plants/server/attributes.public.ts';
import { addMappedVariables, changeVariables } from '../../plants/server/bulk-variables.public.ts';
import {
  changeDevice,
  copyDevice,
  lockDevice,
  seesDevice,
  traceDevice,
} from '../../plants/server/devices.public.ts';
import {
  changePort,
  copyPort,
  createPort,
  firstDeviceOf,
  removePort,
  takePort,
} from '../../plants/server/ports.public.ts';
import {
  changeVariable,
  copyVariable,
  lockVariable,
  removeVariable,
  takeOwnVariables,
} from '../../plants/server/variables.public.ts';
import type { changesCalls } from '../changes.contract.ts';
import { TRACE_MINUTES } from '../configuration.model.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import type { ConfigurationDeps } from './configuration.routes.ts';
import { getDetails } from './details.ts';
import { assertVersion } from './fresh.ts';
import { seesNamed } from './lists.repository.ts';
import { listPortLines } from './tree.repository.ts';
import { listLog } from './versions.repository.ts';

type Calls = Handlers<typeof changesCalls>;

/** @throws AppError not_found: of a port that was just made or changed, there is always its line */
async function portLine(tx: Tx, id: number) {
  const [line] = await listPortLines(tx, { id });
  return line ?? notFound();
}

function portHandlers({ pool, now }: ConfigurationDeps) {
  const details = async (tx: Tx, id: number | undefined): Promise<DeviceDetails | null> =>
    id === undefined ? null : getDetails(tx, id, now());
  return {
    listPorts: ({ scope, query }) =>
      inScope(
        pool,
        scope,
        async (tx) => {
          if (!(await seesNamed(tx, query))) notFound();
          return listPortLines(tx, query);
        },
        'read only',
      ),
    createPort: ({ scope, body: { proj_code, ...fields } }) =>
      inScope(pool, scope, async (tx) => portLine(tx, await createPort(tx, proj_code, fields))),
    copyPort: ({ scope, params, body }) =>
      inScope(pool, scope, async (tx) => portLine(tx, await copyPort(tx, params.id, body.name))),
    changePort: ({ scope, params, body: { version, master_id, ...fields } }) =>
      inScope(pool, scope, async (tx) => {
        const port = await takePort(tx, params.id);
        const shown = await firstDeviceOf(tx, port.id, master_id);
        await assertVersion('port', { asked: version, held: port.version }, () => details(tx, shown));
        await changePort(tx, port, fields);
        return details(tx, shown);
      }),
    async removePort({ scope, params }) {
      await inScope(pool, scope, (tx) => removePort(tx, params.id));
      return undefined;
    },
  } satisfies Partial<Calls>;
}

function deviceHandlers({ pool, now }: ConfigurationDeps) {
  return {
    changeDevice: ({ scope, params: { id }, body: { version, ...fields } }) =>
      inScope(pool, scope, async (tx) => {
        const device = await lockDevice(tx, id, fields.port_id);
        await assertVersion('device', { asked: version, held: device.version }, () =>
          getDetails(tx, id, now()),
        );
        await changeDevice(tx, device, fields);
        return getDetails(tx, id, now());
      }),
    copyDevice: ({ scope, params, body }) =>
      inScope(pool, scope, async (tx) => getDetails(tx, await copyDevice(tx, params.id, body), now())),
    traceDevice: ({ scope, params: { id }, body }) =>
      inScope(pool, scope, async (tx) => {
        await traceDevice(tx, id, body.on ? new Date(now().getTime() + TRACE_MINUTES * 60_000) : null);
        return getDetails(tx, id, now());
      }),
    async deviceLog({ scope, params, query, request }) {
      const { count, rows } = await inScope(
        pool,
        scope,
        async (tx) => {
          if (!(await seesDevice(tx, params.id))) notFound();
          return listLog(tx, params.id, query);
        },
        'read only',
      );
      return { count, ...neighbours(request.url, query, count), results: rows };
    },
  } satisfies Partial<Calls>;
}

function variableHandlers({ pool, now }: ConfigurationDeps) {
  return {
    addVariables: ({ scope, body: { device_id, variables } }) =>
      inScope(pool, scope, async (tx) => {
        await addMappedVariables(tx, device_id, variables);
        return getDetails(tx, device_id, now());
      }),
    changeVariable: ({ scope, params, body: { version, ...fields } }) =>
      inScope(pool, scope, async (tx) => {
        const held = await lockVariable(tx, params.id);
        const details = () => getDetails(tx, held.device.id, now());
        await assertVersion('variable', { asked: version, held: held.variable.version }, details);
        await changeVariable(tx, held, fields);
        return details();
      }),
    changeVariables: ({ scope, params: { id }, body: { change, remove } }) =>
      inScope(pool, scope, async (tx) => {
        const device = await lockDevice(tx, id);
        const own = await takeOwnVariables(tx, device);
        const details = () => getDetails(tx, id, now());
        const changes = change.map(({ id: of, version, ...context }) => ({
          variable: own(of),
          version,
          asked: context,
        }));
        for (const { variable, version } of changes)
          await assertVersion('variable', { asked: version, held: variable.version }, details);
        await changeVariables(tx, device, { change: changes, remove: remove.map(own), now: now() });
        return details();
      }),
    copyVariable: ({ scope, params, body }) =>
      inScope(pool, scope, async (tx) => {
        const held = await lockVariable(tx, params.id);
        await copyVariable(tx, held, body);
        return getDetails(tx, held.device.id, now());
      }),
    async removeVariable({ scope, params }) {
      await inScope(pool, scope, async (tx) => removeVariable(tx, await lockVariable(tx, params.id), now()));
      return undefined;
    },
  } satisfies Partial<Calls>;
}

function attributeHandlers({ pool, now }: ConfigurationDeps) {
  const then = (scope: Scope, work: (tx: Tx) => Promise<number>) =>
    inScope(pool, scope, async (tx) => getDetails(tx, await work(tx), now()));
  return {
    addAttribute: ({ scope, body: { device_id, ...fields } }) =>
      then(scope, async (tx) => {
        await addAttribute(tx, device_id, fields);
        return device_id;
      }),
    changeAttribute: ({ scope, params, body: { version, ...fields } }) =>
      then(scope, async (tx) => {
        const stored = await takeAttribute(tx, params.id);
        const { device_id } = stored;
        await assertVersion('attribute', { asked: version, held: stored.version }, () =>
          getDetails(tx, device_id, now()),
        );
        await changeAttribute(tx, stored, fields);
        return device_id;
      }),
    async removeAttribute({ scope, params }) {
      await inScope(pool, scope, async (tx) => removeAttribute(tx, await takeAttribute(tx, params.id)));
      return undefined;
    },
  } satisfies Partial<Calls>;
}

export function changesHandlers(deps: ConfigurationDeps): Calls {
  return {
    ...portHandlers(deps),
    ...deviceHandlers(deps),
    ...variableHandlers(deps),
    ...attributeHandlers(deps),
  };
}
