import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TemplateDetail } from '#schema/template.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** One template: its placeholders, its text, and a preview with a sample. */
export function TemplatePage({ id }: { id: string }) {
  const client = useClient();
  const { templates: words } = useStrings().settings;
  const page = useQuery({
    queryKey: queryKeys.template(id),
    queryFn: async () => {
      const [template, preview] = await Promise.all([client.templates.get(id), client.templates.preview(id)]);
      return { template, preview };
    },
    // The file may have been edited since.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  return (
    <>
      <SectionHead title={id} back="templates" note={page.data?.template.description}>
        <Button disabled={page.isFetching} onClick={() => void page.refetch()}>
          {words.reload}
        </Button>
      </SectionHead>
      <Loaded of={page}>
        {({ template, preview }) => (
          <div className="space-y-6">
            <TemplateFacts template={template} />
            <Part title={words.preview} note={words.previewNote}>
              {preview.ok ? (
                <Texts system={preview.system} prompt={preview.prompt} />
              ) : (
                <NoticeFrame tone="caution" title={words.previewFailed}>
                  <p>{preview.problem}</p>
                </NoticeFrame>
              )}
            </Part>
            <details>
              <summary className="w-fit cursor-pointer rounded font-semibold">{words.raw}</summary>
              <div className="mt-3">
                <Texts system={template.system} prompt={template.prompt} />
              </div>
            </details>
          </div>
        )}
      </Loaded>
    </>
  );
}

function TemplateFacts({ template }: { template: TemplateDetail }) {
  const { settings, none } = useStrings();
  const { templates: words } = settings;
  const defaults = Object.entries(template.defaultParameters).map(([name, value]) => `${name} = ${value}`);
  const needed = template.requiredPlaceholders.filter((name) => !(name in template.defaultParameters));
  const facts = [
    [words.file, `${template.file} (${words.origin[template.origin]})`],
    [words.versionLabel, template.version],
    [words.hash, template.hash.slice(0, 12)],
    [words.required, needed.join(', ') || none],
    [words.optional, template.optionalPlaceholders.join(', ') || none],
    [words.defaults, defaults.join(', ') || none],
  ];
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1.5">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-3 text-muted">{note}</p>
      {children}
    </section>
  );
}

function Texts({ system, prompt }: { system: string; prompt: string }) {
  const { panel } = useStrings();
  return (
    <div className="space-y-3">
      {system === '' ? null : <PromptText label={panel.systemPrompt} text={system} />}
      <PromptText label={panel.prompt} text={prompt} />
    </div>
  );
}

function PromptText({ label, text }: { label: string; text: string }) {
  return (
    <figure>
      <figcaption className="mb-1 text-xs text-muted">{label}</figcaption>
      <pre className="rounded-lg border border-line bg-surface px-3.5 py-3 font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </figure>
  );
}
