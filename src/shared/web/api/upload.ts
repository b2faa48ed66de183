import type { AnyCall } from '../../contract/call.ts';
import { type Arguments, CallError, urlOf } from '../../contract/client.ts';
import type { Answer } from './call-key.ts';
import { hostOf } from './hosts.ts';
import { accessToken, renewAccess } from './session.ts';
import { invalidateTopics } from './topic-cache.ts';
import { headersOf } from './transport.ts';

interface Upload<C extends AnyCall> {
  readonly call: C;
  readonly input: Omit<Arguments<C>, 'body' | 'company' | 'key' | 'signal'>;
  readonly file: Blob;
  readonly company: number;
  readonly signal: AbortSignal;
  /** Bytes that have left. */
  readonly onProgress: (sent: number) => void;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** `fetch` does not say how much of a body has left. */
function attempt<C extends AnyCall>(
  { call, input, file, company, signal, onProgress }: Upload<C>,
  { token, host }: { token: string; host: string },
): Promise<{ status: number; answer: Record<string, unknown> }> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(call.method, `${host}${urlOf(call, input)}`);
    const init = { headers: { 'content-type': call.consumes } };
    for (const [name, value] of headersOf({ call, init, company }, token))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => done({ status: request.status, answer: parsed(request.responseText) });
    request.onerror = () => failed(new CallError(0, { code: 'unreachable' }));
    request.onabort = () => failed(new DOMException('Aborted', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Sends a file by a call that takes one as it comes, and says how far it is. Throws CallError with the server's refusal. */
export async function upload<C extends AnyCall>(given: Upload<C>): Promise<Answer<C>> {
  given.signal.throwIfAborted();
  const host = await hostOf(given.call).catch(() => {
    throw new CallError(0, { code: 'unreachable' });
  });
  const first = await attempt(given, { token: accessToken() ?? (await renewAccess()), host });
  const { status, answer } =
    first.status === 401 ? await attempt(given, { token: await renewAccess(), host }) : first;
  if (status < 200 || status >= 300) throw new CallError(status, answer);
  void invalidateTopics(given.company, given.call.topics ?? []);
  return answer as Answer<C>;
}
