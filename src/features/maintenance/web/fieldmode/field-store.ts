import type { FieldPhoto, FieldReport, Kept } from './field-mode.model.ts';

/**
 * What field mode keeps on a device: what was read last, reports that are not sent yet, and their photos. It is the
 * browser's own database, because photos do not fit elsewhere; a report and its photos change in one transaction.
 */
const NAME = 'field-mode';
const KEPT = 'kept';
const REPORTS = 'reports';
const PHOTOS = 'photos';
const OF_REPORT = 'report';
/** Under it what was read last is kept: of one person in one company, in place of what was there. */
const LAST = 'last';

let opened: Promise<IDBDatabase> | undefined;

function make(database: IDBDatabase): void {
  database.createObjectStore(KEPT);
  database.createObjectStore(REPORTS, { keyPath: 'key' });
  database.createObjectStore(PHOTOS, { keyPath: 'key' }).createIndex(OF_REPORT, 'report');
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => make(request.result);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      // Another tab of a newer portal wants to change it.
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => {
        opened = undefined;
      };
      done(request.result);
    };
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

type Stores = (name: string) => IDBObjectStore;

/** Work in one transaction: all of it is on the disk when this resolves, or none. */
async function transact<T>(
  names: readonly string[],
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest<T> | null,
): Promise<T | undefined> {
  const database = await open();
  return new Promise((done, failed) => {
    const transaction = database.transaction(names, mode, { durability: 'strict' });
    const request = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => done(request?.result);
    transaction.onabort = () => failed(transaction.error);
  });
}

const reading = <T>(name: string, work: (store: IDBObjectStore) => IDBRequest<T>) =>
  transact<T>([name], 'readonly', (stores) => work(stores(name)));
const writing = async (name: string, work: (store: IDBObjectStore) => IDBRequest): Promise<void> => {
  await transact([name], 'readwrite', (stores) => work(stores(name)));
};

export const readKept = async (): Promise<Kept | null> =>
  (await reading<Kept | undefined>(KEPT, (store) => store.get(LAST))) ?? null;
export const keep = (kept: Kept): Promise<void> => writing(KEPT, (store) => store.put(kept, LAST));
export const dropKept = (): Promise<void> => writing(KEPT, (store) => store.clear());

/** A person's reports, the oldest first; others' are left to them. */
export async function listReports(user_id: number): Promise<FieldReport[]> {
  const all = (await reading<FieldReport[]>(REPORTS, (store) => store.getAll())) ?? [];
  return all.filter((one) => one.user_id === user_id).sort((a, b) => a.changed_at - b.changed_at);
}

/** How many reports of whomever are here. */
export const countReports = async (): Promise<number> =>
  (await reading<number>(REPORTS, (store) => store.count())) ?? 0;

export const readReport = async (key: string): Promise<FieldReport | null> =>
  (await reading<FieldReport | undefined>(REPORTS, (store) => store.get(key))) ?? null;
export const putReport = (report: FieldReport): Promise<void> =>
  writing(REPORTS, (store) => store.put(report));

export const listPhotos = async (report: string): Promise<FieldPhoto[]> =>
  (await reading<FieldPhoto[]>(PHOTOS, (store) => store.index(OF_REPORT).getAll(report))) ?? [];

/** Keeps photos together with the report that they belong to. */
export async function addPhotos(report: FieldReport, photos: readonly FieldPhoto[]): Promise<void> {
  await transact([REPORTS, PHOTOS], 'readwrite', (stores) => {
    stores(REPORTS).put(report);
    for (const photo of photos) stores(PHOTOS).put(photo);
    return null;
  });
}

export const putPhoto = (photo: FieldPhoto): Promise<void> => writing(PHOTOS, (store) => store.put(photo));
export const removePhoto = (key: string): Promise<void> => writing(PHOTOS, (store) => store.delete(key));

/** Removes a report with its photos. */
export async function removeReport(key: string): Promise<void> {
  const photos = await listPhotos(key);
  await transact([REPORTS, PHOTOS], 'readwrite', (stores) => {
    stores(REPORTS).delete(key);
    for (const photo of photos) stores(PHOTOS).delete(photo.key);
    return null;
  });
}
