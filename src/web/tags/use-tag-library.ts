import { useQuery } from '@tanstack/react-query';
import type { Tag } from '#schema/tags/tag-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { tagKeys } from './tag-keys.ts';

/** All tags, by name. */
export function useTagLibrary() {
  const client = useClient();
  return useQuery({ queryKey: tagKeys.library(), queryFn: () => client.tags.list() });
}

/** Tags used equally often are in alphabetical order, as they came. */
export function byUse(tags: readonly Tag[]): Tag[] {
  return tags.toSorted((first, second) => second.entries - first.entries);
}
