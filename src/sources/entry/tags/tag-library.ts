import { AppError } from '#schema/app-error.ts';
import type { TagId, TagRef } from '#schema/tags/tag.ts';
import type { Tag, TagExport, TagImportReport, TagInput, TagPatch } from '#schema/tags/tag-wire.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import type { TagPorts } from './ports.ts';

type Ports = Pick<TagPorts, 'store' | 'bus' | 'clock'>;

/** What people do with the library. Throws AppError `not_found`, and `conflict` with the tag that has the name. */
export function createTagLibrary({ store, bus, clock }: Ports) {
  async function announce<T>(result: T): Promise<T> {
    for (const what of ['tags', 'entries'] as const) await bus.publish({ kind: 'changed', what });
    return result;
  }

  return {
    list: () => store.listTags(),

    async create(input: TagInput): Promise<Tag> {
      refuseEmpty([input.name, ...input.synonyms]);
      const created = await store.createTag(input, clock.now());
      if ('taken' in created) throw nameTaken(created.taken);
      return announce(created);
    },

    async patch(id: TagId, patch: TagPatch): Promise<Tag> {
      refuseEmpty([patch.name, ...(patch.synonyms ?? [])].filter((name) => name !== undefined));
      const patched = await store.patchTag(id, patch);
      if (patched === null) throw missingTag(id);
      if ('taken' in patched) throw nameTaken(patched.taken);
      return announce(patched);
    },

    async merge(id: TagId, into: TagId): Promise<Tag> {
      if (id === into)
        throw new AppError('conflict', 'A tag cannot be merged into itself. Choose another one.');
      const merged = await store.mergeTag({ id, into });
      if (merged === null) throw new AppError('not_found', `Tag ${id} or tag ${into} not found.`);
      return announce(merged);
    },

    async remove(id: TagId): Promise<void> {
      if (!(await store.deleteTag(id))) throw missingTag(id);
      await announce(null);
    },

    async exportTags(): Promise<TagExport> {
      return { format: 'precis-tags', version: 1, ...(await store.exportTags()) };
    },

    importTags: async (file: TagExport): Promise<TagImportReport> =>
      announce(await store.importTags(file, clock.now())),
  };
}

export function refuseEmpty(names: readonly string[]): void {
  const empty = names.find((name) => tagKey(name) === '');
  if (empty !== undefined)
    throw new AppError('invalid_input', `“${empty}” is not a name. Use letters or digits.`);
}

function nameTaken({ id, name }: TagRef): AppError {
  return new AppError(
    'conflict',
    `The tag “${name}” already has this name. Choose another name, or merge the two.`,
    {
      details: { tagId: id, name },
    },
  );
}

export function missingTag(id: TagId): AppError {
  return new AppError('not_found', `Tag ${id} not found.`);
}
