import { randomUUID } from 'node:crypto';
import type { Noted } from '../../../shared/server/audit.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AskedQuestion, FieldQuestion } from '../field-tools.contract.ts';
import { MAX_ASKED } from '../field-tools.model.ts';
import { answerOf } from './field-answers.ts';
import { countAsked, lockQuestions, noteAsked, type RecentTasks } from './field-measure.repository.ts';
import { ordersOf } from './field-orders.ts';
import { endTasks, insertTasks, listTasks, type NewTask, tidyTasks } from './field-tasks.repository.ts';

const GATEWAYS_AGAIN_S = 600;

/** Asks the field something. @returns the question's id. @throws AppError not_found, invalid with the field, limit */
export async function ask(tx: Tx, question: FieldQuestion): Promise<string> {
  const tasks = await ordersOf(tx, question);
  await lockQuestions(tx);
  await assertMeasure(tx, tasks);
  await tidyTasks(tx);
  const id = randomUUID();
  await insertTasks(tx, id, tasks);
  const ways = [...new Set(tasks.map(wayOf))];
  await recordAudit(tx, 'field.asked', ways[0] ?? '', {
    kind: question.kind,
    tasks: tasks.length,
    ways,
    ...detailOf(question),
  });
  return id;
}

/** What came of a question so far. @throws AppError not_found for everybody but who asked, and after an hour */
export async function answersOf(tx: Tx, id: string): Promise<AskedQuestion> {
  const rows = await listTasks(tx, id);
  return rows.length === 0 ? notFound() : await answerOf(tx, id, rows);
}

/** Ends a question. @throws AppError not_found for everybody but who asked */
export async function giveUp(tx: Tx, id: string): Promise<void> {
  if (!(await endTasks(tx, id))) notFound();
}

const wayOf = ({ port_id, gateway }: NewTask): string =>
  port_id === null ? `${gateway}` : `port ${port_id}`;

function detailOf(question: FieldQuestion): Noted {
  switch (question.kind) {
    case 'read': {
      const { unit_id, function_code, address, count } = question;
      return { unit_ids: [unit_id], function_code, address, count };
    }
    case 'find':
      return { unit_ids: question.unit_ids, bases: question.bases };
    default:
      return {
        unit_ids: [...new Set(question.tests.map(({ unit_id }) => unit_id))],
        tried_as: [...new Set(question.tests.map(triedAs))],
      };
  }
}

/** As what a device is tried, short: a map that was sent is told by its size and where it begins. */
function triedAs({ as }: Extract<FieldQuestion, { kind: 'test' }>['tests'][number]): string {
  if ('template_key' in as) return `template ${as.template_key}`;
  if ('device_id' in as) return `device ${as.device_id}`;
  return `${as.variables.length} variables, ${as.attributes.length} texts`;
}

/** A person must neither hold a bus up nor look for open ports, whatever becomes of the ports they ask through. */
async function assertMeasure(tx: Tx, tasks: readonly NewTask[]): Promise<void> {
  const { tasks_a_minute, hosts_an_hour } = MAX_ASKED;
  const reaches = [...new Set(tasks.flatMap((task) => task.reaches ?? []))];
  const { person, company } = await countAsked(tx, reaches);
  if (person.tasks + tasks.length > tasks_a_minute)
    tooMuch('asked_too_much', {
      message: `At most ${tasks_a_minute} questions to devices a minute: wait for ${person.free_in_s} seconds`,
      at_most: tasks_a_minute,
      retryAfter_s: person.free_in_s,
    });
  const tooMany = ({ gateways, gateways_then }: RecentTasks) =>
    gateways_then > Math.max(hosts_an_hour, gateways);
  if (tooMany(person) || tooMany(company))
    tooMuch('asked_too_many_gateways', {
      message: `At most ${hosts_an_hour} different gateways an hour: those that were asked may be asked again`,
      at_most: hosts_an_hour,
      retryAfter_s: GATEWAYS_AGAIN_S,
    });
  await noteAsked(tx, tasks.length, reaches);
}

function tooMuch(code: string, limit: { message: string; at_most: number; retryAfter_s: number }): never {
  const { message, at_most } = limit;
  const retryAfter_s = Math.max(1, limit.retryAfter_s);
  throw new AppError('limit', message, {
    retryAfter_s,
    errors: [{ path: '', message, code, params: { at_most, seconds: retryAfter_s } }],
  });
}
