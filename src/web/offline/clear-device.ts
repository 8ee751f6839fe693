import { wait } from '#client/wait.ts';

export const databaseName = 'precis';
/** The worker's caches start with this. */
const cachePrefix = 'precis-';
/** A tab that the browser has frozen closes its connection only when it wakes up. */
const blockedMs = 3000;

/** Deletes everything that this origin keeps for reading offline. Open connections of other tabs are closed. */
export async function clearDevice(): Promise<void> {
  await Promise.race([deleteDatabase(), wait(blockedMs, undefined)]);
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name);
  } catch {
    // The browser allows this page no workers, so there is none.
  }
}

function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('it could not be deleted')));
  });
}
