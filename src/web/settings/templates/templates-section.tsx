import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TemplateSummary } from '#schema/template.ts';
import { useTemplates } from '#web/api/use-templates.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { Tag } from '#web/settings/tag.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TemplatePage } from './template-page.tsx';

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
  return <Link to="/settings/$section" params={{ section: 'templates' }} search={{ open: id }} {...rest} />;
}
