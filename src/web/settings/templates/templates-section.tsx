import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppError } from '#schema/app-error.ts';
import type { TemplateDetail, TemplateSource, TemplateSummary } from '#schema/template.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useTemplates } from '#web/api/list-queries.ts';
import { queryKeys } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useDrafts } from '#web/settings/form/form.tsx';
import { SectionHead, SectionLink, Tag } from '#web/settings/section-parts.tsx';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { PromptTexts, TemplateEditor, TemplatePreview, useTemplateActions } from './template-editor.tsx';

const route = getRouteApi('/settings/$section');

export function TemplatesSection() {
  const { templates: words } = useStrings().settings;
  const { open } = route.useSearch();
  const templates = useTemplates();
  if (open !== undefined) return <TemplatePage id={open} />;
  return (
    <>
      <SectionHead title={words.heading} note={words.note} />
      <Loaded of={templates}>
        {({ items, notices, folder }) => (
          <>
            <p className="mb-4 text-muted">
              {words.folder}: <code className="text-xs select-all wrap-anywhere">{folder}</code>
            </p>
            {notices.length === 0 ? null : (
              <div className="mb-4 space-y-2">
                {notices.map(({ file, message, templateId, line }) => (
                  <NoticeFrame key={file} tone="caution" title={words.refused(file)}>
                    <p>
                      {line === null ? null : `${words.line(line)}: `}
                      {message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message}
                    </p>
                    {templateId === null ? null : (
                      <p>
                        <TemplateLink id={templateId} className="underline">
                          {words.edit}
                        </TemplateLink>
                      </p>
                    )}
                  </NoticeFrame>
                ))}
              </div>
            )}
            <ul className="divide-y divide-line/70 rounded-lg border border-line bg-surface">
              {items.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  isRefused={notices.some(({ templateId }) => templateId === template.id)}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

function TemplateRow({ template, isRefused }: { template: TemplateSummary; isRefused: boolean }) {
  const { settings: words, runs, separator } = useStrings();
  const { id, file, origin, taskType, version, overrides } = template;
  const task = Object.entries(runs.task).find(([type]) => type === taskType)?.[1] ?? taskType;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-3 wrap-anywhere hover:bg-sunken/60">
      <TemplateLink
        id={id}
        className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        {id}
      </TemplateLink>
      <Tag strong={origin === 'user'}>
        {isRefused
          ? words.templates.unused
          : overrides
            ? words.templates.replaced
            : words.templates.origin[origin]}
      </Tag>
      <span className="w-full text-muted">
        {[task, words.templates.version(version), file].join(separator)}
      </span>
    </li>
  );
}

function TemplateLink({ id, ...rest }: { id: string; className: string; children: ReactNode }) {
  return <SectionLink section="templates" search={{ open: id }} {...rest} />;
}

/** Shows one template: where its file is, its placeholders, its text to copy or edit, and a preview with a sample. */
function TemplatePage({ id }: { id: string }) {
  const { templates } = useClient();
  const { templates: words } = useStrings().settings;
  const drafts = useDrafts();
  const { copy, revert, restore } = useTemplateActions(id);
  const page = useQuery({
    queryKey: queryKeys.template(id),
    queryFn: async () => {
      const source = await templates.source(id);
      const [saved, template] = await Promise.all([
        templates.check(id, source.text),
        templates.get(id).catch(nullIfInvalid),
      ]);
      return { source, saved, template };
    },
    // The file may have been edited in the meantime.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const source = page.data?.source;
  const isBusy = copy.isPending || revert.isPending || restore.isPending;
  const canUndo = revert.isSuccess && !restore.isSuccess && source?.origin === 'builtin';

  return (
    <>
      <SectionHead title={id} back="templates" note={page.data?.template?.description}>
        {source?.origin === 'builtin' ? (
          <Button look="primary" disabled={isBusy} onClick={() => copy.mutate()}>
            {words.copy}
          </Button>
        ) : null}
        {source?.origin === 'user' && source.hasBuiltin ? (
          <Button
            disabled={isBusy}
            onClick={() => {
              restore.reset();
              revert.mutate(undefined, { onSuccess: () => drafts.drop(`templates/${id}`) });
            }}
          >
            {words.revert}
          </Button>
        ) : null}
        <Button look="quiet" disabled={page.isFetching} onClick={() => void page.refetch()}>
          {words.reload}
        </Button>
      </SectionHead>
      <Loaded of={page}>
        {({ source, saved, template }) => (
          <div className="space-y-6">
            <ErrorNotice error={copy.error ?? revert.error ?? restore.error} />
            {canUndo ? (
              <output className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3.5 py-2">
                {words.reverted}
                <Button disabled={isBusy} onClick={() => restore.mutate()}>
                  {words.undo}
                </Button>
              </output>
            ) : null}
            <Facts source={source} template={template} />
            {source.origin === 'user' ? (
              <TemplateEditor source={source} saved={saved} />
            ) : (
              <>
                {saved.ok ? <TemplatePreview {...saved} /> : null}
                {template === null ? null : (
                  <details>
                    <summary className="w-fit cursor-pointer rounded font-semibold">{words.raw}</summary>
                    <div className="mt-3">
                      <PromptTexts system={template.system} prompt={template.prompt} />
                    </div>
                  </details>
                )}
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

/**
 * Returns null for a file that is not valid and has no built-in template behind it. Such a file can still be edited.
 */
function nullIfInvalid(error: unknown): null {
  if (error instanceof AppError && error.code === 'template_invalid') return null;
  throw error;
}

function Facts({ source, template }: { source: TemplateSource; template: TemplateDetail | null }) {
  const { settings, none } = useStrings();
  const { templates: words } = settings;
  const isUser = source.origin === 'user';
  const rows: [string, ReactNode][] = [
    [words.inUse, describeUse(source, words)],
    [isUser ? words.path : words.copyPath, <Path key="path" path={source.path} />],
  ];
  // A user's file is shown in the editor, so the other facts are left out.
  if (template !== null && !isUser) {
    const { version, hash, requiredPlaceholders, optionalPlaceholders, defaultParameters } = template;
    const needed = requiredPlaceholders.filter((name) => !(name in defaultParameters));
    const defaults = Object.entries(defaultParameters).map(([name, value]) => `${name} = ${value}`);
    rows.push(
      [words.versionLabel, version],
      [words.hash, hash.slice(0, 12)],
      [words.required, needed.join(', ') || none],
      [words.optional, optionalPlaceholders.join(', ') || none],
      [words.defaults, defaults.join(', ') || none],
    );
  }
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted max-sm:text-xs">{label}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeUse(
  { origin, problem, hasBuiltin }: TemplateSource,
  words: Strings['settings']['templates'],
): string {
  if (origin === 'builtin') return words.builtinUsed;
  if (problem === null) return words.yours;
  return hasBuiltin ? words.builtinMeanwhile : words.nothingMeanwhile;
}

function Path({ path }: { path: string }) {
  const { templates: words } = useStrings().settings;
  const { copied, copy } = useCopy();
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <code className="min-w-0 text-xs select-all wrap-anywhere">{path}</code>
      <Button look="quiet" className="-my-1 -ms-3" onClick={() => void copy(path)}>
        {copied ? words.pathCopied : words.copyPathAction}
      </Button>
    </span>
  );
}
