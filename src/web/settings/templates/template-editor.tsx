import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import type { SaveTemplateRequest, TemplateCheck, TemplateSource } from '#schema/template.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useDraft } from '#web/settings/form/form.tsx';
import { useAction } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface TemplateEditorProps {
  source: TemplateSource;
  /** The check of the saved text. */
  saved: TemplateCheck;
}

/**
 * Edits the text of the user's file. It is checked before it is saved, so a file that is saved here is always valid.
 */
export function TemplateEditor({ source, saved }: TemplateEditorProps) {
  const { settings } = useStrings();
  const { templates: words, form } = settings;
  const { check, save } = useTemplateActions(source.id);
  // The draft contains the revision, so that a file that was changed elsewhere is not replaced.
  const draft = useDraft(`templates/${source.id}`, { text: source.text, revision: source.revision });
  const [last, setLast] = useState<TemplateCheck | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { text } = draft.value;
  const shown = (draft.isChanged ? last : null) ?? saved;
  const other = check.error ?? (isInvalid(save.error) ? null : save.error);
  const isBusy = check.isPending || save.isPending;

  function show(result: TemplateCheck): void {
    setLast(result);
    if (!result.ok) goTo(result.line);
  }

  function goTo(line: number | null): void {
    const field = area.current;
    if (field === null) return;
    field.focus();
    if (line === null) return;
    const lines = field.value.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    // A third of the field stays above the line.
    field.scrollTop = heightOf(field, lines.slice(0, line - 1).join('\n')) - field.clientHeight / 3;
  }

  async function submit(): Promise<void> {
    try {
      await save.mutateAsync(draft.value);
      draft.discard();
      setLast(null);
    } catch (error) {
      const { code, message, details } = toAppError(error);
      const line = typeof details?.line === 'number' ? details.line : null;
      if (code === 'template_invalid') show({ ok: false, problem: message, line });
    }
  }

  return (
    <>
      <form
        aria-label={words.editorLabel}
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label htmlFor={id} className="mb-1 block font-semibold">
          {words.text}
        </label>
        <textarea
          ref={area}
          id={id}
          value={text}
          rows={20}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={shown.ok ? undefined : true}
          aria-describedby={shown.ok ? undefined : `${id}-problem`}
          onChange={(event) => draft.change({ text: event.target.value })}
          className="block w-full resize-y rounded-lg border border-edge/60 bg-surface px-3.5 py-3 font-mono text-xs leading-relaxed aria-invalid:border-danger"
        />
        {shown.ok ? null : (
          <div id={`${id}-problem`}>
            <NoticeFrame tone="danger" title={shown.line === null ? words.invalid : words.line(shown.line)}>
              <p>{shown.problem}</p>
              {shown.line === null ? null : (
                <div className="pt-1.5">
                  <Button onClick={() => goTo(shown.line)}>{words.goToLine}</Button>
                </div>
              )}
            </NoticeFrame>
          </div>
        )}
        <ErrorNotice error={other} />
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" type="submit" disabled={isBusy || !draft.isChanged}>
            {save.isPending ? form.saving : form.save}
          </Button>
          <Button
            disabled={isBusy}
            onClick={() => check.mutate(text, { onSuccess: show, onError: () => setLast(null) })}
          >
            {words.check}
          </Button>
          {draft.isChanged ? (
            <Button
              look="quiet"
              onClick={() => {
                draft.discard();
                setLast(null);
                save.reset();
              }}
            >
              {form.discard}
            </Button>
          ) : null}
          <output className="text-muted">
            {draft.isChanged
              ? last?.ok === true
                ? words.valid
                : form.unsaved
              : save.isSuccess
                ? words.savedNote
                : last?.ok === true
                  ? words.valid
                  : null}
          </output>
        </div>
      </form>
      {shown.ok ? <TemplatePreview {...shown} /> : null}
    </>
  );
}

/** Returns how high a text is in the field, in which long lines wrap. */
function heightOf(field: HTMLTextAreaElement, text: string): number {
  const twin = field.cloneNode() as HTMLTextAreaElement;
  twin.removeAttribute('id');
  Object.assign(twin.style, { position: 'absolute', visibility: 'hidden', height: '0' });
  twin.style.width = `${field.offsetWidth}px`;
  twin.value = text;
  field.after(twin);
  const height = twin.scrollHeight;
  twin.remove();
  return height;
}

function isInvalid(error: unknown): boolean {
  return error !== null && toAppError(error).code === 'template_invalid';
}

interface Prompt {
  system: string;
  prompt: string;
}

/** Shows what the model receives, with sample texts. */
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

/** Provides the actions on the user's file of a template. */
export function useTemplateActions(id: string) {
  const { templates } = useClient();
  const changed = [queryKeys.template(id), queryKeys.templates()];
  return {
    copy: useAction(async () => {
      const { text } = await templates.source(id, { origin: 'builtin' });
      return templates.save(id, { text, revision: null });
    }, changed),
    save: useAction((request: SaveTemplateRequest) => templates.save(id, request), changed),
    check: useMutation({ mutationFn: (text: string) => templates.check(id, text) }),
    revert: useAction(() => templates.remove(id), changed),
    restore: useAction(() => templates.restore(id), changed),
  };
}
