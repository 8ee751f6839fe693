import { useDrafts } from './drafts-provider.tsx';

export interface Draft<T> {
  value: T;
  isChanged: boolean;
  change(patch: Partial<T>): void;
  discard(): void;
}

/** A form's values: the saved ones until one of them is changed. */
export function useDraft<T extends object>(key: string, saved: T): Draft<T> {
  const { byKey, keep, drop } = useDrafts();
  const kept = byKey.get(key) as T | undefined;
  const value = kept ?? saved;
  return {
    value,
    isChanged: kept !== undefined,
    change(patch) {
      const next = { ...value, ...patch };
      if (JSON.stringify(next) === JSON.stringify(saved)) drop(key);
      else keep(key, next);
    },
    discard: () => drop(key),
  };
}
