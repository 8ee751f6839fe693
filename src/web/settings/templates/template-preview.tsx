import { useStrings } from '#web/strings/strings-provider.tsx';

interface Prompt {
  system: string;
  prompt: string;
}

/** What the model receives, with sample texts. */
export function TemplatePreview({ system, prompt }: Prompt) {
  const { templates: words } = useStrings().settings;
  return (
    <section>
      <h3 className="font-semibold">{words.preview}</h3>
      <p className="mb-3 text-muted">{words.previewNote}</p>
      <PromptTexts system={system} prompt={prompt} />
    </section>
  );
}

export function PromptTexts({ system, prompt }: Prompt) {
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
