import type { Ask } from '../../../shared/web/api/call-query.ts';
import { useLoad } from '../../../shared/web/api/use-call.ts';
import { type Alarm, alarmsCalls } from '../alarms.contract.ts';

const PAGE_SIZE = 500;

async function loadOpenAlarms(ask: Ask): Promise<Alarm[]> {
  const all: Alarm[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      closed: 'false' as const,
      consequences: 'false' as const,
      page: String(page),
      page_size: String(PAGE_SIZE),
    };
    const answer = await ask(alarmsCalls.list, { query });
    all.push(...answer.results);
    if (answer.next === null) return all;
  }
}

/** Every open alarm of a company, over all pages. // spec §4: the notification list holds open alarms only */
export const useOpenAlarms = () =>
  useLoad({ name: 'open-alarms', of: [alarmsCalls.list], load: loadOpenAlarms });
