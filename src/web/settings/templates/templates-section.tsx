import { getRouteApi, Link } from '@tanstack/react-router';
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
        {({ items, notices }) => (
          <>
            {notices.length === 0 ? null : (
              <div className="mb-4 space-y-2">
                {notices.map(({ file, message }) => (
                  <NoticeFrame key={file} tone="caution" title={words.refused(file)}>
                    <p>{message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message}</p>
                  </NoticeFrame>
                ))}
              </div>
            )}
            <ul className="divide-y divide-line/70 rounded-lg border border-line bg-surface">
              {items.map((template) => (
                <TemplateRow key={template.id} template={template} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

function TemplateRow({ template }: { template: TemplateSummary }) {
  const { settings: words, runs, separator } = useStrings();
  const { id, file, origin, taskType, version } = template;
  const task = Object.entries(runs.task).find(([type]) => type === taskType)?.[1] ?? taskType;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-3 wrap-anywhere hover:bg-sunken/60">
      <Link
        to="/settings/$section"
        params={{ section: 'templates' }}
        search={{ open: id }}
        className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        {id}
      </Link>
      <Tag strong={origin === 'user'}>{words.templates.origin[origin]}</Tag>
      <span className="w-full text-muted">
        {[task, words.templates.version(version), file].join(separator)}
      </span>
    </li>
  );
}
