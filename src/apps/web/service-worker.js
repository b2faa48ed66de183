// Keeps the portal's own program in the browser, so that field mode opens without a network. The build writes FILES and
// VERSION in front of it (scripts/service-worker.ts). What the portal answers is never kept here: that is each page's own
// matter, which knows who is signed in and for which company.

const NAME = 'program-';
const CACHE = NAME + VERSION;
/** The only page whose files are kept; every other address is the network's, as it is without this worker. */
const PAGE = /^(\/(it|en))?\/apps\/asset\/field-mode\/?$/;
/** So long a page is waited for; a network that carries nothing is none. */
const PATIENCE_MS = 5_000;

addEventListener('install', (event) => {
  // A page that is open goes on with what it was opened with: the program before this one stays until the next.
  skipWaiting();
  const fresh = FILES.map(
    (path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' }),
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

async function dropOld() {
  const programs = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  for (const name of programs.slice(0, -1)) await caches.delete(name);
  await clients.claim();
}

addEventListener('activate', (event) => event.waitUntil(dropOld()));

const kept = async (path) => (await caches.open(CACHE)).match(path, { ignoreVary: true });

/** The newest of what has one name for ever, where the portal can be reached; else the one that is kept. */
async function newest(request, path) {
  const late = new Promise((answer) => setTimeout(answer, PATIENCE_MS));
  const asked = fetch(request).catch(() => undefined);
  const answer = await Promise.race([asked, late]);
  if (answer && answer.status < 500) return answer;
  return (await kept(path)) ?? (await asked) ?? Response.error();
}

/** Files with their contents' hash in their names never change: those of the program before are found as well. */
const unchanging = async (request, path) =>
  (await caches.match(path, { ignoreVary: true })) ?? fetch(request);

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (PAGE.test(pathname)) event.respondWith(newest(request, '/'));
  } else if (pathname.startsWith('/assets/')) event.respondWith(unchanging(request, pathname));
  else if (pathname !== '/' && FILES.includes(pathname)) event.respondWith(newest(request, pathname));
});
