import { signInCalls } from '../../features/identity/sign-in.contract.ts';
import { findUser, finishSignOut } from '../../features/identity/web/use-user.ts';
import { setPictureLoader } from '../../shared/web/api/pictures.ts';
import { send } from '../../shared/web/api/send.ts';
import { onSessionEnd, setRenewal } from '../../shared/web/api/session.ts';
import { sessionMark } from '../../shared/web/api/session-mark.ts';
import { takeCompanyFromAddress } from '../../shared/web/company/storage.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { changeLanguage, startI18n } from '../../shared/web/i18n/i18n.ts';
import { languageOfPath, rewrite, startingLanguage } from '../../shared/web/i18n/locale.ts';
import { keptHere } from './features.ts';
import { FIRST_WORDS, loadWords } from './i18n/words.ts';
import { router } from './router.tsx';
import { showPage } from './show-page.tsx';

/** After an update the old page asks for parts that are gone: it starts anew, once, at the same address. */
addEventListener('vite:preloadError', (event) => {
  const key = 'restarted';
  // Without a network a part is not gone, and a new page would lack it as well.
  if (!navigator.onLine) return;
  if (sessionStorage.getItem(key) === location.href) return;
  sessionStorage.setItem(key, location.href);
  event.preventDefault();
  location.reload();
});

let linked = languageOfPath(location.pathname);

/** Back and forward may lead to an address in the other language. */
router.subscribe('onResolved', () => {
  const named = languageOfPath(location.pathname);
  // The router keeps the addresses of links that it has made: another prefix is another rewrite, which makes them anew.
  if (named !== linked) router.update({ ...router.options, rewrite: { ...rewrite } });
  linked = named;
  if (named && named !== document.documentElement.lang) void changeLanguage(named);
});

/** A sign-out that the server could not be told of is told as soon as it can be reached. */
addEventListener('online', () => void finishSignOut());

/** What areas keep on this device goes with the session; whatever stays by a fault is shown to nobody. */
onSessionEnd(() => {
  for (const { forget } of keptHere())
    forget().catch((fault: unknown) => console.warn('something is kept on this device', fault));
});

/**
 * The page of the address, and the frame around it, come beside the words and the answer, not after them. Whoever is not signed in
 * sees the sign-in instead of what stands in the frame.
 */
function fetchPage(): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  if (sessionMark() !== 'open' && matchedRoutes.some(({ id }) => id === portal.id)) return;
  for (const { options } of matchedRoutes) {
    const { component } = options as { component?: { preload?: () => Promise<unknown> } };
    // The router asks for what did not come once more, and shows what went wrong.
    component?.preload?.().catch(() => undefined);
  }
}

async function start(): Promise<void> {
  takeCompanyFromAddress();
  setRenewal(async () => (await send(signInCalls.refresh, { body: {} })).access);
  setPictureLoader(async (digest) => {
    // Nobody has a picture before the sign-in.
    const { accountCalls } = await import('../../features/identity/account.contract.ts');
    return send(accountCalls.getAvatar, { params: { digest } });
  });
  // Asked for at once, beside the words; the router waits for the same answer and shows what went wrong.
  if (location.pathname.endsWith('/login')) void finishSignOut();
  else findUser().catch(() => undefined);
  const words = startI18n(startingLanguage(), { loader: loadWords, first: FIRST_WORDS });
  fetchPage();
  await words;
  showPage(router);
}

await start();
