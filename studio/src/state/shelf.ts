import { Signal } from './store';

/** A world that somebody worked on, kept by this browser: its address, a name and a small picture. */
export interface Work {
  id: string;
  name: string;
  /** The whole address behind the #, with the camera. */
  hash: string;
  seed: number;
  changed: number;
  picture?: Blob;
}

const database = 'craton-studio';
const store = 'works';
const most = 60;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('this browser keeps no worlds'));
  });
}

async function run<T>(mode: IDBTransactionMode, work: (works: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('this browser keeps no worlds'));
    });
  } finally {
    db.close();
  }
}

/** Worlds by their last change, the latest first. */
export async function works(): Promise<Work[]> {
  const all = await run<Work[]>('readonly', (list) => list.getAll() as IDBRequest<Work[]>);
  return all.sort((a, b) => b.changed - a.changed);
}

export async function keep_work(work: Work): Promise<void> {
  await run('readwrite', (list) => list.put(work));
  for (const { id } of (await works()).slice(most)) await forget_work(id);
  kept.set(kept.value + 1);
}

export async function forget_work(id: string): Promise<void> {
  await run('readwrite', (list) => list.delete(id));
}

/** Counts what was kept. */
export const kept = new Signal(0);
