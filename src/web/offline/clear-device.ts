import { wait } from '#client/wait.ts';

export const databaseName = 'precis';
const cachePrefix = 'precis-';
/** A tab frozen by the browser closes its database connection only when it wakes up, so waiting is limited. */
const blockedMs = 3000;

/** Deletes everything that this origin stores for offline reading, and closes the connections of other tabs. */
export async function clearDevice(): Promise<void> {
  await Promise.race([deleteDatabase(), wait(blockedMs, undefined)]);
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name);
  } catch {
    // The browser does not allow this page service workers, so there are none to remove.
  }
}

function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('it could not be deleted')));
  });
}
