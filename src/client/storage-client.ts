import {
  type ClearStorageRequest,
  deletedSchema,
  type StorageReport,
  storageReportSchema,
} from '#schema/wire.ts';
import type { Api } from './call-api.ts';

export interface StorageClient {
  get(): Promise<StorageReport>;
  /** Returns how many were removed. */
  clear(what: ClearStorageRequest['what']): Promise<number>;
}

export function createStorageClient({ read }: Api): StorageClient {
  return {
    get: () => read(storageReportSchema, { path: '/api/storage' }),
    async clear(what) {
      const call = { method: 'POST' as const, path: '/api/storage/clear', body: { what } };
      return (await read(deletedSchema, call)).deleted;
    },
  };
}
